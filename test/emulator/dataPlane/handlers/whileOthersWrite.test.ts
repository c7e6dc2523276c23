import { request } from "node:http";
import { jsonLines, type NodeScene, nodeScenes } from "../support";

/** Exports and imports while others write, and imports whose client goes away (docs/design/data-plane.md#emulated-documents). */
const start = nodeScenes();
const CATALOG = { name: "catalog", fields: [{ name: "n", type: "int32" }] };
/** More than fits between a server and a client that does not read. */
const MANY = 4000;
const LONG = "x".repeat(5000);
const fat = (index: number) => ({ id: `d${index}`, n: index, text: LONG });

/** Begins an export, lets others write, and returns what arrives. */
async function exportedWhile(
  { emulator, hostnames, adminKey }: NodeScene,
  query: string,
  write: () => Promise<void>,
) {
  const url = emulator.nodeUrl.replace("{hostname}", hostnames[0] ?? "");
  const headers = { "x-search-api-key": adminKey };
  const answer = await fetch(`${url}/collections/catalog/documents/export${query}`, { headers });
  await write();
  const lines = (await answer.text())
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; n: number });
  return new Map(lines.map(({ id, n }) => [id, n]));
}

test("an export shows all documents as they were when it began; with a filter, the chosen ones as they are", async () => {
  const on = await start();
  const write = async () => {
    await on.ask("PATCH /collections/catalog/documents/d3998", { json: { n: -1 } });
    await on.ask("DELETE /collections/catalog/documents/d3999");
    await on.ask("POST /collections/catalog/documents", { json: { id: "new", n: 1 } });
  };
  const seen = async (query: string) => {
    const collections = [{ ...CATALOG, documents: Array.from({ length: MANY }, (_, index) => fat(index)) }];
    on.emulator.seedData("c-1", { collections });
    const exported = await exportedWhile(on, query, write);
    on.emulator.dropCollectionOutside("c-1", "catalog");
    return [exported.size, exported.get("d3998"), exported.get("d3999"), exported.has("new")];
  };
  expect(await seen("")).toEqual([MANY, 3998, 3999, false]);
  expect(await seen("?filter_by=n:>=0")).toEqual([MANY - 1, -1, undefined, false]);
});

test("an import that has arrived is carried out, although its client has gone", async () => {
  const on = await start();
  on.emulator.seedData("c-1", { collections: [CATALOG] });
  on.emulator.addFault({ match: { operation: "importDocuments" }, effect: { kind: "hold" } });
  const url = new URL(on.emulator.nodeUrl.replace("{hostname}", on.hostnames[0] ?? ""));
  const sent = request({
    host: url.hostname,
    port: url.port,
    method: "POST",
    path: `${url.pathname}/collections/catalog/documents/import?action=upsert`,
    headers: { "x-search-api-key": on.adminKey },
  });
  const gone = new Promise((resolve) => sent.once("error", resolve));
  sent.end(jsonLines(Array.from({ length: 1000 }, (_, index) => ({ ...fat(index), text: "" }))));
  await on.emulator.held();
  await new Promise<void>((resolve) => (sent.writableFinished ? resolve() : sent.once("finish", resolve)));
  sent.destroy(new Error("killed"));
  await gone;
  on.emulator.releaseHolds();
  const count = async () =>
    ((await on.ask("GET /collections/catalog")).body as { num_documents: number }).num_documents;
  for (let look = 0; look < 1000 && (await count()) < 1000; look += 1);
  expect(await count()).toBe(1000);
});
