import { isRecord } from "../../domain/rules/fields";
import { created, jsonOf, type NodeCall, NodeRefusal, type NodeReply } from "../call";

/** What takes effect without a restart, in the order in which it is looked at; everything else of a body is ignored. */
const SETTINGS: readonly (readonly [
  name: string,
  kind: "integer" | "positive integer" | "boolean",
  other?: string,
])[] = [
  ["log-slow-requests-time-ms", "integer"],
  ["log-slow-searches-time-ms", "integer"],
  ["enable-search-logging", "boolean"],
  ["healthy-read-lag", "positive integer", "a positive integer"],
  ["healthy-write-lag", "positive integer"],
  ["cache-num-entries", "positive integer"],
  ["embedding-cache-num-entries", "positive integer"],
  ["skip-writes", "boolean"],
];

/** Of this node alone, until it restarts. What comes before a wrong one is set. */
export function updateConfig(call: NodeCall): NodeReply {
  const given = jsonOf(call);
  for (const [name, kind, other = "an integer"] of isRecord(given) ? SETTINGS : []) {
    const value = (given as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    const isRight = kind === "boolean" ? typeof value === "boolean" : Number.isInteger(value);
    const words = kind === "boolean" ? "a boolean" : other;
    if (!isRight) throw new NodeRefusal(400, `Configuration \`${name}\` must be ${words}.`);
    if (kind === "positive integer" && Number(value) <= 0) {
      throw new NodeRefusal(400, `Configuration \`${name}\` must be a positive integer.`);
    }
    take(call, name, value);
  }
  return created({ success: true });
}

/** The two settings that something here follows from. */
function take({ cluster, data, hostname }: NodeCall, name: string, value: unknown): void {
  if (name === "cache-num-entries") data.cacheEntries = Number(value);
  if (name !== "skip-writes") return;
  if (value === true) cluster.data.skipping.add(hostname);
  else cluster.data.skipping.delete(hostname);
}
