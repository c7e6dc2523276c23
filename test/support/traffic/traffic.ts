import { type ClientAnswer, SearchClient, type SearchClientOptions } from "./client";
import { type Differences, Truth } from "./truth";
import { Writer, type WriterOptions } from "./writer";

export interface TrafficOptions extends SearchClientOptions, Pick<WriterOptions, "alias" | "now"> {
  readonly unit?: WriterOptions["unit"];
  readonly calm?: number;
  /** Number of documents at the beginning. @default 200 */
  readonly documents?: number;
  /** The same seed makes the same writes in the same order. */
  readonly seed?: number;
}

/** A search without a result, or with another number of stable documents than there are. */
interface Thin {
  readonly what: string;
  readonly found: unknown;
}

/** The mistakes that the traffic has found; none if the lists are empty. */
export interface Verdict extends Differences {
  /** Requests that were refused, or that no node answered. */
  readonly failures: readonly string[];
  readonly empty: readonly Thin[];
}

/** Nothing went wrong. */
export const FLAWLESS: Verdict = { failures: [], empty: [], lost: [], reborn: [], stale: [], twice: [] };

/** One client that searches and one that writes, both by an alias, without a pause. */
export interface Traffic {
  /** Resolves when so many more writes and searches have ended. */
  turns(count: number): Promise<void>;
  /** Number of writes and of searches until now. */
  readonly done: { readonly writes: number; readonly searches: number };
  /** The failed requests until now. */
  readonly failures: readonly string[];
  /** Lets requests in progress end, and sends none until {@link resume}. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends both clients, and compares what the alias leads to with the writer's own truth. */
  stop(): Promise<Verdict>;
}

/** Returns the same numbers below 1 for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Imports the first documents by the alias, then starts both clients. */
export async function startTraffic({
  alias,
  now,
  unit = "ms",
  calm = 150,
  documents = 200,
  seed = 1,
  ...nodes
}: TrafficOptions): Promise<Traffic> {
  const client = new SearchClient(nodes);
  const truth = new Truth();
  const failures: string[] = [];
  const empty: Thin[] = [];
  const failed = (what: string, { status, text }: ClientAnswer) => {
    failures.push(`${what}: ${status} ${text.slice(0, 200)}`);
  };
  const writer = new Writer(client, truth, failed, { alias, now, unit, calm, random: randomOf(seed) });
  await writer.begin(documents);
  const reader = readerOf(client, { alias, stable: truth.stable, failed, empty });

  const done = { writes: 0, searches: 0 };
  let ended = false;
  let paused: Promise<void> | null = null;
  let goOn = () => {};
  const waiting = new Set<() => void>();
  const loop = async (act: () => Promise<void>, count: keyof typeof done) => {
    while (!ended) {
      if (paused !== null) await paused;
      else {
        await act();
        done[count] += 1;
        for (const look of [...waiting]) look();
      }
    }
  };
  const running = [loop(() => writer.write(), "writes"), loop(reader, "searches")];
  const turns = (count: number) => {
    const { writes, searches } = done;
    return new Promise<void>((resolve) => {
      const look = () => {
        if (done.writes < writes + count || done.searches < searches + count) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  };
  return {
    turns,
    done,
    failures,
    async pause() {
      paused ??= new Promise((resolve) => {
        goOn = resolve;
      });
      await client.idle();
    },
    resume() {
      paused = null;
      goOn();
    },
    async stop() {
      ended = true;
      paused = null;
      goOn();
      await Promise.all(running);
      const { status, text } = await client.send("GET", `/collections/${alias}/documents/export`);
      await client.close();
      if (status !== 200) failures.push(`export: ${status} ${text}`);
      const live =
        status !== 200 || text === ""
          ? []
          : text.split("\n").map((line) => JSON.parse(line) as { id: string });
      return { failures, empty, ...truth.compared(live) };
    },
  };
}

/** Returns a function that searches once, each time in another way. */
function readerOf(
  client: SearchClient,
  {
    alias,
    stable,
    failed,
    empty,
  }: {
    readonly alias: string;
    readonly stable: number;
    readonly failed: (what: string, answer: ClientAnswer) => void;
    readonly empty: Thin[];
  },
): () => Promise<void> {
  const path = `/collections/${alias}/documents/search`;
  const exactly = (found: unknown) => found === stable;
  const some = (found: unknown) => Number(found) > 0;
  const searches = [
    ["q=*&filter_by=kind:=stable&per_page=1", exactly],
    ["q=chair&query_by=title&per_page=2", some],
    ["q=*&per_page=1", some],
  ] as const;
  let turn = 0;
  return async () => {
    const [query, fits] = searches[turn % searches.length] as (typeof searches)[number];
    const isMulti = turn % 4 === 3;
    turn += 1;
    const body = JSON.stringify({
      searches: [{ collection: alias, ...Object.fromEntries(new URLSearchParams(query)) }],
    });
    const answer = isMulti
      ? await client.send("POST", "/multi_search", body)
      : await client.send("GET", `${path}?${query}`);
    if (answer.status !== 200) return failed(`search ${query}`, answer);
    const json = JSON.parse(answer.text) as Record<string, unknown> & { results?: Record<string, unknown>[] };
    const result = isMulti ? (json.results?.[0] ?? {}) : json;
    if ("error" in result) return failed(`search ${query}`, answer);
    if (!fits(result.found)) empty.push({ what: query, found: result.found });
  };
}
