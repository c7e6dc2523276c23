import type { Nodes } from "../../../src/nodes";
import { collectLog } from "../../support/log";

/** What arrives of one answer; an error is thrown at its place. */
export type Answer = readonly (string | Error)[];

export async function* text(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** Nodes of cluster c-1, whose imports are answered one after the other, or as a function says. */
export function nodesOf(answers: readonly Answer[] | ((body: Buffer) => Answer)) {
  const bodies: string[] = [];
  const slept: number[] = [];
  let now = 0;
  let sent = 0;
  async function* stream(_id: string, { lines }: { readonly lines: () => AsyncIterable<Uint8Array> }) {
    const pieces: Uint8Array[] = [];
    for await (const piece of lines()) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const answer = typeof answers === "function" ? answers(body) : (answers[sent] ?? []);
    if (typeof answers !== "function") bodies.push(body.toString());
    sent += 1;
    for (const piece of answer) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece);
    }
  }
  const nodes = {
    target: { urls: ["https://c-1-1.example"], apiKey: "k", keyOrigin: "api_key", named: "cluster c-1" },
    stream: async (...given: Parameters<typeof stream>) => stream(...given),
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
  return { nodes: nodes as unknown as Nodes, bodies: () => bodies, slept: () => slept };
}
