import { testWith } from "../support/features";
import { cluster, eachScene, flat, later, OPTIONS, PRODUCTS, SHOP, seedShop } from "./support";

const on = eachScene(OPTIONS, seedShop);

const KEYS = "searchcloud_api_keys.it";
const ISSUE = `POST /clusters/${SHOP}/api-keys`;
const issuing = { operation: "issueClusterApiKeys" } as const;

/** Returns a resource block of one pair of keys. */
const keys = (body = "", clusterId = `"${SHOP}"`) =>
  `resource "searchcloud_api_keys" "it" {\ncluster_id = ${clusterId}\n${body}\n}`;
const rotating = (quarter: string, more = "") => keys(`keepers = { quarter = "${quarter}" }\n${more}`);
const NOT_REVOKED = `The API keys of cluster ${SHOP} leave the state, and Terraform does not revoke them`;

test("a pair is issued once and then only read from state: neither plan nor refresh nor destroy sends anything for it", async () => {
  await on.apply(keys());
  expect(on.requests()).toEqual(["getAccount", "getAccount", "getCluster", "issueClusterApiKeys"]);
  const issued = await on.values(KEYS);
  expect(issued).toMatchObject({
    cluster_id: SHOP,
    admin_key: expect.stringMatching(/^\w{32}$/),
    search_only_key: expect.stringMatching(/^\w{32}$/),
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
    issued_at: expect.stringMatching(/^2026-11-20T00:00:\d\dZ$/),
  });
  await on.workspace.apply(["-refresh-only"]);
  expect(await on.values(KEYS)).toEqual(issued);
  // Nothing is read of a missing cluster either.
  on.emulator.forget(SHOP);
  expect(await on.empty()).not.toContain("Warning");
  const said = await on.destroy();
  expect(said).toContain(NOT_REVOKED);
  expect(said).toMatch(/GET \/keys lists them .* DELETE \/keys\/:id revokes one/);
  expect([on.requests(), await on.inState()]).toEqual([[], []]);
});

testWith("provider functions")(
  "a pair waits for its cluster in the same apply, and derives scoped keys, which are as secret as it is",
  async () => {
    const scoped = `provider::searchcloud::scoped_search_key(${KEYS}.search_only_key, { filter_by = "a:1" })`;
    const stack = (more: string) =>
      `${cluster()}\n${keys("", `${PRODUCTS}.id`)}\noutput "key" {\nvalue = ${scoped}\n${more}\n}`;
    expect(await on.plan(stack(""), 1)).toContain("Output refers to sensitive values");
    await on.apply(stack("sensitive = true"));
    const { id } = await on.values();
    expect(on.writes()).toEqual(["POST /clusters", `POST /clusters/${id}/api-keys`]);
    const { search_only_key } = await on.values(KEYS);
    const { values } = await on.workspace.state();
    expect(Buffer.from(String(values?.outputs?.key?.value), "base64").toString().slice(44)).toBe(
      `${String(search_only_key).slice(0, 4)}{"filter_by":"a:1"}`,
    );
    await on.empty();
    await on.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`]);
  },
);

test("a key without the capability gets a hint; the wait for a starting cluster ends at the timeout: nothing is issued until the next apply", async () => {
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.operate;
  on.emulator.patchCluster(SHOP, { status: "initializing" });
  const said = await on.apply(keys('timeouts {\n create = "1ms"\n}'), 1);
  expect(said).toContain(`waiting for cluster ${SHOP} to be in service`);
  expect(said).toContain(`The key may not be allowed to issue API keys for cluster ${SHOP}`);
  expect([await on.inState(), on.emulator.issuedKeys(SHOP)]).toEqual([[], 0]);
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.key;
  on.emulator.patchCluster(SHOP, { status: "in_service" });
  await on.apply();
  expect(on.emulator.issuedKeys(SHOP)).toBe(1);
});

test("keepers: the first ones are adopted in place, and one known only after apply rotates", async () => {
  await on.apply(keys());
  const first = await on.values(KEYS);
  const from = (input: string) =>
    `${later(`"${input}"`)}\n${keys("keepers = { on = terraform_data.later.output }")}`;
  await on.apply(from("a"));
  expect(await on.values(KEYS)).toEqual({ ...first, keepers: { on: "a" } });
  await on.apply(from("b"));
  const second = await on.values(KEYS);
  expect([second.id === first.id, second.admin_key === first.admin_key]).toEqual([false, false]);
  expect(on.emulator.issuedKeys(SHOP)).toBe(2);
});

test("create_before_destroy: the new pair is in the state before the old one leaves it", async () => {
  const before = "lifecycle {\n create_before_destroy = true\n}";
  await on.apply(rotating("1", before));
  const first = await on.values(KEYS);
  expect((await on.change(rotating("2", before))).actions).toEqual(["create", "delete"]);
  const said = await on.apply();
  expect(said.indexOf("Creation complete")).toBeLessThan(said.indexOf("Destroying..."));
  expect((await on.values(KEYS)).admin_key).not.toBe(first.admin_key);
});

test("a lost answer: the pair may be valid, and nothing is issued twice", async () => {
  on.emulator.addFault({ match: issuing, effect: { kind: "damage", as: "truncated" } });
  const said = await on.apply(keys(), 1);
  expect(said).toMatch(/stays valid until it is revoked.*GET \/keys.*DELETE \/keys\/<id>/);
  expect(said).not.toMatch(/fault in the provider|"admin_key|"search_only/);
  expect([on.writes(), await on.inState()]).toEqual([[ISSUE], []]);
});

test("Ctrl-C during the request: an answer that arrives in time is stored", async () => {
  await on.write(keys());
  await on.interruptedButAnswered(await on.heldAt(issuing, "after"));
  expect(on.emulator.issuedKeys(SHOP)).toBe(1);
  expect((await on.values(KEYS)).admin_key).toMatch(/^\w{32}$/);
});

test("a rotation: the keys are in the state and nowhere else, in no output and in no log; the warning of keys that stay valid appears once", async () => {
  const said: string[] = [];
  const run = async (command: "plan" | "apply" | "destroy", ...args: readonly string[]) => {
    const { output } = await on.workspace[command](args, { env: { TF_LOG: "TRACE" } });
    said.push(output);
    return flat(output).split(`Warning: ${NOT_REVOKED}`).length - 1;
  };
  const seen: unknown[] = [];
  await on.write(rotating("1"));
  await run("apply");
  seen.push(...Object.values(await on.values(KEYS)));
  await on.write(rotating("2"));
  expect(await run("plan", "-out=plan.out")).toBe(1);
  expect(await run("apply", "plan.out")).toBe(1);
  const { id, admin_key, search_only_key } = await on.values(KEYS);
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
