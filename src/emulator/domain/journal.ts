/** The number of requests that the journal keeps: the latest ones. */
export const MAX_ENTRIES = 10_000;

/** One API request, in the order of arrival. */
export interface JournaledRequest {
  /** 1 for the first request since the emulator started. */
  readonly number: number;
  /** Arrival on the emulator's clock, RFC 3339. */
  readonly at: string;
  readonly method: string;
  /** Relative to the base URL, without the query. Of the nodes: `/nodes/{hostname}/…`. */
  readonly path: string;
  /** Without API keys. */
  readonly query: Readonly<Record<string, string>>;
  /** Null when no operation has this method and path. */
  readonly operation: string | null;
  /** Name of the key (`key 3` for the key with this id of a node), null if the key is unknown. The key itself is not stored. */
  readonly key: string | null;
  /** The parsed body, the string if it is not valid JSON, null without a body and for an import. */
  readonly body: unknown;
  /** True if the operation was carried out, whatever the client received. */
  done: boolean;
  /** The status that was sent, `reset` for a broken connection, null while the request is in progress or held. */
  status: number | "reset" | null;
  /** Ids of the faults that applied. */
  readonly faults: readonly string[];
}

export type Journal = ReturnType<typeof createJournal>;

export function createJournal() {
  let entries: JournaledRequest[] = [];
  let count = 0;
  return {
    begin(entry: Omit<JournaledRequest, "number">): JournaledRequest {
      count += 1;
      const numbered = { number: count, ...entry };
      entries.push(numbered);
      if (entries.length > MAX_ENTRIES) entries.shift();
      return numbered;
    },
    entries: (): readonly JournaledRequest[] => structuredClone(entries),
    clear(): void {
      entries = [];
    },
  };
}
