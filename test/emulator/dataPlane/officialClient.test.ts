import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Errors } from "typesense";
import { call, emulators, NOW } from "../support";
import { fromLines, jsonLines } from "./support";

/** The official client, unchanged, against the nodes. It knows nothing of this project. */
const start = emulators();
const headers = { "x-typesense-cloud-management-api-key": "emulator-admin-key" };

interface Book {
  id?: string;
  title: string;
  tags: string[];
  rank: number;
}

async function clients() {
  const emulator = await start({
    dialect: "typesense-cloud",
    seed: { clusters: [{ id: "c-1", status: "in_service", high_availability: "yes" }] },
  });
  const api = (line: string) => call(emulator, line, { key: null, headers });
  const { api_keys } = (await api("POST /clusters/c-1/api-keys")).body as { api_keys: { admin_key: string } };
  const { hostnames } = (await api("GET /clusters/c-1")).body as { hostnames: { nodes: string[] } };
  const { hostname: host, port } = new URL(emulator.nodeUrl);
  const nodes = hostnames.nodes.map((name) => ({
    host,
    port: Number(port),
    protocol: "http",
    path: `/nodes/${name}`,
  }));
  const clientWith = (apiKey: string) =>
    new Client({
      apiKey,
      nodes,
      randomizeNodes: false,
      numRetries: 3,
      retryIntervalSeconds: 0.001,
      logLevel: "silent",
    });
  return { emulator, nodes: hostnames.nodes, client: clientWith(api_keys.admin_key), clientWith };
}

const BOOKS = {
  name: "books",
  fields: [
    { name: "title", type: "string" as const },
    { name: "tags", type: "string[]" as const, facet: true },
    { name: "rank", type: "int32" as const },
  ],
  default_sorting_field: "rank",
};
const DOCUMENTS: Book[] = [
  { id: "1", title: "A Study in Scarlet", tags: ["crime"], rank: 3 },
  { id: "2", title: "The Scarlet Letter", tags: ["classic"], rank: 9 },
  { id: "3", title: "Dune", tags: ["science fiction"], rank: 5 },
];

test("it creates a collection, imports, searches, exports, and manages an alias and a key", async () => {
  const { client, clientWith } = await clients();
  expect(await client.health.retrieve()).toEqual({ ok: true });
  expect(await client.collections().create(BOOKS)).toMatchObject({ name: "books", num_documents: 0 });

  const books = client.collections<Book>("books");
  expect(await books.documents().import(DOCUMENTS.slice(0, 2), { action: "create" })).toEqual([
    { success: true },
    { success: true },
  ]);
  expect(
    await books.documents().upsert({ id: "3", title: "Dune", tags: ["science fiction"], rank: 5 }),
  ).toEqual(DOCUMENTS[2]);
  expect(await books.documents("3").retrieve()).toEqual(DOCUMENTS[2]);
  const exported = await books.documents().export({ filter_by: "rank:>4" });
  expect(fromLines(exported)).toEqual(DOCUMENTS.slice(1));

  await client.aliases().upsert("shop", { collection_name: "books" });
  expect(await client.aliases("shop").retrieve()).toMatchObject({ name: "shop", collection_name: "books" });
  const { id, value } = await client.keys().create({
    description: "storefront",
    actions: ["documents:search"],
    collections: ["shop"],
  });
  const storefront = clientWith(value ?? "");
  const found = await storefront.collections<Book>("shop").documents().search({
    q: "scarlet",
    query_by: "title",
    facet_by: "tags",
    sort_by: "_text_match:desc,rank:desc",
  });
  expect(found.found).toBe(2);
  expect(found.hits?.map(({ document }) => document.id)).toEqual(["2", "1"]);
  expect(found.hits?.[0]?.highlights?.[0]?.snippet).toBe("The <mark>Scarlet</mark> Letter");
  expect(found.facet_counts?.[0]?.counts.map(({ value: tag }) => tag)).toEqual(["crime", "classic"]);
  await expect(storefront.collections("shop").documents().export()).rejects.toThrow(
    Errors.RequestUnauthorized,
  );

  const parameters = { filter_by: "rank:<5", expires_at: NOW + 60 };
  const scoped = clientWith(client.keys().generateScopedSearchKey(value ?? "", parameters));
  const narrowed = await scoped.collections<Book>("shop").documents().search({ q: "*" });
  expect(narrowed.hits?.map(({ document }) => document.id)).toEqual(["1"]);

  expect(await client.keys(id).delete()).toMatchObject({ id });
  await expect(storefront.collections("shop").documents().search({ q: "*" })).rejects.toThrow(
    Errors.RequestUnauthorized,
  );
  const year = { name: "year", type: "int32" as const, optional: true };
  expect(await books.update({ fields: [year] })).toMatchObject({ fields: [year] });
  await client.aliases("shop").delete();
  expect(await books.delete()).toMatchObject({ name: "books", num_documents: 3 });
  await expect(books.retrieve()).rejects.toThrow(Errors.ObjectNotFound);
});

test("it uses the other nodes when one is down, and imports a file as a stream", async () => {
  const { emulator, client, nodes } = await clients();
  emulator.addFault({ match: { path: `/nodes/${nodes[0]}/**`, times: 0 }, effect: { kind: "reset" } });
  await client.collections().create(BOOKS);
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  try {
    const file = join(folder, "books.jsonl");
    const many = Array.from({ length: 2_000 }, (_, rank) => ({ title: `Book ${rank}`, tags: [], rank }));
    writeFileSync(file, jsonLines([...many, { title: "No rank", tags: [] }]));
    const books = client.collections("books").documents();
    const answers = await books.importStream(createReadStream(file), { throwOnFail: false });
    expect(answers.filter(({ success }) => success)).toHaveLength(2_000);
    expect(answers.at(-1)).toMatchObject({
      success: false,
      code: 400,
      error: expect.stringContaining("Field `rank` has been declared as a default sorting field"),
    });
    expect((await books.search({ q: "book 1999", query_by: "title" })).hits?.[0]).toMatchObject({
      document: { rank: 1_999 },
    });
    let exported = "";
    for await (const chunk of await books.exportStream()) exported += String(chunk);
    expect(exported.split("\n")).toHaveLength(2_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const met = emulator.journal().filter(({ path }) => path.startsWith(`/nodes/${nodes[0]}/`));
  expect(met.map(({ status }) => status)).toEqual(["reset"]);
});
