import { NODE_OPERATIONS } from "../../../src/api/dataPlane/operations";
import { createNodesClient, type Nodes } from "../../../src/dataPlane";
import { Secrets } from "../../../src/redaction";
import { echoing, ending, expectNoSecret, run } from "../../client/faults/run";
import { memoryLog, never } from "../../client/kit/client";
import { FAULTS, type FaultCase } from "../../support/faultMatrix";
import { HISTORY } from "../../support/history";
import { CALLED, CATALOG, type Called, CLUSTER, FIELDS, NOT_CALLED, OF_EACH, OF_ONE } from "./operations";

/**
 * Every operation under every fault of the node that gets the first request. All cases share a cluster of three nodes in this process, on
 * a simulated clock; each uses a name of its own (docs/design/data-plane.md#nodes).
 */
const options = { signal: never() };
const KEY = "data-key-0123456789abcdef";
const settings = { high_availability: "yes", region_node_counts: { oregon: 3 } };
const { service, clock } = run({
  seed: { clusters: [{ id: CLUSTER, search_server_version: "30.2", ...settings }] },
});
const log = memoryLog();
/** The secrets that are redacted in everything that leaves the process. */
const secrets = new Secrets();
const nodes: Nodes = createNodesClient({
  log,
  secrets,
  dependencies: { transport: service.transport, clock, random: () => 0 },
}).at({
  urls: hostnames().map((name) => `http://127.0.0.1/nodes/${name}`),
  apiKey: KEY,
  keyOrigin: "api_key of this resource",
  named: `cluster ${CLUSTER}`,
});

function hostnames(): readonly string[] {
  return service.state().clusters[0]?.hostnames?.nodes ?? [];
}

beforeAll(() => {
  expect(hostnames()).toHaveLength(3);
  service.createNodeKeyOutside(CLUSTER, { value: KEY, actions: ["*"], collections: ["*"] });
  service.createCollectionOutside(CLUSTER, { name: CATALOG, fields: FIELDS });
  service.createCollectionOutside(CLUSTER, HISTORY);
});
beforeEach(() => {
  service.clearJournal();
  service.clearFaults();
  log.entries.length = 0;
});

test("every operation is in a table, or is never called", () => {
  const all = [...CALLED.map(({ id }) => id), ...OF_EACH, ...OF_ONE, ...NOT_CALLED];
  expect([...all].sort()).toEqual(Object.keys(NODE_OPERATIONS).sort());
});

let count = 0;
/** Plays one call, whose first request meets the fault. */
async function play({ id, prepare, call, done }: Called, fault: FaultCase | null) {
  count += 1;
  const own = `r${count}`;
  const handle = prepare?.(service, own);
  const name = typeof handle === "string" ? handle : own;
  if (fault) {
    service.holdFor(fault.letsGoAfter ?? null);
    service.addFault({ match: { operation: id }, effect: echoing(fault.effect, KEY) });
  }
  const end = await ending(clock, call(nodes, name, options));
  if (fault?.work === "late") await clock.sleep(1_000, options.signal);
  const sent = service.journal().filter(({ operation }) => operation === id).length;
  expectNoSecret(secrets, [KEY], "error" in end ? end.error : null, log.entries);
  return { end, sent, done: done?.(service, name), own };
}

/** Returns an answer as JSON, without the values that differ between names. */
const shape = (answer: unknown, name: string) =>
  JSON.stringify(answer ?? null)
    .replaceAll(name, "NAME")
    .replace(/"(created_at|id|value|value_prefix)":("\w+"|\d+)/g, '"$1":0');

/** Streams pass on what arrives; the reader of the lines finds the damage. */
const isOtherLine = ({ effect }: FaultCase) =>
  effect.kind === "error_in_200" ||
  (effect.kind === "damage" && effect.as === "truncated") ||
  (effect.kind === "status" && effect.status === 200);

describe.each(CALLED.map((called) => [called.id, called] as const))("%s", (id, called) => {
  const { kind, method, stream } = NODE_OPERATIONS[id];
  let right = "";
  beforeAll(async () => {
    const { end, own } = await play(called, null);
    if (!("answer" in end)) throw end.error;
    right = shape(end.answer, own);
  });

  // The transport limits the silence of a stream; this one does not.
  const faults = FAULTS.filter(({ effect }) => stream === "none" || effect.kind !== "hold");
  test.each(faults)("$name at the first node", async (fault) => {
    const { end, sent, done, own } = await play(called, fault);
    const isRedirect = fault.effect.kind === "redirect";
    if (stream !== "none" && isOtherLine(fault)) {
      expect("answer" in end ? shape(end.answer, own) : null).not.toBe(right);
      expect(sent).toBe(1);
      if (kind === "write") expect(done).toBe(fault.work === "done" ? 1 : 0);
      return;
    }
    if (kind === "write" && isRedirect) {
      expect([end, sent, done]).toEqual([{ error: expect.objectContaining({ kind: "redirect" }) }, 1, 0]);
      return;
    }
    if (id === "updateCollection" && fault.effect.kind === "hold" && fault.work === "never") {
      // The server had unlimited time.
      const detail = expect.stringContaining("before the timeout. The request may still be carried out");
      expect([end, sent]).toEqual([{ error: expect.objectContaining({ kind: "lost_write", detail }) }, 1]);
      return;
    }
    expect("answer" in end ? shape(end.answer, own) : end.error).toBe(right);
    if (kind === "write") expect(done).toBe(1);
    // A write that may have been carried out is read first, and not sent again if it was.
    if (kind === "read") expect(sent).toBe(fault.tells === "all" ? 1 : 2);
    // The server checks the condition of a delete by filter again, so nothing waits for a late one.
    const isAgain = fault.work === "never" || (id === "deleteDocuments" && fault.work === "late");
    if (method === "PUT" || method === "DELETE") expect(sent).toBe(isAgain ? 2 : 1);
  });
});

describe.each(OF_EACH)("%s of each node", (id) => {
  test.each(FAULTS)("$name at one node: the others report their health", async (fault) => {
    service.holdFor(fault.letsGoAfter ?? null);
    service.addFault({ match: { operation: id }, effect: echoing(fault.effect, KEY) });
    const end = (await ending(clock, nodes.each(options))) as { answer: Awaited<ReturnType<Nodes["each"]>> };
    const well = end.answer.filter(
      ({ healthy, state, error }) => healthy && state !== null && error === null,
    );
    // No call waits 30 s for a node's health.
    const isWell = fault.tells === "all" && fault.effect.kind !== "hold";
    expect(well.length).toBe(isWell ? 3 : 2);
    expect(service.journal()).toHaveLength(6);
    expectNoSecret(secrets, [KEY], end, log.entries);
  });
});
