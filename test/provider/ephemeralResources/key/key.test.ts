import { findProblems, UNKNOWN } from "../../../../src/framework";
import { Diagnostics } from "../../../../src/framework/diagnostics";
import { closeKey } from "../../../../src/provider/ephemeralResources/key/close";
import { type OpenedKey, openKey } from "../../../../src/provider/ephemeralResources/key/open";
import { temporaryKey } from "../../../../src/provider/ephemeralResources/key/resource";
import type { TemporaryKeyValues } from "../../../../src/provider/ephemeralResources/key/schema";
import { type Service, serviceOf } from "../../../../src/provider/shared/service";
import { collectLog } from "../../../support/log";
import { type NodesAccount, nodesAccount } from "../../onNodes";

/** Temporary keys of cluster c-1 (docs/design/data-plane.md#temporary). The emulator's clock is not that of this machine. */
const START = Date.UTC(2030, 0, 1);
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1" }] }, { clock: { mode: "manual", start: START } });
});
afterEach(() => on.close());

const CONFIG: TemporaryKeyValues = {
  ...{ cluster_id: "c-1", node_urls: null, api_key: null },
  ...{ actions: ["*"], collections: ["*"], ttl: null },
  ...{ value: null, id: null, expires_at: null },
};

/** Opens a key, with what the call has stored and said. */
async function opened(config: Partial<TemporaryKeyValues> = {}, service: Service = on.service) {
  const diagnostics = new Diagnostics();
  let stored: OpenedKey | undefined;
  const common = {
    service,
    signal: new AbortController().signal,
    log: collectLog().log,
    warn: diagnostics.warn,
    setPrivateState: (value: OpenedKey) => {
      stored = value;
    },
    renewAt: () => undefined,
  };
  const values = await openKey({ ...common, privateState: undefined }, { ...CONFIG, ...config });
  // As Terraform keeps it: as bytes.
  const privateState = JSON.parse(JSON.stringify(stored)) as OpenedKey;
  const close = () => closeKey({ ...common, privateState });
  const warned = () => diagnostics.items.map(({ summary, detail }) => `${summary}: ${detail}`);
  return { values, close, warned, privateState };
}

const temporary = () =>
  on.emulator.state().node_keys.filter(({ description }) => description.startsWith("Temporary key"));
const requests = () => {
  const all = on.emulator.journal().map(({ operation }) => operation);
  on.emulator.clearJournal();
  return all;
};

test("the cluster is read once, and the nodes get two requests: the key is made, and deletes itself", async () => {
  const { values, close, warned } = await opened();
  const [key] = temporary();
  expect(values).toEqual({
    id: `c-1/${key?.id}`,
    value: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
    // By the service's clock, which reading the cluster has shown.
    expires_at: "2030-01-01T01:00:00Z",
  });
  expect(key).toMatchObject({ autodelete: true, expires_at: START / 1000 + 3600 });
  await close();
  expect([requests(), temporary(), warned()]).toEqual([["getCluster", "createKey", "deleteKey"], [], []]);
});

test("with node_urls nothing else is read: by the clock of the node, even if this machine has another time", async () => {
  const node_urls = [nodeUrl()];
  const { values, close } = await opened({ cluster_id: null, node_urls, ttl: "90m" });
  expect(values).toMatchObject({
    id: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/nodes\/[^/]+\/\d+$/),
    expires_at: "2030-01-01T01:30:00Z",
  });
  // The first one would have expired years ago.
  expect(requests().filter((operation) => operation === "createKey")).toHaveLength(2);
  expect(temporary()).toHaveLength(1);
  const again = await opened({ cluster_id: null, node_urls });
  await again.close();
  expect(requests()).toEqual(["createKey", "deleteKey"]);
  await close();
  expect(temporary()).toEqual([]);
});

function nodeUrl(): string {
  const [hostname = ""] = on.emulator.state().clusters[0]?.hostnames?.nodes ?? [];
  return on.emulator.nodeUrl.replace("{hostname}", hostname);
}

test("the key of the block counts, and deletes what may not delete itself", async () => {
  const value = "block-key-0123456789";
  const id = on.emulator.createNodeKeyOutside("c-1", {
    value,
    description: "",
    actions: ["keys:*"],
    collections: ["*"],
  });
  const { close } = await opened({ api_key: value, actions: ["documents:search"] });
  await close();
  const used = on.emulator.journal().flatMap(({ operation, key }) => (operation === "getCluster" ? [] : key));
  expect(used).toEqual([`key ${id}`, `key ${id}`, `key ${id}`]);
  expect(temporary()).toEqual([]);
});

test("actions that no server checks are a warning", async () => {
  const { warned } = await opened({ actions: ["documents:serach"] });
  expect(warned()).toEqual([expect.stringContaining('may not know the action "documents:serach"')]);
});

test("a close that fails is a warning that says when the key expires; the run goes on", async () => {
  const { close, warned } = await opened();
  const [key] = temporary();
  const effect = { kind: "status", status: 422, message: "not now" } as const;
  on.emulator.addFault({ match: { operation: "deleteKey", times: 0 }, effect });
  await close();
  expect(warned()).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Temporary key ${key?.id} of cluster c-1 was not deleted: .*422 \\(not now\\).*expires at 2030-01-01T01:00:00Z`,
      ),
    ),
  ]);
});

test("a key that is gone needs nothing: deleted by somebody else, or with its cluster", async () => {
  const [first, second] = [await opened({ actions: ["documents:search"] }), await opened()];
  for (const { id } of temporary()) on.emulator.revokeKeyOutside("c-1", id);
  await first.close();
  await second.close();
  const third = await opened();
  on.emulator.forget("c-1");
  await third.close();
  expect([...first.warned(), ...second.warned(), ...third.warned()]).toEqual([]);
});

test("while the provider's configuration is unknown, the error says how to make Terraform wait, and nothing is sent", async () => {
  for (const service of [serviceOf({}), { ...on.service, dataApiKey: UNKNOWN } as Service])
    await expect(opened({}, service)).rejects.toMatchObject({
      summary: "A temporary key cannot be opened before the provider's configuration is known",
      detail: expect.stringContaining('cluster_id = split("/", searchcloud_key.admin.id)[0]'),
      path: ["cluster_id"],
    });
  await expect(opened({ cluster_id: null, node_urls: [nodeUrl()] }, serviceOf({}))).rejects.toMatchObject({
    path: ["node_urls"],
  });
  expect(requests()).toEqual([]);
});

test("without any key for the nodes, the error names the places for it", async () => {
  await expect(opened({}, { ...on.service, dataApiKey: undefined } as Service)).rejects.toMatchObject({
    summary: "No data-plane key to create a temporary key",
  });
});

test.each<[what: string, config: Partial<TemporaryKeyValues>, problem: RegExp]>([
  ["no nodes", { cluster_id: null }, /^No cluster_id and no node_urls/],
  ["both", { node_urls: ["https://search.example"] }, /^Both cluster_id and node_urls/],
  ["no actions", { actions: [] }, /must not be empty/],
  ["less than a minute", { ttl: "59s" }, /must be at least 1m/],
  ["more than a day", { ttl: "24h1s" }, /must be at most 24h/],
  ["no duration", { ttl: "1 hour" }, /must be a duration/],
])("invalid: %s", (_, config, problem) => {
  const { schema, validators = [] } = temporaryKey;
  const found = findProblems(schema, validators, { ...CONFIG, ...config } as never);
  expect(found.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n")).toMatch(problem);
});
