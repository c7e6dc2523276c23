import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rotateKeys } from "../../../src/provider/actions/rotateKeys/action";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { FAULTS } from "../../support/faultMatrix";
import { type ActionAccount, actionAccount, NODE_KEY, type Ran } from "./kit";
import { rotationFolder, type StoredKeys } from "./rotationFolder";

const { folder, file, pending, config, stored } = rotationFolder();
/** The first characters of the keys of the nodes, without that of the provider. */
const valid = ({ service }: ActionAccount) =>
  service
    .state()
    .node_keys.map((one) => (one as unknown as { value_prefix: string }).value_prefix)
    .filter((prefix) => !NODE_KEY.startsWith(prefix));
const prefixes = (...pairs: readonly StoredKeys[]) =>
  pairs.flatMap(({ admin_key, search_only_key }) => [admin_key.slice(0, 4), search_only_key.slice(0, 4)]);

/** Every key that is valid is in a file, and no message has one. */
function expectNothingLost(on: ActionAccount, ...runs: readonly Ran[]): void {
  const texts = readdirSync(folder())
    .map((name) => readFileSync(join(folder(), name), "utf8"))
    .join("\n");
  expect(valid(on).filter((prefix) => !texts.includes(`"${prefix}`))).toEqual([]);
  for (const [, key = ""] of texts.matchAll(/_key": "([^"]+)"/g))
    for (const { text, progress } of runs) expect(text + progress.join("\n")).not.toContain(key);
}

test("a new pair is stored for this user only, and the replaced one stays valid until it is told to go", async () => {
  const on = actionAccount();
  const first = await on.invoke(rotateKeys, config());
  expect(first.text).toBe("");
  const one = stored();
  expect([statSync(file()).mode & 0o777, readdirSync(folder()), one.previous]).toEqual([
    0o600,
    ["keys.json"],
    [],
  ]);
  expect(valid(on)).toEqual(prefixes(one));
  const second = await on.invoke(rotateKeys, config());
  const two = stored();
  expect(two.previous).toEqual([
    expect.objectContaining({ admin_key: one.admin_key, search_only_key: one.search_only_key }),
  ]);
  expect(valid(on)).toEqual(prefixes(one, two));
  const third = await on.invoke(rotateKeys, config({ issue: false, revoke: true }));
  expect([third.text, stored()]).toEqual(["", { ...two, previous: [] }]);
  expect(valid(on)).toEqual(prefixes(two));
  expect(third.progress).toEqual([
    expect.stringMatching(/^the pair issued at .*: admin key revoked, search-only key revoked$/),
  ]);
  expect(third.sent).not.toContain("issueClusterApiKeys");
  expectNothingLost(on, first, second, third);
});

test("both in one: the replaced pair is revoked when the new one is stored and accepted", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const ran = await on.invoke(rotateKeys, config({ revoke: true }));
  expect([ran.text, valid(on), stored().previous]).toEqual(["", prefixes(stored()), []]);
});

/** Issues two pairs, and revokes the first one outside. */
async function revokedOutside(): Promise<readonly [ActionAccount, StoredKeys]> {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const one = stored();
  await on.invoke(rotateKeys, config());
  const ids = on.service
    .state()
    .node_keys.filter((key) =>
      prefixes(one).includes((key as unknown as { value_prefix: string }).value_prefix),
    );
  for (const { id } of ids) on.service.revokeKeyOutside("c-1", id);
  return [on, one];
}

test("a key that is not valid any more is taken out of the file", async () => {
  const [on] = await revokedOutside();
  const ran = await on.invoke(rotateKeys, config({ issue: false, revoke: true }));
  expect([ran.text, stored().previous]).toEqual(["", []]);
  expect(ran.progress[0]).toContain("admin key not valid any more, search-only key not valid any more");
});

test("a rejected key stays in the file while the nodes list one that begins like it, which is not revoked", async () => {
  const [on, one] = await revokedOutside();
  const foreign = `${one.admin_key.slice(0, 4)}-of-somebody-else-0123456789`;
  on.service.createNodeKeyOutside("c-1", {
    value: foreign,
    description: "",
    actions: ["*"],
    collections: ["*"],
  });
  const ran = await on.invoke(rotateKeys, config({ issue: false, revoke: true }));
  expect([ran.text, stored().previous.length]).toEqual([expect.stringContaining("could not be revoked"), 1]);
  expect(valid(on)).toContain(foreign.slice(0, 4));
});

test("nothing is revoked where two keys may be the old one", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const one = stored();
  const twin = `${one.admin_key.slice(0, 4)}-of-somebody-else-0123456789`;
  on.service.createNodeKeyOutside("c-1", {
    value: twin,
    description: "",
    actions: ["*"],
    collections: ["*"],
  });
  const ran = await on.invoke(rotateKeys, config({ revoke: true }));
  expect(ran.text).toContain("could not be revoked");
  expect(stored().previous).toHaveLength(1);
  expect(valid(on).filter((prefix) => prefix === one.admin_key.slice(0, 4))).toHaveLength(2);
});

test("the key that the provider itself uses is not revoked", async () => {
  const on = actionAccount();
  writeFileSync(
    file(),
    JSON.stringify({ cluster_id: "c-1", admin_key: NODE_KEY, search_only_key: "a-search-key" }),
  );
  const ran = await on.invoke(rotateKeys, config({ revoke: true }));
  expect(ran.text).toContain("The provider itself uses a key that is to be revoked");
  expect(stored().previous).toMatchObject([{ admin_key: NODE_KEY }]);
});

