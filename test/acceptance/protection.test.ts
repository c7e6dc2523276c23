import { cluster, flat, PRODUCTS, type Scene, scene } from "./support";

/** docs/design/laws.md#l2: a healthy cluster is never destroyed by accident. */
let on: Scene;
let id: string;
const PROTECTED = 'name = "products"\ntermination_protection = true';

beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

async function made(body: string, others = "") {
  await on.applied(`${cluster(body)}\n${others}`);
  id = String((await on.resource()).values.id);
  on.requests();
}

async function refused(command: readonly string[], ...words: string[]) {
  const { output } = await on.workspace.terraform([...command, "-no-color"], { expect: 1 });
  for (const word of words) expect(flat(output)).toContain(word);
  expect(on.writes()).toEqual([]);
  expect(on.emulator.state().clusters).toMatchObject([{ id, status: "in_service" }]);
  return output;
}

/** Something else that an apply would touch: it must not, when the plan is refused. */
const OTHER = 'resource "terraform_data" "other" {\n  input = "VALUE"\n}';
const other = (value: string) => OTHER.replace("VALUE", value);

describe("a protected cluster", () => {
  const REFUSAL = () => `Cluster "products" (${id}) is protected against termination`;

  test("cannot be destroyed, removed or replaced, nor by the apply that turns the protection off; nothing else of such a plan is done", async () => {
    await made(PROTECTED, other("a"));
    await refused(["destroy", "-auto-approve"], REFUSAL(), "set termination_protection = false");
    await on.write(other("b"));
    await refused(["apply", "-auto-approve"], REFUSAL());
    for (const body of [PROTECTED, 'name = "products"\ntermination_protection = false']) {
      await on.write(`${cluster(body)}\n${other("b")}`);
      await refused(
        ["apply", "-auto-approve", `-replace=${PRODUCTS}`],
        "is protected against termination",
        id,
      );
    }
    expect((await on.resource("terraform_data.other")).values.input).toBe("a");
  });

  test("can be replaced once the protection is off and applied, also without a refresh", async () => {
    await made(PROTECTED);
    await on.applied(cluster('name = "products"'));
    on.requests();
    await on.workspace.apply([`-replace=${PRODUCTS}`, "-refresh=false"]);
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`, "POST /clusters"]);
  });

  test("that is tainted is refused by the apply", async () => {
    await made(PROTECTED);
    await on.workspace.terraform(["taint", PRODUCTS]);
    // Of a taint the plan learns nothing: there the name is in the way.
    await refused(["plan"], "exists already", "terraform untaint");
    await on.write(cluster(PROTECTED), "allow_duplicate_names = true");
    await refused(["apply", "-auto-approve"], REFUSAL());
  });

  test("can be destroyed once the protection is off and applied", async () => {
    await made(PROTECTED);
    await on.write(cluster('name = "products"\ntermination_protection = false'));
    await refused(["destroy", "-auto-approve"], REFUSAL());
    await on.workspace.apply();
    expect(on.writes()).toEqual([]);
    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`]);
  });

  test("that answers 404 is not taken for gone", async () => {
    await made(PROTECTED);
    on.emulator.forget(id);
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(flat(output)).toContain(`Cluster "products" (${id}) is protected and cannot be found`);
    expect(flat(output)).toContain("terraform state rm");
    await on.workspace.destroy([], { expect: 1 });
    expect(on.writes()).toEqual([]);
    expect((await on.resource()).values.id).toBe(id);
  });

  test("that was terminated outside is gone all the same", async () => {
    await made(PROTECTED);
    on.emulator.terminateOutside(id);
    expect((await on.change()).actions).toEqual(["create"]);
  });
});

describe("another service behind base_url", () => {
  test("its 404 says nothing: neither a plan nor a destroy believes it", async () => {
    await made('name = "products"');
    const { baseUrl } = on.emulator;
    const elsewhere = await scene();
    try {
      on.environment.SEARCHCLOUD_BASE_URL = elsewhere.emulator.baseUrl;
      const here = new URL(baseUrl).host;
      const there = new URL(elsewhere.emulator.baseUrl).host;
      await refused(["plan"], `Cluster "products" (${id}) is not at ${there}`, here);
      await refused(["destroy", "-auto-approve"], `is not at ${there}`);
      await refused(
        ["destroy", "-auto-approve", "-refresh=false"],
        `Cluster "products" (${id}) is not at `,
        here,
        there,
      );
      expect(elsewhere.writes()).toEqual([]);
    } finally {
      await elsewhere.close();
    }
    on.environment.SEARCHCLOUD_BASE_URL = baseUrl;
    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`]);
  });
});

describe("a destroy", () => {
  test.each(["404", "404,deprovisioning,terminated,404"])("ends well when reads answer %s", async (path) => {
    on.emulator.setAssumptions({ termination_path: path });
    await made('name = "products"');
    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`]);
    expect((await on.workspace.state()).values?.root_module.resources ?? []).toEqual([]);
  });

  test("of a cluster that answers 404 and is listed all the same is refused: it is there", async () => {
    await made('name = "products"');
    const missing = { kind: "status", status: 404, message: "Not found" } as const;
    for (const operation of ["getCluster", "terminateCluster"] as const)
      on.emulator.addFault({ match: { operation, times: 0 }, effect: missing });
    for (const args of [[], ["-refresh=false"]]) {
      const { output } = await on.workspace.destroy(args, { expect: 1 });
      expect(flat(output)).toContain(`Cluster "products" (${id}) cannot be read`);
      expect(flat(output)).toContain("lists it as in_service");
    }
    await on.workspace.plan([], { expect: 1 });
    expect((await on.resource()).values.id).toBe(id);
  });

  test.each(["422", "404"])("of a terminated cluster is done when terminate answers %s", async (answer) => {
    on.emulator.setAssumptions({ second_terminate: answer });
    await made('name = "products"');
    on.emulator.terminateOutside(id);
    await on.workspace.destroy(["-refresh=false"]);
    expect((await on.workspace.state()).values?.root_module.resources ?? []).toEqual([]);
  });

  test("that is interrupted ends at once, and the next one finds the cluster going", async () => {
    await made('name = "products"');
    const { output, code } = await on.interrupted(["destroy", "-auto-approve"], {
      operation: "getCluster",
      nth: 3,
    });
    expect(code).toBe(1);
    expect(flat(output)).toContain(
      `Interrupted while waiting for cluster "products" (${id}) to be terminated`,
    );
    expect((await on.resource()).values.id).toBe(id);
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`]);
    await on.workspace.destroy();
    expect(on.writes()).toEqual([]);
    expect((await on.workspace.state()).values?.root_module.resources ?? []).toEqual([]);
  });
});
