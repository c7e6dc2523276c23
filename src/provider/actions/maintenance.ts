import { NODE_OPERATIONS } from "../../api/dataPlane/operations";
import type { AtNode, Maintenance } from "../../dataPlane";
import {
  type ActionCall,
  type ActionPlanning,
  checks,
  define,
  defineActionSchema,
  isUnknown,
  type Plannable,
  TerraformError,
  t,
} from "../../framework";
import { hasSummary } from "../model/errors";
import { type NodeValues, nodeValidators, resolveNodes } from "../shared/dataPlane";
import { loadDataPlane, nodesClientOf, type Service } from "../shared/service";
import { timeoutArgument } from "./arguments";
import { endedEarly, NOTHING_SENT } from "./ending";
import { keyOfAction, nodeArguments } from "./nodeArguments";
import { reporting } from "./reporting";

/** An operation at each node, in words. */
interface Work {
  readonly maintenance: Maintenance;
  /** As in "to clear the cache of" (… the nodes). */
  readonly purpose: string;
  /** As in "the cache was cleared". */
  readonly done: string;
}

/** Plans nothing: an operation that may take long, or slows searches down, is announced. */
function announce(
  { config, warn }: ActionPlanning<Pick<NodeValues, "cluster_id" | "node_urls">, Service>,
  what: string,
  effect: string,
): void {
  warn(`${what} ${describeNodes(config)}`, effect);
}

/** Describes nodes within a sentence: "cluster c-1", "3 nodes". */
function describeNodes({
  cluster_id: cluster,
  node_urls: urls,
}: Plannable<Pick<NodeValues, "cluster_id" | "node_urls">>) {
  if (typeof cluster === "string") return `each node of cluster ${cluster}`;
  if (isUnknown(cluster) || isUnknown(urls) || urls === null) return "nodes that are not known yet";
  return urls.length === 1 ? `the node ${urls[0]}` : `each of ${urls.length} nodes`;
}

/** Runs the operation once at each node, and reports each result. */
async function atAllNodes(
  call: ActionCall<Service>,
  values: NodeValues,
  { maintenance, purpose, done }: Work,
): Promise<void> {
  const nodes = await resolveNodes(call, values, purpose, keyOfAction(values)).catch((error: unknown) => {
    throw endedEarly(error, NOTHING_SENT);
  });
  const { atEachNode } = await loadDataPlane();
  const { clock } = nodes;
  // A node that is named twice is still one node.
  const target = { ...nodes.target, urls: [...new Set(nodes.target.urls)] };
  const total = target.urls.length;
  const results: AtNode[] = [];
  const rest = () => target.urls.slice(results.length);
  try {
    const running = atEachNode(await nodesClientOf(call.service), target, maintenance, call);
    for (;;) {
      const say = (minutes: number) => call.progress(`Still waiting for ${rest()[0]}: ${minutes} min`);
      const { value, done: isOver } = await reporting(clock, running.next(), say);
      if (isOver) break;
      results.push(value);
      if (value.error === null) call.progress(`${value.url}: ${done} (${results.length} of ${total} nodes)`);
      else call.progress(`${value.url}: ${value.error.summary} (${results.length} of ${total} nodes)`);
    }
  } catch (error) {
    throw hasSummary(error) ? new TerraformError(error.summary, outcomeOf(results, rest(), done)) : error;
  }
  const failed = results.flatMap(({ error }) => error ?? []);
  const [first] = failed;
  if (first === undefined) return;
  throw new TerraformError(
    total === 1 ? first.summary : `${failed.length} of ${total} nodes: ${first.summary}`,
    `${failed.map(({ detail }) => detail).join("\n\n")}${total === 1 ? "" : `\n\n${outcomeOf(results, [], done)}`}`,
  );
}

