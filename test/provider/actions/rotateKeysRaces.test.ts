import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rotateKeys } from "../../../src/provider/actions/rotateKeys/action";
import { type ActionAccount, actionAccount, NODE_KEY } from "./kit";
import { rotationFolder, type StoredKeys } from "./rotationFolder";

/** Rotations of a killed process, of a second one at the same time, and of a service that lies. */
const { folder, file, pending, config, stored } = rotationFolder();
const ISSUE = "issueClusterApiKeys";

/** Calls back once, before the first request of an operation is sent. */
function beforeFirst(on: ActionAccount, path: RegExp, act: () => Promise<unknown> | unknown, method = "GET") {
  const { send } = on.service.transport;
  let isDone = false;
  on.service.transport.send = async (request) => {
    if (!isDone && request.method === method && path.test(request.url)) {
      isDone = true;
      await act();
    }
    return send(request);
  };
}

/** Every key that the nodes accept is in a file. */
function expectNoneLost(on: ActionAccount): void {
  const texts = readdirSync(folder()).map((name) => readFileSync(join(folder(), name), "utf8"));
  const prefixes = on.service
    .state()
    .node_keys.map((one) => (one as unknown as { value_prefix: string }).value_prefix);
  expect(
    prefixes.filter(
      (prefix) => !NODE_KEY.startsWith(prefix) && !texts.some((text) => text.includes(`"${prefix}`)),
    ),
  ).toEqual([]);
}

const pendingWith = ({ admin_key, search_only_key }: StoredKeys) =>
  JSON.stringify({
    cluster_id: "c-1",
    requested_at: "2026-01-01T00:00:00Z",
    pair: { admin_key, search_only_key, issued_at: "2026-01-01T00:00:01Z" },
  });

test("killed after the pair was stored, and before the pending file was removed, the next run goes on", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  await on.invoke(rotateKeys, config());
  const before = stored();
  writeFileSync(pending(), pendingWith(before));
  const ran = await on.invoke(rotateKeys, config({ revoke: true }));
  expect([ran.text, ran.sent.includes(ISSUE), existsSync(pending())]).toEqual(["", false, false]);
  expect(stored()).toMatchObject({ admin_key: before.admin_key, previous: [] });
});

test("a pair that another process stores while this run waits for the cluster is not lost", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const first = readFileSync(file());
  await on.invoke(rotateKeys, config());
  const second = readFileSync(file());
  writeFileSync(file(), first);
  beforeFirst(on, /clusters\/c-1$/, () => writeFileSync(file(), second));
  const ran = await on.invoke(rotateKeys, config());
  expect([ran.text, stored().previous.length]).toEqual(["", 2]);
  expectNoneLost(on);
});

test("a run that revokes beside one that issues keeps the new pair in the file", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  await on.invoke(rotateKeys, config());
  const second = stored();
  beforeFirst(on, /\/keys\/\d+$/, () => on.invoke(rotateKeys, config()), "DELETE");
  const ran = await on.invoke(rotateKeys, config({ issue: false, revoke: true }));
  expect(ran.text).toBe("");
  expect(stored().previous.map(({ admin_key }) => admin_key)).toEqual([second.admin_key]);
  expectNoneLost(on);
});

test("two runs that continue with the same pending pair store it once", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const pair = stored();
  rmSync(file());
  writeFileSync(pending(), pendingWith(pair));
  beforeFirst(on, /\/keys$/, () => on.invoke(rotateKeys, config()));
  const ran = await on.invoke(rotateKeys, config());
  expect([ran.text, stored().previous]).toEqual(["", []]);
});

test("a pair that cannot be stored is revoked, and blocks no later run", async () => {
  const on = actionAccount();
  // The name of the draft of the pending file is longer than file systems allow.
  const path = join(folder(), `${"k".repeat(220)}.json`);
  const ran = await on.invoke(rotateKeys, config({ output_file: path }));
  expect(ran.text).toContain("It was revoked again, so nothing is left");
  expect(readdirSync(folder())).toEqual([]);
  expectNoneLost(on);
});

test.each<readonly [string, (pair: StoredKeys) => object]>([
  ["the current pair", (pair) => pair],
  ["one key of it", ({ admin_key }) => ({ admin_key, search_only_key: "other-0123456789abcdefghijklmnop" })],
  ["one key twice", () => ({ admin_key: "twice-0123456789", search_only_key: "twice-0123456789" })],
])("a service that answers with %s: nothing is stored or revoked", async (_, answered) => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const before = stored();
  const { send } = on.service.transport;
  on.service.transport.send = async (request) => {
    const answer = await send(request);
    if (request.method !== "POST" || !/api[-_]keys/.test(request.url)) return answer;
    return { ...answer, text: JSON.stringify(answered(before)) };
  };
  const ran = await on.invoke(rotateKeys, config({ revoke: true }));
  expect(ran.text).toMatch(/is not new|issue/);
  expect([stored(), existsSync(pending()), ran.sent.includes("deleteKey")]).toEqual([before, false, false]);
});

test("a key whose permissions are not those of an issued one is not taken for a foreign one that begins like it", async () => {
  const on = actionAccount();
  await on.invoke(rotateKeys, config());
  const old = "same-of-mine-0123456789abcdefghijk";
  const foreign = "same-of-theirs-0123456789abcdefgh";
  on.service.createNodeKeyOutside("c-1", {
    ...{ value: old, description: "mine", actions: ["*"], collections: [".*"] },
  });
  on.service.createNodeKeyOutside("c-1", {
    ...{ value: foreign, description: "theirs", actions: ["*"], collections: ["*"] },
  });
  const { previous: _, ...current } = stored();
  writeFileSync(
    file(),
    JSON.stringify({ ...current, previous: [{ admin_key: old, search_only_key: "gone-long-ago" }] }),
  );
  const ran = await on.invoke(rotateKeys, config({ issue: false, revoke: true }));
  expect(ran.text).toContain("could not be revoked");
  const same = on.service
    .state()
    .node_keys.filter((one) => (one as unknown as { value_prefix: string }).value_prefix === "same");
  expect(same).toHaveLength(2);
});
