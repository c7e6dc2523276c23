import type { Assumptions } from "../../../src/emulator/domain/assumptions";
import { call, control, NOW, over, read, recordIn } from "../support";
import { asked, emulatorsWith, node, refused } from "./ask";

const SHOES = {
  name: "shoes",
  fields: [
    { name: "title", type: "string" },
    { name: "price", type: "int32" },
  ],
  documents: [
    { id: "1", title: "red shoes", price: 3 },
    { id: "2", title: "shoes", price: 1 },
    { id: "3", title: "shoes in blue", price: 2 },
  ],
};
const sources = emulatorsWith({ collections: [SHOES] }, { search_server_version: "30.1" });
const QUICK = { clone_pending_seconds: 60, clone_seconds: 300, change_seconds: 300 };
type Running = Awaited<ReturnType<typeof sources>>;

/** Returns the hostname, without its domain, of the only node of a new clone of `abc` that is in service. */
async function cloned(emulator: Running, search_server_version: string): Promise<string> {
  const json = { search_server_version };
  const path = "/clusters/abc/cloning-operations";
  const { id } = recordIn(await call(emulator, `POST ${path}`, { json }), "cloning_operation");
  emulator.advance(360);
  const { target_cluster_reference_id: target } = await read(emulator, `${path}/${id}`);
  return `${target}-1`;
}

async function changed(emulator: Running, new_search_server_version: string): Promise<void> {
  const json = { perform_change_at: Date.parse(emulator.state().now) / 1000 + 60, new_search_server_version };
  expect((await call(emulator, "POST /clusters/abc/configuration-changes", { json })).status).toBe(201);
  emulator.advance(360);
}

/** Returns the parts of a node that are compared after an upgrade. */
async function seen(emulator: Running, host: string) {
  const get = (path: string) => asked(emulator, `GET ${path}`, { host });
  const search = (more: string) => get(`/collections/shoes/documents/search?query_by=title&${more}`);
  const found = async (more: string) => {
    const { body } = (await search(more)) as { body: { hits?: { document: { id: string } }[] } };
    return body.hits?.map(({ document }) => document.id).join("");
  };
  const { body: shoes } = (await get("/collections/shoes")) as { body: { num_documents?: number } };
  const { body: plain } = (await search("q=shoes")) as { body: { found?: number; search_time_ms?: number } };
  return {
    health: (await get("/health")).status,
    version: ((await get("/debug")).body as { version?: string }).version,
    documents: shoes.num_documents,
    ids: await found("q=shoes"),
    cheapest: await found("q=shoes&sort_by=price:asc"),
    strict: (await search("q=shoes&drop_tokens_threshold=0")).status,
    found: plain.found,
    took: plain.search_time_ms,
  };
}

const AS_EVER = {
  health: 200,
  documents: 3,
  ids: "231",
  cheapest: "231",
  strict: 200,
  found: 3,
  took: 2,
};

const DIFFERENCES: readonly [Assumptions["newer_server_differs"], object][] = [
  ["no", {}],
  ["order", { ids: "321" }],
  ["missed_document", { ids: "31", cheapest: "31", found: 2 }],
  ["lost_document", { documents: 2, ids: "23", cheapest: "23", found: 2 }],
  ["slower", { took: 40 }],
  ["other_version", { version: "30.1" }],
  ["refused_query", { strict: 400 }],
];

test.each(DIFFERENCES)("a newer server differs: %s", async (newer_server_differs, differs) => {
  const emulator = await sources({ ...QUICK, newer_server_differs });
  const newer = await cloned(emulator, "31.0");
  const same = await cloned(emulator, "30.1");
  expect(await seen(emulator, newer)).toEqual({ ...AS_EVER, version: "31.0", ...differs });
  for (const host of ["abc-1", same]) {
    expect(await seen(emulator, host)).toEqual({ ...AS_EVER, version: "30.1" });
  }
  await changed(emulator, "30.2");
  expect(await seen(emulator, "abc-1")).toEqual({ ...AS_EVER, version: "30.2", ...differs });
});

