import { NODE_OPERATIONS } from "../../src/api/dataPlane/operations";
import { createNodesClient, type Nodes } from "../../src/nodes";
import { echoing, ending, expectNoSecret, run } from "../client/faults/run";
import { memoryLog, never } from "../client/kit/client";
import { FAULTS } from "../support/faultMatrix";

const fields = [{ name: "title", type: "string" }];
const options = { signal: never() };
const path = { name: "shop" };

/** A call of each kind, on a cluster with the collection `catalog` and the alias `shop`; and what proves that it was carried out. */
const CALLS = {
  upsertAlias: {
    call: (nodes: Nodes) => nodes.call("upsertAlias", { path, body: { collection_name: "other" } }, options),
    isDone: async (nodes: Nodes) =>
      (await nodes.call("getAlias", { path }, options)).collection_name === "other",
  },
  deleteAlias: {
    call: (nodes: Nodes) => nodes.call("deleteAlias", { path }, options),
    isDone: async (nodes: Nodes) => (await nodes.call("listAliases", {}, options)).length === 0,
  },
  createCollection: {
    call: (nodes: Nodes) => nodes.call("createCollection", { body: { name: "new", fields } }, options),
    isDone: async (nodes: Nodes) => (await nodes.call("listCollections", {}, options)).length === 2,
  },
} as const;

type Called = keyof typeof CALLS;

/** A cluster of three nodes in this process, on a clock that nobody waits for. */
async function cluster() {
  const settings = { high_availability: "yes", region_node_counts: { oregon: 3 } };
  const { client, service, clock } = run({ seed: { clusters: [{ id: "c-1", ...settings }] } });
  const seen = await client.read("c-1", "fresh", options);
  const hostnames = seen.kind === "present" ? (seen.cluster.hostnames?.nodes ?? []) : [];
  expect(hostnames).toHaveLength(3);
  const { admin_key: apiKey } = await client.issueApiKeys("c-1", options);
  const log = memoryLog();
  const dependencies = { transport: service.transport, clock, random: () => 0 };
  const nodes = createNodesClient({ dialect: "search-cloud", log, dependencies }).at({
    urls: hostnames.map((name) => `http://127.0.0.1/nodes/${name}`),
    apiKey,
    keyOrigin: "api_key of this resource",
    named: "cluster c-1",
  });
  await nodes.call("createCollection", { body: { name: "catalog", fields } }, options);
  await nodes.call("upsertAlias", { path, body: { collection_name: "catalog" } }, options);
  return { service, clock, log, nodes, apiKey };
}

describe.each(Object.keys(CALLS) as Called[])("%s", (id) => {
  const { idempotent } = NODE_OPERATIONS[id];

  test.each(FAULTS)("$name at the first node", async (fault) => {
    const { service, clock, log, nodes, apiKey } = await cluster();
    const before = service.journal().length;
    service.holdFor(fault.letsGoAfter ?? null);
    service.addFault({ match: { operation: id }, effect: echoing(fault.effect, apiKey) });
    const end = await ending(clock, CALLS[id].call(nodes));
    const sent = service
      .journal()
      .slice(before)
      .filter(({ operation }) => operation === id);
    if (fault.work === "late") await clock.sleep(1_000, options.signal);
    const done = await CALLS[id].isDone(nodes);

    if (idempotent || fault.tells === "all" || fault.tells === "later") {
      // Whoever carried it out first may have left nothing to delete.
      const wasDone = id === "deleteAlias" && fault.work === "done" && fault.tells === "nothing";
      expect(end).toMatchObject(wasDone ? { error: { kind: "not_found" } } : { answer: expect.anything() });
      expect(done).toBe(true);
      expect(sent).toHaveLength(fault.tells === "all" ? 1 : 2);
    } else {
      const isRedirect = fault.effect.kind === "redirect";
      expect(end).toMatchObject({ error: { kind: isRedirect ? "redirect" : "lost_write" } });
      expect(sent).toHaveLength(1);
      expect(done).toBe(fault.work !== "never");
    }
    expectNoSecret([apiKey], "error" in end ? end.error : null, log.entries);
  });
});
