import { cluster, DESTROY, eachScene, flat, PRODUCTS, scene } from "./support";

/** A healthy cluster is never destroyed by accident (docs/design/laws.md#l2). */
const on = eachScene();
let id: string;
const PROTECTED = 'name = "products"\ntermination_protection = true';
const UNPROTECTED = 'name = "products"\ntermination_protection = false';
const REPLACE = ["apply", "-auto-approve", `-replace=${PRODUCTS}`];
const TERMINATE = () => `POST /clusters/${id}/lifecycle`;

async function created(body: string, others = "") {
  await on.apply(`${cluster(body)}\n${others}`);
  id = String((await on.values()).id);
  on.requests();
}

async function refused(command: readonly string[], ...words: string[]) {
  const { output } = await on.workspace.terraform([...command, "-no-color"], { expect: 1 });
  for (const word of words) expect(flat(output)).toContain(word);
  expect(on.writes()).toEqual([]);
  expect(on.emulator.state().clusters).toMatchObject([{ id, status: "in_service" }]);
}

describe("a protected cluster", () => {
  const REFUSAL = () => `Cluster "products" (${id}) is protected against termination`;
  /** Returns another resource, which a rejected plan must not change. */
  const other = (value: string) => `resource "terraform_data" "other" {\n  input = "${value}"\n}`;

  test("cannot be destroyed, removed or replaced, nor by the apply that turns the protection off; nothing else of such a plan is applied", async () => {
    await created(PROTECTED, other("a"));
    await refused(DESTROY, REFUSAL(), "set termination_protection = false");
    await on.write(other("b"));
    await refused(["apply", "-auto-approve"], REFUSAL());
    for (const body of [PROTECTED, UNPROTECTED]) {
      await on.write(`${cluster(body)}\n${other("b")}`);
      await refused(REPLACE, "is protected against termination", id);
    }
    expect((await on.values("terraform_data.other")).input).toBe("a");
  });

  test("can be replaced and destroyed once the protection is off and applied, also without a refresh", async () => {
    await created(PROTECTED);
    await on.write(cluster(UNPROTECTED));
    await refused(DESTROY, REFUSAL());
    await on.apply();
    expect(on.writes()).toEqual([]);
    await on.workspace.apply([`-replace=${PRODUCTS}`, "-refresh=false"]);
    expect(on.writes()).toEqual([TERMINATE(), "POST /clusters"]);
    await on.destroy();
    expect(on.writes()).toHaveLength(1);
  });

  test("that is tainted is refused by the apply", async () => {
    await created(PROTECTED);
    await on.workspace.terraform(["taint", PRODUCTS]);
    // The plan does not see a taint; the apply fails because of the existing name.
    await refused(["plan"], "already exists", "the command `untaint` keeps");
    await on.write(cluster(PROTECTED), "allow_duplicate_names = true");
    await refused(["apply", "-auto-approve"], REFUSAL());
  });

  test("that answers 404 is not taken for deleted; one that was terminated outside is removed from the state", async () => {
    await created(PROTECTED);
    for (const [operation, status, json] of [
      ["getCluster", 404, { message: "Not found" }],
      ["listClusters", 200, { clusters: [] }],
    ] as const)
      on.emulator.addFault({ match: { operation, times: 0 }, effect: { kind: "answer", status, json } });
    const said = await on.plan(undefined, 1);
    expect(said).toContain(`Cluster "products" (${id}) is protected and cannot be found`);
    expect(said).toContain("the command `state rm`");
    await on.destroy(1);
    expect(on.writes()).toEqual([]);
    expect((await on.values()).id).toBe(id);
    on.emulator.clearFaults();
    on.emulator.terminateOutside(id);
    expect((await on.change()).actions).toEqual(["create"]);
  });
});

test("another service behind base_url: its 404 proves nothing to a plan or a destroy", async () => {
  await created('name = "products"');
  const { baseUrl } = on.emulator;
  const elsewhere = await scene();
  try {
    on.environment.SEARCHCLOUD_BASE_URL = elsewhere.emulator.baseUrl;
    const here = new URL(baseUrl).host;
    const there = new URL(elsewhere.emulator.baseUrl).host;
    await refused(["plan"], `Cluster "products" (${id}) is not at ${there}`, here);
    await refused(DESTROY, `is not at ${there}`);
    const refusal = `Cluster "products" (${id}) is not at ${there}`;
    await refused([...DESTROY, "-refresh=false"], refusal, here);
    expect(elsewhere.writes()).toEqual([]);
  } finally {
    await elsewhere.close();
  }
  on.environment.SEARCHCLOUD_BASE_URL = baseUrl;
  await on.destroy();
  expect(on.writes()).toEqual([TERMINATE()]);
});

describe("a destroy", () => {
  test.each(["deprovisioning,404", "404", "terminated,404", "terminated,deprovisioning,404"])(
    "succeeds when reads answer %s",
    async (path) => {
      on.emulator.setAssumptions({ termination_path: path });
      await created('name = "products"');
      await on.destroy();
      expect([on.writes(), await on.inState()]).toEqual([[TERMINATE()], []]);
    },
  );

  test("of a cluster that answers 404 but is listed is refused: it exists", async () => {
    await created('name = "products"');
    const missing = { kind: "status", status: 404, message: "Not found" } as const;
    for (const operation of ["getCluster", "terminateCluster"] as const)
      on.emulator.addFault({ match: { operation, times: 0 }, effect: missing });
    for (const args of [[], ["-refresh=false"]]) {
      const { output } = await on.workspace.destroy(args, { expect: 1 });
      expect(flat(output)).toContain(`Cluster "products" (${id}) cannot be read`);
      expect(flat(output)).toContain("lists it as in_service");
    }
    await on.plan(undefined, 1);
    expect((await on.values()).id).toBe(id);
  });

  test.each(["422", "404"])("of a terminated cluster is done when terminate answers %s", async (answer) => {
    on.emulator.setAssumptions({ second_terminate: answer });
    await created('name = "products"');
    on.emulator.terminateOutside(id);
    await on.workspace.destroy(["-refresh=false"]);
    expect(await on.inState()).toEqual([]);
  });

  test("that is interrupted ends at once, and the next one finds the cluster being terminated", async () => {
    await created('name = "products"');
    const { output, code } = await on.interrupted({ operation: "getCluster", nth: 3 }, DESTROY);
    expect(code).toBe(1);
    expect(flat(output)).toContain(
      `Interrupted while waiting for cluster "products" (${id}) to be terminated`,
    );
    expect((await on.values()).id).toBe(id);
    expect(on.writes()).toEqual([TERMINATE()]);
    await on.destroy();
    expect([on.writes(), await on.inState()]).toEqual([[], []]);
  });
});
