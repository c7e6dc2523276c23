import {
  createNodesClient,
  endTemporaryKey,
  type NodesTarget,
  openTemporaryKey,
  type TemporaryKey,
} from "../../../src/dataPlane";
import type { Transport } from "../../../src/http/transport";
import { Secrets } from "../../../src/redaction";
import { echoing, ending, expectNoSecret, run } from "../../client/faults/run";
import { memoryLog, never } from "../../client/kit/client";
import { FAULTS } from "../../support/faultMatrix";

/** Temporary keys on a cluster of three nodes in this process, on a simulated clock (docs/design/data-plane.md#temporary). */
const CLUSTER = "c-1";
const KEY = "data-key-0123456789abcdef";
const HOUR = 3_600_000;
const ALL = { actions: ["*"], collections: ["*"] };
const SEARCH = { actions: ["documents:search"], collections: ["books"] };

type Sent = Parameters<Transport["send"]>[0];

/** @param edit changes a request before the service has it: that of a server which ignores a part */
function account(
  assumptions: Readonly<Record<string, unknown>> = {},
  edit: (request: Sent) => Sent = (request) => request,
) {
  const settings = { high_availability: "yes", region_node_counts: { oregon: 3 } };
  const on = run({
    assumptions,
    seed: { clusters: [{ id: CLUSTER, search_server_version: "30.2", ...settings }] },
  });
  const { service, clock } = on;
  service.createNodeKeyOutside(CLUSTER, { value: KEY, ...ALL, description: "the caller's" });
  const [log, secrets] = [memoryLog(), new Secrets()];
  const transport = {
    ...service.transport,
    send: (request: Sent) => service.transport.send(edit(request)),
  };
  const client = createNodesClient({
    log,
    secrets,
    dependencies: { transport, clock, random: () => 0 },
  });
  const hostnames = service.state().clusters[0]?.hostnames?.nodes ?? [];
  const target: NodesTarget = {
    urls: hostnames.map((name) => `http://127.0.0.1/nodes/${name}`),
    apiKey: KEY,
    keyOrigin: "data_api_key of the provider",
    named: `cluster ${CLUSTER}`,
  };
  const open = (allowed = ALL, offsetMs = 0, signal = never(), lifetimeMs = HOUR) =>
    ending(
      clock,
      openTemporaryKey(
        client,
        target,
        { ...allowed, lifetimeMs, now: () => clock.now() + offsetMs },
        { signal },
      ),
    );
  return {
    ...on,
    log,
    secrets,
    client,
    target,
    hostnames,
    open,
    /** Opens a key that must not fail. */
    async opened(allowed = ALL, offsetMs = 0): Promise<TemporaryKey> {
      const end = await open(allowed, offsetMs);
      if ("error" in end) throw end.error;
      return end.answer as TemporaryKey;
    },
    end: (key: TemporaryKey) => ending(clock, endTemporaryKey(client, target, key, { signal: never() })),
    /** The requests to nodes since the last call, by operation, each with its key. */
    requests() {
      const all = service.journal().map(({ operation, key }) => `${operation} ${key}`);
      service.clearJournal();
      return all;
    },
    /** The keys but the caller's. */
    keys: () => service.state().node_keys.filter(({ description }) => description !== "the caller's"),
  };
}

test("costs two requests if it may delete itself: one to create it, one to delete it, with the key itself", async () => {
  const on = account();
  const key = await on.opened();
  const begins = on.clock.now() / 1000;
  const description = expect.stringMatching(
    /^Temporary key of Terraform, opened at 2026-01-01T00:00:00Z \(\w{8}\)$/,
  );
  expect(on.keys()).toEqual([
    expect.objectContaining({ ...ALL, description, autodelete: true, expires_at: begins + 3_600 }),
  ]);
  expect(await on.end(key)).toEqual({ answer: "deleted" });
  expect(on.requests()).toEqual(["createKey key 0", "deleteKey key 1"]);
  expect(on.keys()).toEqual([]);
  expectNoSecret(on.secrets, [key.value, KEY], on.log.entries);
});

test.each([["*"], ["keys:*"], ["keys:delete"]])(
  "one with %s deletes itself, after the caller's key is revoked",
  async (action) => {
    const on = account();
    const key = await on.opened({ actions: [action], collections: ["books"] });
    on.service.revokeKeyOutside(CLUSTER, 0);
    expect(await on.end(key)).toEqual({ answer: "deleted" });
    expect(on.keys()).toEqual([]);
  },
);

test("one that may not is read at every node first, and deleted with the key that created it", async () => {
  const on = account();
  const key = await on.opened(SEARCH);
  expect(await on.end(key)).toEqual({ answer: "deleted" });
  expect(on.requests()).toEqual(["createKey key 0", ...Array(3).fill("getKey key 0"), "deleteKey key 0"]);
  expect(on.keys()).toEqual([]);
});

