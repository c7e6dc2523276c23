import type { Nodes } from "../../../src/dataPlane";
import { catchUp } from "../../../src/dataPlane/versions/catchUp";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { never } from "../../client/kit/client";
import { collectLog } from "../../support/log";

type Side = "from" | "to";

interface Input {
  readonly path: { readonly name: Side };
  readonly query: { readonly include_fields?: string; readonly filter_by?: string };
  readonly lines: () => AsyncIterable<Uint8Array>;
}

/** Versions of which only the numbers exist: an export is made while it is read, and an import is counted. */
function endlessVersions(most: number) {
  const documents = { from: most, to: 0 };
  let [made, taken, largest] = [0, 0, 0];
  async function* exported(name: Side, query: Input["query"]) {
    // Nothing was written lately.
    const count = query.filter_by === undefined ? documents[name] : 0;
    const rest = query.include_fields ? "" : `,"title":"${"x".repeat(160)}","updated_at":1`;
    for (let at = 0; at < count; at += 250) {
      if (rest !== "") made += 250;
      largest = Math.max(largest, made - taken);
      yield Buffer.from(Array.from({ length: 250 }, (_, more) => `{"id":"${at + more}"${rest}}\n`).join(""));
    }
  }
  async function* imported(lines: Input["lines"]) {
    for await (const piece of lines()) {
      const count = Buffer.from(piece).toString().split("\n").length - 1;
      taken += count;
      documents.to += count;
      yield Buffer.from('{"success":true}\n'.repeat(count));
    }
  }
  const call = async (id: string, { path }: Pick<Input, "path">) =>
    id === "searchDocuments"
      ? { found: 0 }
      : { name: path.name, fields: [], num_documents: documents[path.name] };
  const nodes = {
    target: { urls: ["https://n1.example"], apiKey: "k", keyOrigin: "api_key", named: "cluster c-1" },
    call,
    everywhere: async (...given: Parameters<typeof call>) => ({
      seen: [{ url: "https://n1.example", value: await call(...given) }],
      unseen: [],
    }),
    stream: async (id: string, { path, query, lines }: Input) =>
      Object.assign(id === "exportDocuments" ? exported(path.name, query) : imported(lines), {
        hasEnd: true,
      }),
    earliestNow: () => 1_767_225_600_000,
    clock: { now: () => 1_767_225_600_000, sleep: async () => {} },
    random: () => 0,
    log: collectLog().log,
  };
  return { nodes: nodes as unknown as Nodes, largest: () => largest };
}

test("a copy holds one request, however many documents there are", async () => {
  const held = async (most: number) => {
    const { nodes, largest } = endlessVersions(most);
    const ctx = {
      nodes,
      pair: { from: "from", to: "to" },
      updatedAt: { field: "updated_at", unit: "s" },
      signal: never(),
      deadline: Number.POSITIVE_INFINITY,
    } as const;
    const { documents } = await catchUp(ctx, await copyDocuments(ctx));
    expect(documents).toBe(most);
    return largest();
  };
  const few = await held(10_000);
  expect(few).toBeLessThan(2 * 4000);
  expect(await held(100_000)).toBe(few);
});