test.each([
  ["other content", "hello", "is not valid JSON"],
  ["no keys", JSON.stringify({ cluster_id: "c-1", a: 1 }), "has no keys"],
  [
    "another cluster",
    JSON.stringify({ cluster_id: "c-2", admin_key: "a", search_only_key: "b" }),
    "about cluster c-2",
  ],
])("a file with %s stays as it is, and nothing is issued", async (_, text, says) => {
  const on = actionAccount();
  writeFileSync(file(), text);
  const ran = await on.invoke(rotateKeys, config());
  expect([ran.text, readFileSync(file(), "utf8")]).toEqual([expect.stringContaining(says), text]);
  expect([ran.sent, (await on.plan(rotateKeys, config())).failed]).toEqual([[], true]);
});

test("a folder that cannot be written to costs no pair", async () => {
  const on = actionAccount();
  const ran = await on.invoke(rotateKeys, config({ output_file: join(folder(), "none", "keys.json") }));
  expect([ran.text, valid(on)]).toEqual([expect.stringContaining("No keys were issued"), []]);
});

const ISSUE = "issueClusterApiKeys";

test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
  "issuing, %s: one request, and no pair is lost without a word",
  async (_, fault) => {
    const on = actionAccount();
    on.service.holdFor(fault.letsGoAfter ?? null);
    on.service.addFault({ match: { operation: ISSUE }, effect: fault.effect });
    const ran = await on.invoke(rotateKeys, config());
    const issued = ran.sent.filter((operation) => operation === ISSUE).length;
    expect(issued).toBe(fault.tells === "later" ? 2 : 1);
    expect(existsSync(pending())).toBe(false);
    if (!ran.failed) return expectNothingLost(on, ran);
    expect(existsSync(file())).toBe(false);
    if (fault.tells === "nothing") expect(ran.text).toMatch(/revoke|DELETE \/keys/);
    for (const text of [ran.text, ...ran.progress]) expect(text).not.toMatch(/\b[A-Za-z0-9]{32}\b/);
  },
);

const STEPS = ["listKeys", "searchDocuments", "getKey", "deleteKey", "getCluster"] as const;
test.each(STEPS.flatMap((operation) => FAULTS.map((fault) => [operation, fault.name, fault] as const)))(
  "%s, %s: after another run, only the new pair is valid, and every key was in a file all the time",
  async (operation, _, fault) => {
    const on = actionAccount();
    await on.invoke(rotateKeys, config());
    on.service.holdFor(fault.letsGoAfter ?? null);
    on.service.addFault({ match: { operation }, effect: fault.effect });
    const ran = await on.invoke(rotateKeys, config({ revoke: true }));
    expectNothingLost(on, ran);
    on.service.clearFaults();
    const isStored = existsSync(file()) && stored().previous.length + prefixes(stored()).length > 2;
    const again = ran.failed ? await on.invoke(rotateKeys, config({ issue: !isStored, revoke: true })) : ran;
    expect(again.text).toBe("");
    expect([valid(on), stored().previous]).toEqual([prefixes(stored()), []]);
    expect(on.service.issuedKeys("c-1")).toBeLessThanOrEqual(3);
  },
);

test("killed after the pair was issued, the next run continues with it", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const { admin_key, search_only_key } = stored();
  rmSync(file());
  writeFileSync(
    pending(),
    JSON.stringify({
      cluster_id: "c-1",
      requested_at: "2026-01-01T00:00:00Z",
      pair: { admin_key, search_only_key, issued_at: "2026-01-01T00:00:01Z" },
    }),
  );
  const ran = await on.invoke(rotateKeys, config());
  expect([ran.text, ran.sent.includes(ISSUE), stored().admin_key]).toEqual(["", false, admin_key]);
  expect(existsSync(pending())).toBe(false);
});

test("killed while it requested a pair, or beside a run that does, nothing is issued, and the error says how to go on", async () => {
  const on = actionAccount();
  writeFileSync(
    pending(),
    JSON.stringify({ cluster_id: "c-1", requested_at: "2026-01-01T00:00:00Z", pair: null }),
  );
  const ran = await on.invoke(rotateKeys, config());
  expect(ran.text).toContain(
    "An earlier rotation did not finish: It requested a pair of keys at 2026-01-01T00:00:00Z",
  );
  expect(valid(on)).toEqual([]);
});

test("interrupted at any message, it says where the keys are", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const stop = new AbortController();
  const ran = await on.invoke(rotateKeys, config({ revoke: true }), {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  expectNothingLost(on, ran);
  if (ran.failed) expect(ran.text).toContain("invoke the action with issue = false and revoke = true");
  const never = await on.invoke(rotateKeys, config(), { signal: AbortSignal.abort() });
  expect(never.failed).toBe(true);
  expectNothingLost(on, never);
});

test("the plan says what is issued and revoked, sends nothing that changes anything, and plans unknown values", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const ran = await on.plan(rotateKeys, config({ revoke: true }));
  expect(ran.said.map(({ summary }) => summary)).toEqual([
    "A new pair of keys of cluster c-1 is issued",
    "1 pair of keys of cluster c-1 is revoked",
  ]);
  expect(ran.sent).toEqual(["getAccount"]);
  expect((await on.plan(rotateKeys, config({ issue: false, revoke: true }))).said).toEqual([]);
  expect((await on.plan(rotateKeys, { cluster_id: UNKNOWN, output_file: UNKNOWN })).failed).toBe(false);
  expect((await on.plan(rotateKeys, config({ issue: false }))).text).toContain("Neither issue nor revoke");
});