describe("every fault of the first node, when it is created", () => {
  test.each(FAULTS)("$name: one key, or an error that leaves none", async (fault) => {
    const on = account();
    on.service.holdFor(fault.letsGoAfter ?? null);
    on.service.addFault({ match: { operation: "createKey" }, effect: echoing(fault.effect, KEY) });
    const end = await on.open();
    if (fault.work === "late") await on.clock.sleep(1_000, never());
    expectNoSecret(on.secrets, [KEY], "error" in end ? end.error : null, on.log.entries);
    if (fault.effect.kind === "redirect") {
      expect(["error" in end, on.keys()]).toEqual([true, []]);
      return;
    }
    const { id } = (end as { answer: TemporaryKey }).answer;
    expect(on.keys().map((key) => String(key.id))).toEqual([id]);
    expect(await on.end((end as { answer: TemporaryKey }).answer)).toEqual({ answer: "deleted" });
    expect(on.keys()).toEqual([]);
  });
});

describe.each([
  ["itself", ALL],
  ["the key that created it", SEARCH],
] as const)("every fault of the first delete with %s", (_, allowed) => {
  test.each(FAULTS)("$name", async (fault) => {
    const on = account();
    const key = await on.opened(allowed);
    on.service.holdFor(fault.letsGoAfter ?? null);
    on.service.addFault({ match: { operation: "deleteKey" }, effect: echoing(fault.effect, KEY) });
    const end = await on.end(key);
    if (fault.work === "late") await on.clock.sleep(1_000, never());
    expectNoSecret(on.secrets, [key.value, KEY], end, on.log.entries);
    const isRedirect = fault.effect.kind === "redirect";
    expect(["answer" in end, on.keys().length]).toEqual([!isRedirect, isRedirect ? 1 : 0]);
  });
});

test("a create that keeps failing after it was carried out leaves no key, and says so", async () => {
  const on = account();
  // The answers of POST, and of the lists that would show the key, for as long as the create looks for it.
  on.service.addFault({ match: { operation: "createKey" }, effect: { kind: "reset", when: "after" } });
  on.service.addFault({
    match: { operation: "listKeys", times: 6 },
    effect: { kind: "status", status: 401 },
  });
  const { error } = (await on.open()) as { error: Error };
  expect(error).toMatchObject({
    detail: expect.stringContaining("was deleted again: none is left. Run again."),
  });
  expect(on.keys()).toEqual([]);
});

test("where it cannot be found either, the error says which key may be left, and when it expires", async () => {
  const on = account();
  on.service.addFault({ match: { operation: "createKey" }, effect: { kind: "reset", when: "after" } });
  on.service.addFault({
    match: { operation: "listKeys", times: 0 },
    effect: { kind: "status", status: 401 },
  });
  const { error } = (await on.open()) as { error: { detail: string } };
  const [left] = on.keys();
  expect(error.detail).toContain(`"${left?.description}" may be left. It expires at 2026-01-01T01:00:0`);
  expect(error.detail).not.toContain("It stays valid until it is deleted");
});

test("interrupted while the answer is lost: the key is looked for once more, and deleted", async () => {
  const on = account();
  const stop = new AbortController();
  on.service.addFault({ match: { operation: "createKey" }, effect: { kind: "hold", when: "after" } });
  stop.abort();
  const { error } = (await on.open(ALL, 0, stop.signal)) as { error: { detail: string } };
  expect(error.detail).toContain("was deleted again");
  expect(on.keys()).toEqual([]);
});

test.each([
  ["behind", -24 * HOUR],
  ["ahead of", 24 * HOUR],
])(
  "a machine whose clock is %s that of the nodes: the key is created again, and lives as long as it should",
  async (_, offset) => {
    const on = account();
    const { id } = await on.opened(ALL, offset);
    expect(on.keys()).toEqual([
      expect.objectContaining({ id: Number(id), expires_at: on.clock.now() / 1000 + 3_600 }),
    ]);
    expect(on.requests().filter((line) => line.startsWith("createKey"))).toHaveLength(2);
  },
);

test("a difference of a tenth of its life is left alone, and the next key of the process goes by the node's clock", async () => {
  const on = account();
  await on.opened(ALL, HOUR / 10);
  const { body } = await on.opened(ALL, HOUR / 10);
  expect(body.expires_at).toBe(on.clock.now() / 1000 + 3_600);
  expect(on.requests()).toHaveLength(2);
});