test("one that does not start is never healthy and answers nothing, until the difference is removed", async () => {
  const emulator = await sources({ ...QUICK, newer_server_differs: "refuses_to_start" });
  const host = await cloned(emulator, "30.2");
  const ask = (line: string) => asked(emulator, line, { host });
  emulator.advance(86_400);
  expect(await ask("GET /health")).toEqual({ status: 503, body: { ok: false } });
  for (const line of ["GET /debug", "GET /collections/shoes", "GET /nowhere", "DELETE /collections/shoes"]) {
    expect(await ask(line)).toEqual(refused(503, "Not Ready or Lagging"));
  }
  expect(await asked(emulator, "GET /health")).toEqual({ status: 200, body: { ok: true } });
  expect(emulator.state().clusters[1]).toMatchObject({ status: "in_service", search_server_version: "30.2" });
  emulator.setAssumptions({ newer_server_differs: "no" });
  expect(await seen(emulator, host)).toEqual({ ...AS_EVER, version: "30.2" });
});

test("a rejected parameter is named, also one from a preset", async () => {
  const emulator = await sources({ ...QUICK, newer_server_differs: "refused_query" });
  const host = await cloned(emulator, "31.0");
  const words = "Parameter `drop_tokens_threshold` is not supported any more.";
  await node(emulator, "PUT /presets/strict", { host, json: { value: { drop_tokens_threshold: "0" } } });
  for (const more of ["drop_tokens_threshold=0", "preset=strict"]) {
    const line = `GET /collections/shoes/documents/search?q=shoes&query_by=title&${more}`;
    expect(await asked(emulator, line, { host })).toEqual(refused(400, words));
  }
});

test("a document is lost once for each newer version, and an alias leads to the remaining ones", async () => {
  const emulator = await sources({ ...QUICK, newer_server_differs: "lost_document" });
  emulator.putAliasOutside("abc", "shop", "shoes");
  await changed(emulator, "30.2");
  const same = await cloned(emulator, "30.2");
  const newer = await cloned(emulator, "31.0");
  const older = await cloned(emulator, "29.0");
  const counted = async (host: string) =>
    ((await asked(emulator, "GET /collections/shop", { host })).body as { num_documents: number })
      .num_documents;
  expect([await counted("abc-1"), await counted(same), await counted(newer), await counted(older)]).toEqual([
    2, 2, 1, 2,
  ]);
  expect(await asked(emulator, "GET /collections/shoes/documents/2", { host: newer })).toEqual(
    refused(404, "Could not find a document with id: 2"),
  );
});

test("a change that is cancelled or leaves the version loses nothing, and a clone counts from its source's first version", async () => {
  const emulator = await sources({ ...QUICK, newer_server_differs: "lost_document" });
  const at = { perform_change_at: NOW + 60 };
  emulator.cancelOutside("abc", emulator.changeOutside("abc", { ...at, new_search_server_version: "31.0" }));
  emulator.changeOutside("abc", at);
  emulator.advance(360);
  expect((await seen(emulator, "abc-1")).documents).toBe(3);
  emulator.setAssumptions({ newer_server_differs: "slower" });
  await changed(emulator, "30.2");
  expect((await seen(emulator, await cloned(emulator, "30.2"))).took).toBe(40);
  expect((await seen(emulator, await cloned(emulator, "30.1"))).took).toBe(2);
});

test("one cluster may have its own difference", async () => {
  const emulator = await sources({ ...QUICK, newer_server_differs: "slower" });
  await changed(emulator, "30.2");
  const other = await cloned(emulator, "31.0");
  const took = async () => [(await seen(emulator, "abc-1")).took, (await seen(emulator, other)).took];
  const patch = (newer_server_differs: unknown) =>
    control(emulator, "PATCH /clusters/abc", { newer_server_differs });
  expect(await took()).toEqual([40, 40]);
  expect(await patch("no")).toEqual({ status: 200, body: {} });
  expect(await took()).toEqual([2, 40]);
  expect(await read(emulator, "/clusters/abc")).not.toHaveProperty("newer_server_differs");
  await patch(null);
  expect(await took()).toEqual([40, 40]);
  expect((await patch("faster")).status).toBe(400);
});