/** Describes the outcome at each node, as sentences. */
function outcomeOf(results: readonly AtNode[], untouched: readonly string[], done: string): string {
  const urlsOf = (isMeant: (one: AtNode) => boolean) => results.filter(isMeant).map(({ url }) => url);
  const lines: readonly (readonly [urls: readonly string[], what: string])[] = [
    [urlsOf(({ error }) => error === null), `${done} at`],
    [urlsOf(({ error }) => error?.kind === "lost_write"), "it is unknown whether it was done at"],
    [urlsOf(({ error }) => error !== null && error.kind !== "lost_write"), "it was not done at"],
    [untouched, "nothing was requested of"],
  ];
  const all = lines
    .flatMap(([urls, what]) => (urls.length === 0 ? [] : `${what} ${urls.join(", ")}`))
    .join("; ");
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`;
}

const TIMEOUT = "30m";

/** `action "searchcloud_clear_cache"` (docs/design/actions.md#nodes). */
export const clearCache = define<Service>().action({
  name: "clear_cache",
  description:
    `Clears the cache of search results at each node of a cluster or server. The key needs the action \`${NODE_OPERATIONS.clearCache.action}\`. One request to each node: if an ` +
    "answer is lost, the error says so, and nothing is sent again.",
  schema: defineActionSchema({
    ...nodeArguments,
    timeout: timeoutArgument("How long it may take at all nodes together, a duration. The default is `5m`."),
  }),
  validators: nodeValidators,
  timeout: "5m",
  invoke: (call, config) =>
    atAllNodes(call, config, {
      maintenance: { id: "clearCache" },
      purpose: "to clear the cache of the nodes",
      done: "the cache was cleared",
    }),
});

/** `action "searchcloud_compact"` (docs/design/actions.md#nodes). */
export const compact = define<Service>().action({
  name: "compact",
  description:
    `Compacts the database of each node of a cluster or server, one node after the other, which frees disk space after many deletes. The key needs the action \`${NODE_OPERATIONS.compactDatabase.action}\`. One ` +
    "request to each node: if an answer is lost, the error says so, and nothing is sent again.",
  schema: defineActionSchema({
    ...nodeArguments,
    timeout: timeoutArgument(
      `How long it may take at all nodes together, a duration. The default is \`${TIMEOUT}\`.`,
    ),
  }),
  validators: nodeValidators,
  timeout: TIMEOUT,
  plan: (planning) =>
    announce(
      planning,
      "The database is compacted at",
      "A node is slower meanwhile, and needs free disk space. The nodes follow one after the other.",
    ),
  invoke: (call, config) =>
    atAllNodes(call, config, {
      maintenance: { id: "compactDatabase" },
      purpose: "to compact the database of the nodes",
      done: "the database was compacted",
    }),
});

/** `action "searchcloud_snapshot"` (docs/design/actions.md#nodes). */
export const snapshot = define<Service>().action({
  name: "snapshot",
  description:
    "Takes a snapshot at each node of a server of your own, into a folder on the disk of the node: before an upgrade of the server, or for a backup. Not for hosted " +
    `clusters: nobody can reach the disks of their nodes, and the service makes its own backups. The key needs the action \`${NODE_OPERATIONS.createSnapshot.action}\`. One request to each node: if an answer is lost, ` +
    "the error says so, and nothing is sent again.",
  schema: defineActionSchema({
    node_urls: {
      ...nodeArguments.node_urls,
      mode: "required",
      description: "URLs of the nodes, such as `https://search.example:443`. Plain HTTP for loopback only.",
    },
    api_key: nodeArguments.api_key,
    snapshot_path: {
      type: t.string,
      mode: "required",
      description:
        "Folder on the disk of each node, to which the server can write. A relative path is relative to the working directory of the server. Use another folder for each snapshot.",
      validators: [checks.notEmpty()],
    },
    timeout: timeoutArgument(
      `How long it may take at all nodes together, a duration. The default is \`${TIMEOUT}\`.`,
    ),
  }),
  timeout: TIMEOUT,
  invoke: (call, { snapshot_path, ...values }) =>
    atAllNodes(
      call,
      { ...values, cluster_id: null },
      {
        maintenance: { id: "createSnapshot", query: { snapshot_path } },
        purpose: "to take snapshots of the nodes",
        done: `the snapshot is in ${snapshot_path}`,
      },
    ),
});
