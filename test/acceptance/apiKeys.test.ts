import { SHOP } from "./explicit";
import { cluster, flat, OPTIONS, PRODUCTS, type Scene, scene } from "./support";

const KEYS = "searchcloud_api_keys.it";
const ISSUE = `POST /clusters/${SHOP}/api-keys`;

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
  on.emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
});
afterEach(() => on.close());

/** A resource block of one pair of keys. */
const keys = (body = "", clusterId = `"${SHOP}"`) =>
  `resource "searchcloud_api_keys" "it" {\ncluster_id = ${clusterId}\n${body}\n}`;
const values = async () => (await on.resource(KEYS)).values;
/** How often an output says that keys outlive their resource. */
const staysValid = (output: string) =>
  flat(output).split(`Warning: The API keys of cluster ${SHOP} stay valid`).length - 1;
const inState = async () => (await on.workspace.state()).values?.root_module.resources ?? [];

describe("a pair of keys", () => {
  test("is issued once, and then only kept: neither plan nor refresh nor destroy sends anything for it", async () => {
    await on.applied(keys());
    expect(on.requests()).toEqual(["getAccount", "getAccount", "getCluster", "issueClusterApiKeys"]);
    const made = await values();
    expect(made).toMatchObject({
      cluster_id: SHOP,
      admin_key: expect.stringMatching(/^\w{32}$/),
      search_only_key: expect.stringMatching(/^\w{32}$/),
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      issued_at: expect.stringMatching(/^2026-11-20T00:00:\d\dZ$/),
    });
    expect((await on.workspace.emptyPlan()).output).not.toContain("Warning");
    await on.workspace.apply(["-refresh-only"]);
    expect(await values()).toEqual(made);
    const { output } = await on.workspace.destroy();
    expect(flat(output)).toContain(`The API keys of cluster ${SHOP} stay valid`);
    expect(flat(output)).toMatch(/GET \/keys lists them .* DELETE \/keys\/:id revokes one/);
    expect(on.requests()).toEqual([]);
    expect([await inState(), on.emulator.issuedKeys(SHOP)]).toEqual([[], 1]);
  });

  test("waits for its cluster in the same apply, and is issued when that is in service", async () => {
    await on.applied(`${cluster()}\n${keys("", `${PRODUCTS}.id`)}`);
    const { id } = (await on.resource()).values;
    expect(on.writes()).toEqual(["POST /clusters", `POST /clusters/${id}/api-keys`]);
    await on.workspace.emptyPlan();
    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`]);
  });

  test("is not waited for longer than configured: nothing is issued, and the next apply issues", async () => {
    on.emulator.patchCluster(SHOP, { status: "initializing" });
    await on.write(keys('timeouts {\n create = "1ms"\n}'));
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`waiting for cluster ${SHOP} to be in service`);
    expect([await inState(), on.emulator.issuedKeys(SHOP)]).toEqual([[], 0]);
    on.emulator.patchCluster(SHOP, { status: "in_service" });
    await on.workspace.apply();
    expect(on.emulator.issuedKeys(SHOP)).toBe(1);
  });
});

describe("keepers", () => {
  test("that change issue another pair; the first ones are taken over in place", async () => {
    await on.applied(keys());
    const first = await values();
    await on.write(keys('keepers = { quarter = "1" }'));
    expect((await on.change()).actions).toEqual(["update"]);
    await on.workspace.apply();
    expect(await values()).toEqual({ ...first, keepers: { quarter: "1" } });
    expect(on.emulator.issuedKeys(SHOP)).toBe(1);
    await on.workspace.emptyPlan();

    await on.write(keys('keepers = { quarter = "2" }'));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
    await on.workspace.plan(["-out=plan.out"]).then(({ output }) => expect(staysValid(output)).toBe(1));
    await on.workspace.apply(["plan.out"]).then(({ output }) => expect(staysValid(output)).toBe(1));
    const second = await values();
    expect([second.id === first.id, second.admin_key === first.admin_key]).toEqual([false, false]);
    expect(on.emulator.issuedKeys(SHOP)).toBe(2);
    await on.workspace.emptyPlan();
  });

  test("with create_before_destroy: the new pair is in state before the old one leaves it", async () => {
    const rotating = (quarter: string) =>
      keys(`keepers = { quarter = "${quarter}" }\nlifecycle {\n create_before_destroy = true\n}`);
    await on.applied(rotating("1"));
    const first = await values();
    await on.write(rotating("2"));
    expect((await on.change()).actions).toEqual(["create", "delete"]);
    const issue = { match: { operation: "issueClusterApiKeys" as const, times: 0 } };
    on.emulator.addFault({ ...issue, effect: { kind: "status", status: 422, message: "Not today" } });
    await on.workspace.apply([], { expect: 1 });
    expect(await values()).toEqual(first);
    on.emulator.clearFaults();
    const { output } = await on.workspace.apply();
    expect(output.indexOf("Creation complete")).toBeLessThan(output.indexOf("Destroying..."));
    expect((await values()).admin_key).not.toBe(first.admin_key);
    await on.workspace.emptyPlan();
  });

  test("from a value that is known only after apply", async () => {
    const from = (input: string) =>
      `resource "terraform_data" "on" {\ninput = "${input}"\n}\n${keys("keepers = { on = terraform_data.on.output }")}`;
    await on.applied(from("a"));
    await on.workspace.emptyPlan();
    await on.applied(from("b"));
    expect(on.emulator.issuedKeys(SHOP)).toBe(2);
  });
});

describe("an answer that never comes", () => {
  test("because it is cut off: the pair may be valid, and nothing is issued twice", async () => {
    on.emulator.addFault({
      match: { operation: "issueClusterApiKeys" },
      effect: { kind: "damage", as: "truncated" },
    });
    await on.write(keys());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toMatch(/stays valid until it is revoked.*GET \/keys.*DELETE \/keys\/<id>/);
    expect(output).not.toMatch(/fault in the provider|"admin_key|"search_only/);
    expect(on.writes()).toEqual([ISSUE]);
    expect(await inState()).toEqual([]);
  });

  test("because somebody interrupts: what arrives in time is kept", async () => {
    await on.write(keys());
    on.emulator.addFault({
      match: { operation: "issueClusterApiKeys" },
      effect: { kind: "hold", when: "after" },
    });
    const running = await on.start(["apply", "-auto-approve"]);
    await Promise.race([on.emulator.held(), running.finished]);
    running.interrupt();
    await running.until("Interrupt received");
    on.emulator.releaseHolds();
    await running.finished;
    expect(on.emulator.issuedKeys(SHOP)).toBe(1);
    expect((await values()).admin_key).toMatch(/^\w{32}$/);
  });
});

describe("the service says no", () => {
  test("to a key made from operate: a hint at plan, 403 with who has it at apply", async () => {
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.operate;
    await on.write(keys());
    expect(flat((await on.workspace.plan()).output)).toContain(
      `The key may not be allowed to issue API keys for cluster ${SHOP}`,
    );
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toMatch(/403.*cluster_credentials:issue.*admin/);
    expect([await inState(), on.emulator.issuedKeys(SHOP)]).toEqual([[], 0]);
  });

  test("for a cluster that is terminated", async () => {
    on.emulator.terminateOutside(SHOP);
    await on.write(keys());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toMatch(/There is no cluster shop1 .*Its status is deprovisioning/);
    expect(on.writes()).toEqual([]);
  });
});

test("a cluster that is gone leaves the keys as they are, as nothing is asked; they are destroyed without a request", async () => {
  await on.applied(keys());
  on.emulator.forget(SHOP);
  on.requests();
  await on.workspace.emptyPlan();
  await on.workspace.destroy();
  expect(on.requests()).toEqual([]);
});

test("an import is refused, with the reason and the way to go", async () => {
  await on.write(keys());
  const { output } = await on.workspace.import(KEYS, `${SHOP}/x`, { expect: 1 });
  expect(flat(output)).toMatch(/API keys cannot be imported.*only once.*issues a new pair/);
  expect(on.requests()).toEqual([]);
});

test("a key derives scoped keys, which are as secret as it is", async () => {
  const scoped = `provider::searchcloud::scoped_search_key(${KEYS}.search_only_key, { filter_by = "a:1" })`;
  const output = (more: string) => `${keys()}\noutput "key" {\nvalue = ${scoped}\n${more}\n}`;
  await on.write(output(""));
  expect(flat((await on.workspace.plan([], { expect: 1 })).output)).toContain(
    "Output refers to sensitive values",
  );
  await on.applied(output("sensitive = true"));
  const { search_only_key } = await values();
  const { stdout } = await on.workspace.terraform(["output", "-raw", "key"]);
  expect(Buffer.from(stdout, "base64").toString().slice(44)).toBe(
    `${String(search_only_key).slice(0, 4)}{"filter_by":"a:1"}`,
  );
});

test("the keys are in the state and nowhere else: in no output and in no log", async () => {
  const said: string[] = [];
  const env = { TF_LOG: "TRACE" };
  const run = async (command: "plan" | "apply" | "destroy") =>
    said.push((await on.workspace[command]([], { env })).output);
  const rotating = (quarter: string) => keys(`keepers = { quarter = "${quarter}" }`);
  const seen: unknown[] = [];
  await on.write(rotating("1"));
  await run("plan");
  await run("apply");
  seen.push(...Object.values(await values()));
  await on.write(rotating("2"));
  await run("plan");
  await run("apply");
  const { id, admin_key, search_only_key } = await values();
  seen.push(admin_key, search_only_key);
  await run("destroy");
  said.push(JSON.stringify(on.served.lines));
  const secrets = seen.filter((value) => /^\w{32}$/.test(String(value)));
  expect(new Set(secrets).size).toBe(4);
  const all = said.join("\n");
  expect(all).toContain(String(id));
  expect(all).toContain("issueClusterApiKeys");
  expect(all).toMatch(/admin_key += \(sensitive value\)/);
  expect(secrets.filter((secret) => all.includes(String(secret)))).toEqual([]);
});
