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

test("a pair is issued once and then only kept: neither plan nor refresh nor destroy sends anything for it", async () => {
  await on.applied(keys());
  expect(on.requests()).toEqual(["getAccount", "getAccount", "getCluster", "issueClusterApiKeys"]);
  const issued = await values();
  expect(issued).toMatchObject({
    cluster_id: SHOP,
    admin_key: expect.stringMatching(/^\w{32}$/),
    search_only_key: expect.stringMatching(/^\w{32}$/),
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
    issued_at: expect.stringMatching(/^2026-11-20T00:00:\d\dZ$/),
  });
  expect((await on.workspace.emptyPlan()).output).not.toContain("Warning");
  await on.workspace.apply(["-refresh-only"]);
  expect(await values()).toEqual(issued);
  // Nothing is read of a cluster that is gone either.
  on.emulator.forget(SHOP);
  await on.workspace.emptyPlan();
  const { output } = await on.workspace.destroy();
  expect(flat(output)).toContain(`The API keys of cluster ${SHOP} stay valid`);
  expect(flat(output)).toMatch(/GET \/keys lists them .* DELETE \/keys\/:id revokes one/);
  expect([on.requests(), await inState()]).toEqual([[], []]);
});

test("a pair waits for its cluster in the same apply, and derives scoped keys, which are as secret as it is", async () => {
  const scoped = `provider::searchcloud::scoped_search_key(${KEYS}.search_only_key, { filter_by = "a:1" })`;
  const stack = (more: string) =>
    `${cluster()}\n${keys("", `${PRODUCTS}.id`)}\noutput "key" {\nvalue = ${scoped}\n${more}\n}`;
  await on.write(stack(""));
  expect(flat((await on.workspace.plan([], { expect: 1 })).output)).toContain(
    "Output refers to sensitive values",
  );
  await on.applied(stack("sensitive = true"));
  const { id } = (await on.resource()).values;
  expect(on.writes()).toEqual(["POST /clusters", `POST /clusters/${id}/api-keys`]);
  const { search_only_key } = await values();
  const { stdout } = await on.workspace.terraform(["output", "-raw", "key"]);
  expect(Buffer.from(stdout, "base64").toString().slice(44)).toBe(
    `${String(search_only_key).slice(0, 4)}{"filter_by":"a:1"}`,
  );
  await on.workspace.emptyPlan();
  await on.workspace.destroy();
  expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`]);
});

test("a starting cluster is not waited for longer than configured: nothing is issued, and the next apply issues", async () => {
  on.emulator.patchCluster(SHOP, { status: "initializing" });
  await on.write(keys('timeouts {\n create = "1ms"\n}'));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(flat(output)).toContain(`waiting for cluster ${SHOP} to be in service`);
  expect([await inState(), on.emulator.issuedKeys(SHOP)]).toEqual([[], 0]);
  on.emulator.patchCluster(SHOP, { status: "in_service" });
  await on.workspace.apply();
  expect(on.emulator.issuedKeys(SHOP)).toBe(1);
});

test("keepers: the first ones are adopted in place, and one known only after apply rotates", async () => {
  await on.applied(keys());
  const first = await values();
  const from = (input: string) =>
    `resource "terraform_data" "on" {\ninput = "${input}"\n}\n${keys("keepers = { on = terraform_data.on.output }")}`;
  await on.applied(from("a"));
  expect(await values()).toEqual({ ...first, keepers: { on: "a" } });
  await on.applied(from("b"));
  const second = await values();
  expect([second.id === first.id, second.admin_key === first.admin_key]).toEqual([false, false]);
  expect(on.emulator.issuedKeys(SHOP)).toBe(2);
});

test("create_before_destroy: the new pair is in the state before the old one leaves it, also after a refusal", async () => {
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

test("a lost answer: the pair may be valid, and nothing is issued twice", async () => {
  on.emulator.addFault({
    match: { operation: "issueClusterApiKeys" },
    effect: { kind: "damage", as: "truncated" },
  });
  await on.write(keys());
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(flat(output)).toMatch(/stays valid until it is revoked.*GET \/keys.*DELETE \/keys\/<id>/);
  expect(output).not.toMatch(/fault in the provider|"admin_key|"search_only/);
  expect([on.writes(), await inState()]).toEqual([[ISSUE], []]);
});

test("Ctrl-C during the request: an answer that arrives in time is kept", async () => {
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

test("a key that may not issue: a hint at plan; a cluster that cannot have keys: an error without a request", async () => {
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.operate;
  await on.write(keys());
  expect(flat((await on.workspace.plan()).output)).toContain(
    `The key may not be allowed to issue API keys for cluster ${SHOP}`,
  );
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.key;
  const refusals: readonly (readonly [() => unknown, RegExp])[] = [
    [() => on.emulator.patchCluster(SHOP, { status: "suspended" }), /Cluster shop1 is suspended/],
    [() => on.emulator.terminateOutside(SHOP), /There is no cluster shop1 .*Its status is deprovisioning/],
    [() => on.emulator.forget(SHOP), /There is no cluster shop1 to issue keys for.*404/],
  ];
  for (const [happens, words] of refusals) {
    happens();
    expect(flat((await on.workspace.apply([], { expect: 1 })).output)).toMatch(words);
  }
  expect(on.writes()).toEqual([]);
});

test("a rotation: the keys are in the state and nowhere else, in no output and in no log; the warning of keys that stay valid appears once", async () => {
  const said: string[] = [];
  const env = { TF_LOG: "TRACE" };
  const run = async (command: "plan" | "apply" | "destroy", ...args: readonly string[]) =>
    said.push((await on.workspace[command](args, { env })).output);
  const rotating = (quarter: string) => keys(`keepers = { quarter = "${quarter}" }`);
  const seen: unknown[] = [];
  await on.write(rotating("1"));
  await run("plan");
  await run("apply");
  seen.push(...Object.values(await values()));
  await on.write(rotating("2"));
  for (const [command, args] of [
    ["plan", "-out=plan.out"],
    ["apply", "plan.out"],
  ] as const) {
    await run(command, args);
    expect(staysValid(said.at(-1) ?? "")).toBe(1);
  }
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