test("one cluster may lose a document in its upgrade when others lose none", async () => {
  const emulator = await sources(QUICK);
  emulator.patchCluster("abc", { newer_server_differs: "lost_document" });
  await changed(emulator, "30.2");
  expect((await seen(emulator, "abc-1")).documents).toBe(2);
});

test("a clone has the keys of its source, or none by assumption", async () => {
  const emulator = await sources({ ...QUICK, clone_copies_keys: "no" });
  const host = await cloned(emulator, "30.1");
  const line = "GET /collections";
  const statuses = [await node(emulator, line, { host }), await node(emulator, line, { host: "abc-1" })];
  expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
});

test("the duration of a search follows from the number of documents", async () => {
  const emulator = await sources();
  const documents = Array.from({ length: 3_000 }, (_, price) => ({ title: "boot", price }));
  emulator.addDocumentsOutside("abc", "shoes", documents);
  const { body } = await asked(emulator, "GET /collections/shoes/documents/search?q=*");
  expect(body).toMatchObject({ found: 3_003, search_time_ms: 5 });
});

test("keys issued for a clone work on the clone only, and keys of its source work on both", async () => {
  const emulator = await sources(QUICK);
  const host = await cloned(emulator, "31.0");
  const id = host.slice(0, -2);
  const issued = await call(emulator, `POST /clusters/${id}/api-keys`);
  const { api_keys } = issued.body as { api_keys: { admin_key: string; search_only_key: string } };
  const statuses = async (key: string, line: string) => [
    (await node(emulator, line, { host, key })).status,
    (await node(emulator, line, { host: "abc-1", key })).status,
  ];
  const search = "GET /collections/shoes/documents/search?q=*";
  expect(await statuses(api_keys.admin_key, "GET /collections")).toEqual([200, 401]);
  expect(await statuses(api_keys.search_only_key, search)).toEqual([200, 401]);
  expect(await statuses(api_keys.search_only_key, "GET /collections")).toEqual([401, 401]);
  expect(await statuses("emulated-node-admin-key", "GET /collections")).toEqual([200, 200]);
});

test.each([
  ["503", refused(503, "Not Ready or Lagging")],
  ["404", refused(404, "Not Found")],
])(
  "the nodes of a clone answer %s before it is in service, and once it is terminated",
  async (how, answer) => {
    const emulator = await sources({
      ...QUICK,
      nodes_out_of_service: how,
      clone_target_appears: "begun",
      clone_target_service_seconds: 120,
      newer_server_differs: "refuses_to_start",
    });
    const json = { search_server_version: "31.0" };
    await call(emulator, "POST /clusters/abc/cloning-operations", { json });
    emulator.advance(60);
    const id = emulator.state().clusters.find((one) => one.id !== "abc")?.id;
    const health = () => asked(emulator, "GET /health", { host: `${id}-1` });
    expect(await over(emulator, [0, 300, 119], health)).toEqual([answer, answer, answer]);
    expect(await over(emulator, [1], health)).toEqual([{ status: 503, body: { ok: false } }]);
    await call(emulator, `POST /clusters/${id}/lifecycle`, { json: { lifecycle_action: "terminate" } });
    const status = () => emulator.state().clusters.find((one) => one.id === id)?.status;
    const after = await over(emulator, [0, 60, 60], async () => [status(), await health()]);
    expect(after).toEqual([
      ["deprovisioning", answer],
      ["terminated", answer],
      [undefined, answer],
    ]);
  },
);

test("a version newer than the latest one is available for a cluster, a change and a clone", async () => {
  const emulator = await sources(QUICK);
  const created = await call(emulator, "POST /clusters", {
    json: { memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day", regions: ["oregon"] },
  });
  expect(created.body).toMatchObject({ cluster: { search_server_version: "30.2" } });
  const unknown = await call(emulator, "POST /clusters/abc/cloning-operations", {
    json: { search_server_version: "31.1" },
  });
  expect(unknown.status).toBe(422);
  await changed(emulator, "31.0");
  expect(await read(emulator, "/clusters/abc")).toMatchObject({ search_server_version: "31.0" });
  expect((await asked(emulator, "GET /debug")).body).toEqual({ state: 1, version: "31.0" });
});
