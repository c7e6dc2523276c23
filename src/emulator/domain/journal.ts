/** How many requests the journal holds: those that arrived last. */
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
  /** Without a key that stands in it. */
  readonly query: Readonly<Record<string, string>>;
  /** Null when no operation has this method and path. */
  readonly operation: string | null;
  /** Name of the key (`key 3` for the one of this number of a node), null when it is unknown. The key itself is not stored. */
  readonly key: string | null;
  /** The body as JSON, as text when it is not JSON, null without one and for an import. */
  readonly body: unknown;
  /** Whether the operation was carried out, whatever the client received. */
  done: boolean;
  /** What was sent: a status, `reset` for a broken connection, null while the request is being answered or held. */
  status: number | "reset" | null;
  /** Ids of the faults that met it. */
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