test("another key that has the id by now is left alone", async () => {
  const on = account();
  const keys = [await on.opened(ALL), await on.opened(SEARCH)];
  on.service.rebuildOutside(CLUSTER);
  on.service.createNodeKeyOutside(CLUSTER, { value: KEY, ...ALL, description: "the caller's" });
  for (const description of ["a", "b", "c"])
    on.service.createNodeKeyOutside(CLUSTER, { ...ALL, description });
  for (const key of keys) {
    const { answer } = (await on.end(key)) as { answer: { identity: string } };
    expect(answer.identity).toBe("other");
  }
  expect(on.keys().map(({ description }) => description)).toEqual(["a", "b", "c"]);
});

test("an answer about another key does not count: the list tells which one is ours", async () => {
  const on = account();
  const theirs = on.service.createNodeKeyOutside(CLUSTER, { ...ALL, description: "theirs" });
  const json = { id: theirs, ...ALL, description: "theirs", expires_at: 5, value: "somebody-elses-value" };
  const effect = { kind: "answer", status: 201, json, when: "after" } as const;
  on.service.addFault({ match: { operation: "createKey" }, effect });
  const key = await on.opened();
  expect(await on.end(key)).toEqual({ answer: "deleted" });
  expect(on.keys().map(({ id }) => id)).toEqual([theirs]);
});

test("a server that chooses values itself: the value in its answer counts", async () => {
  const on = account({ chosen_key_value: "ignored" });
  const key = await on.opened();
  expect(await on.end(key)).toEqual({ answer: "deleted" });
  expect(on.keys()).toEqual([]);
});

test("and if that answer is lost, the key whose value nobody knows is deleted again", async () => {
  const on = account({ chosen_key_value: "ignored" });
  on.service.addFault({ match: { operation: "createKey" }, effect: { kind: "reset", when: "after" } });
  const { error } = (await on.open()) as { error: { detail: string } };
  expect(error.detail).toContain("was deleted again");
  expect(on.keys()).toEqual([]);
});

/** Returns a server that creates keys without some of the requested properties, or with others. */
const ignoring =
  (given: Readonly<Record<string, unknown>>) =>
  (request: Sent): Sent => {
    if (request.method !== "POST") return request;
    return { ...request, body: JSON.stringify({ ...JSON.parse(request.body ?? ""), ...given }) };
  };

describe.each([
  ["expires_at", { expires_at: undefined }, "expires_at never"],
  ["autodelete", { autodelete: undefined }, "autodelete false"],
  ["the life, which it shortens", { expires_at: 1_767_225_700 }, "expires_at 2026-01-01T00:01:40Z"],
  ["value and expires_at", { value: undefined, expires_at: undefined }, "expires_at never"],
])("a server that ignores %s", (_, given, shown) => {
  test("the key is deleted, and the error says how it differs: nothing that never expires is left", async () => {
    const on = account({}, ignoring(given));
    const { error } = (await on.open()) as { error: { detail: string } };
    expect(error.detail).toContain("The server has created key 1 otherwise than requested: ");
    expect(error.detail).toContain(shown);
    expect(error.detail).toContain("was deleted again: none is left");
    expect(on.keys()).toEqual([]);
    expect(on.requests().filter((line) => line.startsWith("createKey"))).toHaveLength(1);
  });

  test("also if the key that creates it may not list keys", async () => {
    const on = account({}, ignoring(given));
    on.service.addFault({
      match: { operation: "listKeys", times: 0 },
      effect: { kind: "status", status: 401 },
    });
    const { error } = (await on.open()) as { error: { detail: string } };
    expect(error.detail).toContain("was deleted again: none is left");
    expect(on.keys()).toEqual([]);
  });
});

test("a key that never expires and cannot be deleted is named as such", async () => {
  const on = account({}, ignoring({ expires_at: undefined }));
  on.service.addFault({
    match: { operation: "deleteKey", times: 0 },
    effect: { kind: "status", status: 401 },
  });
  const { error } = (await on.open()) as { error: { detail: string } };
  expect(error.detail).toContain(
    `Key 1, with the description "${on.keys()[0]?.description}" may be left. It never expires`,
  );
  expect(error.detail).not.toContain("the server deletes it some time later");
});

test("what a kill leaves opens nothing once it has expired, and the server deletes it within the hour after that", async () => {
  const on = account();
  const { value } = await on.opened(ALL, 0);
  const own = on.client.at({ ...on.target, apiKey: value });
  const list = () => ending(on.clock, own.call("listKeys", {}, { signal: never() }));
  expect(await list()).toHaveProperty("answer");
  await on.clock.sleep(HOUR + 1_000, never());
  expect(await list()).toMatchObject({ error: { kind: "auth" } });
  expect(on.keys()).toHaveLength(1);
  await on.clock.sleep(HOUR, never());
  await list();
  expect(on.keys()).toEqual([]);
});
