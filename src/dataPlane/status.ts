import { type DebugRecord, healthSchema } from "../api/dataPlane/records";
import { InterruptedError } from "../http/clock";
import { summarizeEnd } from "../http/explain";
import type { NodeStatus, Nodes } from "./nodes";
import type { Way } from "./request/addressed";
import { type NodesContext, requestNode } from "./request/call";

/** Timeout of one node in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Reads the status of every node, all at once. Throws nothing but InterruptedError. */
export function statusOfEach(
  context: NodesContext,
  { signal, timeoutMs = TIMEOUT_MS, healthOnly = false }: Parameters<Nodes["each"]>[0],
): Promise<readonly NodeStatus[]> {
  return Promise.all(context.ways.map((way) => statusOf(context, way, { signal, timeoutMs, healthOnly })));
}

async function statusOf(
  context: NodesContext,
  way: Way,
  options: Required<Parameters<Nodes["each"]>[0]>,
): Promise<NodeStatus> {
  const [health, debug] = await Promise.all([
    requestNode(context, way, "getHealth", {}, options),
    options.healthOnly ? undefined : requestNode(context, way, "getDebug", {}, options),
  ]);
  if (options.signal.aborted) throw new InterruptedError("reading the status of the nodes");
  // A node that is not healthy answers 503, and may give the reason.
  const said = healthSchema.safeParse(jsonIn(health.outcome.answer?.text));
  const { ok = false, resource_error = null } = said.data ?? {};
  const own = debug && "value" in debug.outcome ? (debug.outcome.value as DebugRecord) : null;
  return {
    url: way.baseUrl,
    // With a full disk, servers answer 200 and true: they serve searches, and reject every write.
    healthy: "value" in health.outcome && ok && resource_error === null,
    state: own?.state ?? null,
    version: own?.version ?? null,
    resource_error,
    error: problemIn(health) ?? lackIn(resource_error) ?? (debug ? problemIn(debug) : null),
  };
}

function lackIn(resource: string | null): string | null {
  return resource === null ? null : `/health: the node lacks a resource (${resource}), and takes no writes`;
}

function problemIn({ attempt, outcome }: Awaited<ReturnType<typeof requestNode>>): string | null {
  return "failed" in outcome ? `${attempt.path}: ${summarizeEnd(attempt, outcome.failed)}` : null;
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
