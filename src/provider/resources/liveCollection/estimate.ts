import type { MetricsRecord } from "../../../client";

/** Documents that a server indexes in a second: few for many or large fields, more for small documents. */
export const COPY_RATE = { slow: 2_000, fast: 10_000 } as const;

/** Returns about how long a copy takes: "1 to 5 minutes". */
export function copyTime(documents: number): string {
  const [fast, slow] = [documents / COPY_RATE.fast, documents / COPY_RATE.slow];
  if (slow < 10) return "a few seconds";
  if (slow <= 120) return between(fast, slow, "seconds");
  if (slow <= 7_200) return between(fast / 60, slow / 60, "minutes");
  return between(fast / 3_600, slow / 3_600, "hours");
}

function between(fast: number, slow: number, unit: string): string {
  const [from, to] = [Math.max(1, Math.round(fast)), Math.max(1, Math.round(slow))];
  if (from === to) return `about ${to} ${to === 1 ? unit.slice(0, -1) : unit}`;
  return `${from} to ${to} ${unit}`;
}

/** The memory of the node that has the least left. Bytes. */
export interface NodeMemory {
  readonly used: number;
  readonly total: number;
  /** The memory that the server itself has in use, for all its collections; null: not known. */
  readonly active: number | null;
}

/** The metrics of {@link memoryOf}. */
export const MEMORY_METRICS = [
  "system_memory_used_bytes",
  "system_memory_total_bytes",
  "typesense_memory_active_bytes",
] as const;

/** Returns the memory of the node with the least left, from its last values; null: the metrics do not show it. */
export function memoryOf(records: readonly MetricsRecord[]): NodeMemory | null {
  const last = (metric: string, node: string) =>
    records
      .flatMap(({ metrics }) => metrics[metric]?.[node]?.values ?? [])
      .reduce<number | null>((latest, value) => value ?? latest, null);
  const [usedBytes, totalBytes, activeBytes] = MEMORY_METRICS;
  const nodes = new Set(records.flatMap(({ metrics }) => Object.keys(metrics[usedBytes] ?? {})));
  const seen = [...nodes].flatMap((node): NodeMemory[] => {
    const [used, total, active] = [last(usedBytes, node), last(totalBytes, node), last(activeBytes, node)];
    return used === null || total === null ? [] : [{ used, total, active }];
  });
  return seen.sort((a, b) => a.total - a.used - (b.total - b.used))[0] ?? null;
}

/** The number of documents that a version is to get, and of all documents on the nodes. */
export interface Share {
  /** Those that are copied; null: not known. */
  readonly documents: number | null;
  /** Those of all collections; null: the key may not list them. */
  readonly all: number | null;
}

/** Bytes that a document takes in memory at most, as a rule: few documents do not take what an empty server does. */
const MOST_BYTES = 64 * 1_024;

/** The part of the free memory that a copy may take before the plan warns of it. */
const TIGHT = 0.8;

/** The memory that a second version needs, and whether it fits. */
export interface MemoryNeed {
  /** Bytes. */
  readonly needed: number;
  readonly free: number;
  /** True if it will hardly fit. */
  readonly isTight: boolean;
  /** True if `needed` is an upper bound: the share of the version is not known, or it has few documents. */
  readonly isMost: boolean;
}

/** Estimates the memory of a second version: its share of what the server has in use, by the number of documents. */
export function memoryNeed(memory: NodeMemory, { documents, all }: Share): MemoryNeed {
  const inUse = memory.active ?? memory.used;
  const isShareKnown = documents !== null && all !== null && all >= documents && all > 0;
  const share = isShareKnown ? (inUse * documents) / all : inUse;
  const most = documents === null ? Number.POSITIVE_INFINITY : documents * MOST_BYTES;
  const needed = Math.round(Math.min(share, most));
  const free = Math.max(0, memory.total - memory.used);
  return { needed, free, isTight: needed > free * TIGHT, isMost: !isShareKnown || most < share };
}

/** Formats bytes of memory: "1.4 GB". */
export function memorySize(bytes: number): string {
  const megabytes = bytes / 2 ** 20;
  if (megabytes < 1) return "less than 1 MB";
  if (megabytes < 1_024) return `${Math.round(megabytes)} MB`;
  return `${(megabytes / 1_024).toFixed(1)} GB`;
}

/** Describes the memory that a version needs: "about 1.4 GB", "at most 1.4 GB" or "less than 1 MB". */
export function neededSize({ needed, isMost }: Pick<MemoryNeed, "needed" | "isMost">): string {
  const size = memorySize(needed);
  if (size === memorySize(0)) return size;
  return `${isMost ? "at most" : "about"} ${size}`;
}
