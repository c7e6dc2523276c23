import type { Nodes } from "../../../src/dataPlane";
import { answering, failing } from "../../provider/kit";
import { collectLog } from "../../support/log";

/** The pieces of one answer as they arrive; an error is thrown at its place. */
export type Answer = readonly (string | Error)[];

export async function* text(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** The contents of the nodes besides the answers to streams. */
export interface Stock {
  /** Documents by their ids; an error is thrown. */
  readonly stored?: Readonly<Record<string, object | Error>>;
  /** Numbers of documents for each request in turn, then the last one for all others; an error is thrown. */
  readonly counts?: readonly (number | null | Error)[];
  readonly fields?: readonly object[] | Error;
  /** The name that the collection reports for each request, as for the counts. @default the requested name */
  readonly names?: readonly string[];
  /** @default true */
  readonly hasEnd?: boolean;
}

/** Creates nodes of cluster c-1, whose streams are answered one after the other, or by a function. */
export function nodesOf(
  answers: readonly Answer[] | ((body: Buffer) => Answer),
  { stored = {}, counts = [0], fields = [], names = [], hasEnd = true }: Stock = {},
) {
  const bodies: string[] = [];
  const slept: number[] = [];
  const calls: string[] = [];
  let now = 0;
  let sent = 0;
  let counted = 0;
  async function* stream(_id: string, { lines }: { readonly lines?: () => AsyncIterable<Uint8Array> }) {
    const pieces: Uint8Array[] = [];
    if (lines) for await (const piece of lines()) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const answer = typeof answers === "function" ? answers(body) : (answers[sent] ?? []);
    if (typeof answers !== "function") bodies.push(body.toString());
    sent += 1;
    for (const piece of answer) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece);
    }
  }
  const given = <T>(value: T | Error): T => {
    if (value instanceof Error) throw value;
    return value;
  };
  async function call(id: string, { path = {} }: { readonly path?: { name?: string; id?: string } }) {
    calls.push(id);
    if (id === "getDocument") {
      const found = stored[path.id ?? ""];
      return given(found ?? answering(404, "Not found"));
    }
    const count = () => given(counts[Math.min(counted, counts.length - 1)] ?? null);
    const name = names[Math.min(counted, names.length - 1)] ?? path.name;
    if (id === "searchDocuments") {
      const found = count();
      counted += 1;
      return { found };
    }
    const record = { name, fields: given(fields), num_documents: count() };
    counted += 1;
    return record;
  }
  const nodes = {
    target: { urls: ["https://c-1-1.example"], apiKey: "k", keyOrigin: "api_key", named: "cluster c-1" },
    stream: async (...request: Parameters<typeof stream>) => Object.assign(stream(...request), { hasEnd }),
    call,
    everywhere: async (...request: Parameters<typeof call>) => ({
      seen: [{ url: "https://c-1-1.example", at: now, value: await call(...request) }],
      unseen: [],
    }),
    clock: {
      now: () => now,
      sleep: async (ms: number) => {
        slept.push(ms);
        now += ms;
      },
    },
    random: () => 0.5,
    log: collectLog().log,
  };
  return { nodes: nodes as unknown as Nodes, bodies: () => bodies, slept: () => slept, calls: () => calls };
}

export const FORBIDDEN = failing("auth", 401, "Forbidden");
