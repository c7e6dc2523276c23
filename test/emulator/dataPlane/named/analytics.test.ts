import { asked, emulatorsWith, refused } from "../ask";

/** Facts about analytics that the recordings of genuine servers (test/emulator/recordings) do not cover. */
const COLLECTIONS = [
  { name: "books", fields: [{ name: "title", type: "string" }], documents: [{ id: "1", title: "Emma" }] },
  {
    name: "counted",
    fields: [{ name: "clicks", type: "int32", optional: true }],
    documents: [{ id: "1", clicks: 5 }, { id: "2" }],
  },
  {
    name: "queries",
    fields: [
      { name: "q", type: "string" },
      { name: "count", type: "int32" },
    ],
  },
];
const start = emulatorsWith({ collections: COLLECTIONS });
const OLD = { search_server_version: "29.0" };

type Emulator = Awaited<ReturnType<typeof start>>;
const rule = (emulator: Emulator, name: string, json: object) =>
  asked(emulator, `PUT /analytics/rules/${name}`, { json });
const event = (emulator: Emulator, json: object) => asked(emulator, "POST /analytics/events", { json });
const flush = (emulator: Emulator) => asked(emulator, "POST /analytics/flush", { json: {} });
const documents = async (emulator: Emulator, collection: string) => {
  const { body } = await asked(emulator, `GET /collections/${collection}/documents/search?q=*`);
  return (body as { hits: { document: Record<string, unknown> }[] }).hits.map(({ document }) => document);
};

const CLICKS = {
  type: "counter",
  collection: "books",
  event_type: "click",
  params: { destination_collection: "counted", counter_field: "clicks", weight: 2 },
};
const POPULAR = {
  type: "popular_queries",
  collection: "books",
  event_type: "search",
  params: { destination_collection: "queries", limit: 2 },
};
const LOG = { type: "log", collection: "books", event_type: "click" };

test("a flush increases the counts of existing documents by the weight of the rule", async () => {
  const emulator = await start();
  await rule(emulator, "c", CLICKS);
  for (const ids of [["1"], ["1", "2"], ["no such document"]]) {
    await event(emulator, { name: "c", event_type: "click", data: { doc_ids: ids, user_id: "u" } });
  }
  expect((await asked(emulator, "GET /analytics/status")).body).toMatchObject({ doc_counter_events: 3 });
  expect(await documents(emulator, "counted")).toMatchObject([{}, { clicks: 5 }]);
  for (const _ of ["once", "and nothing is left for another"]) await flush(emulator);
  const counted = await documents(emulator, "counted");
  expect(counted).toEqual([
    { id: "2", clicks: 2 },
    { id: "1", clicks: 9 },
  ]);
});

test("queries are counted in their destination, which keeps the most frequent ones", async () => {
  const emulator = await start();
  await rule(emulator, "p", POPULAR);
  for (const q of ["b", "a", "c", "a", "c", "a"]) {
    expect((await event(emulator, { name: "p", data: { q, user_id: "u" } })).status).toBe(200);
  }
  await flush(emulator);
  const counted = await documents(emulator, "queries");
  expect(new Map(counted.map(({ q, count }) => [q, count]))).toEqual(
    new Map([
      ["a", 3],
      ["c", 2],
    ]),
  );
});

test("searches are captured: the last one of a user's typing, and those without hits by their own rules", async () => {
  const emulator = await start();
  await rule(emulator, "p", { ...POPULAR, params: { ...POPULAR.params, limit: 10 } });
  await rule(emulator, "n", { ...POPULAR, type: "nohits_queries" });
  const search = async (q: string, more = "") => {
    await asked(emulator, `GET /collections/books/documents/search?query_by=title&q=${q}${more}`);
    emulator.advance(1);
  };
  for (const q of ["e", "em", "EMMA"]) await search(q);
  emulator.advance(10);
  for (const q of ["emma", "xyz"]) await search(q);
  await search("em", "&enable_analytics=false");
  await search("emma", "&x-typesense-user-id=u");
  await flush(emulator);
  const counted = await documents(emulator, "queries");
  expect(new Map(counted.map(({ q, count }) => [q, count]))).toEqual(
    new Map([
      ["emma", 3],
      ["xyz", 1],
    ]),
  );
});

test("everything is written an hour after the last flush", async () => {
  const emulator = await start({}, OLD);
  const events = [{ name: "ev", type: "click", weight: 3 }];
  const params = {
    source: { collections: ["books"], events },
    destination: { collection: "counted", counter_field: "clicks" },
  };
  await rule(emulator, "c", { type: "counter", params });
  const data = { doc_id: "1", user_id: "u" };
  expect((await event(emulator, { name: "ev", type: "click", data })).status).toBe(201);
  emulator.advance(3599);
  expect(await documents(emulator, "counted")).toMatchObject([{}, { clicks: 5 }]);
  emulator.advance(2);
  expect(await documents(emulator, "counted")).toMatchObject([{}, { clicks: 8 }]);
});

test("logged events of a user are listed, the latest first, before and after a flush", async () => {
  const emulator = await start();
  await rule(emulator, "l", LOG);
  for (const doc_id of ["1", "2"]) {
    await event(emulator, { name: "l", event_type: "click", data: { doc_id, user_id: "50%", q: "no" } });
  }
  const events = async (query: string) => {
    const { body } = await asked(emulator, `GET /analytics/events?${query}`);
    return (body as { events: object[] }).events;
  };
  for (const _ of ["in memory", "on disk"]) {
    expect(await events("user_id=50%25&name=l&n=10")).toMatchObject([{ doc_id: "2" }, { doc_id: "1" }]);
    expect(await events("user_id=50%25&name=l&n=1")).toHaveLength(1);
    expect(await events("user_id=other&name=l&n=10")).toEqual([]);
    await flush(emulator);
  }
  const [last] = await events("user_id=50%25&name=l&n=1");
  expect(last).toEqual({
    name: "l",
    collection: "books",
    event_type: "click",
    query: "",
    user_id: "50%",
    doc_id: "2",
    timestamp: expect.any(Number),
  });
});

test.each([
  ["user_id=u&name=l&n=1001", "N cannot be greater than 1000"],
  ["user_id=u&name=no&n=1", "Rule not found"],
  ["name=l&n=1", "Missing required parameter 'user_id'."],
  ["user_id=u&n=1", "Missing required parameter 'name'."],
  ["user_id=u&name=l", "Missing required parameter 'n'."],
])("events by %s are rejected", async (query, message) => {
  const emulator = await start();
  await rule(emulator, "l", LOG);
  expect(await asked(emulator, `GET /analytics/events?${query}`)).toEqual(refused(400, message));
});

test.each([
  [{ data: {} }, "name is required"],
  [{ name: "l" }, "data is required"],
  [{ name: "l", data: { user_id: 1 } }, "user_id should be a string"],
  [{ name: "l", data: { user_id: "u" } }, "doc_ids or doc_id is required"],
  [{ name: "l", data: { doc_id: "1", doc_ids: [] } }, "doc_ids and doc_id cannot both be present"],
  [{ name: "l", data: { doc_ids: "1" } }, "doc_ids should be an array"],
  [{ name: "l", data: { doc_id: 1 } }, "doc_id should be a string"],
  [{ name: "p", data: { user_id: "u" } }, "'q' should be a string and is required"],
  [{ name: "p", data: { q: "a", filter_by: 1 } }, "'filter_by' should be a string"],
])("the event %j is rejected", async (json, message) => {
  const emulator = await start();
  await rule(emulator, "l", LOG);
  await rule(emulator, "p", POPULAR);
  expect(await event(emulator, json)).toEqual(refused(400, message));
});

const params = (given: object) => ({ ...POPULAR, params: { ...POPULAR.params, ...given } });
test.each([
  [params({ expand_query: 1 }), "Expand query should be a boolean"],
  [params({ capture_search_requests: "no" }), "Capture search requests should be a boolean"],
  [params({ meta_fields: "filter_by" }), "Meta fields should be an array of strings"],
  [params({ meta_fields: [""] }), "Meta field should a non-empty string"],
  [params({ meta_fields: ["colour"] }), "Meta field should be either filter_by or analytics_tag"],
  [params({ limit: -1 }), "Limit should be a number greater than 0"],
  [{ ...CLICKS, params: { ...CLICKS.params, weight: 0 } }, "Weight should be a number greater than 0"],
  [
    { ...CLICKS, params: { ...CLICKS.params, destination_collection: "" } },
    "Destination collection should be a string",
  ],
  [
    { ...CLICKS, params: { ...CLICKS.params, destination_collection: "no" } },
    "Destination collection does not exist",
  ],
])("the rule %j is rejected", async (json, message) => {
  expect(await rule(await start(), "r", json)).toEqual(refused(400, message));
});

test("an update with a wrong type, and a rule that cannot have a name, are bad requests", async () => {
  const emulator = await start();
  await rule(emulator, "p", POPULAR);
  for (const given of [{ limit: "a" }, { expand_query: 1 }, { meta_fields: "filter_by" }]) {
    expect(await rule(emulator, "p", { params: given })).toEqual(refused(400, "Bad request."));
  }
  expect(await rule(emulator, "p", [])).toEqual(refused(400, "Bad request."));
  expect(
    await rule(emulator, "p", { params: { meta_fields: ["filter_by", "analytics_tag"] } }),
  ).toMatchObject({
    status: 200,
    body: { params: { limit: 2, meta_fields: ["analytics_tag", "filter_by"] } },
  });
});

const SOURCE = { collections: ["books"], events: [{ name: "ev", type: "click", weight: 1 }] };
const TO = { collection: "counted", counter_field: "clicks" };
test.each([
  [{ type: "log", params: { source: {} } }, 400, "Must contain a valid list of source collections."],
  [
    { type: "log", params: { source: { collections: [1] } } },
    400,
    "Source collections value should be a string.",
  ],
  [{ type: "log", params: { source: { collections: ["books"] } } }, 400, "Bad or missing events."],
  [
    { type: "log", params: { source: { ...SOURCE, collections: ["a", "b"] } } },
    400,
    "Log type can only be used for a single collection.",
  ],
  [{ type: "counter", params: { source: SOURCE } }, 400, "Bad or missing destination."],
  [
    { type: "counter", params: { source: SOURCE, destination: {} } },
    400,
    "Must contain a valid destination collection.",
  ],
  [
    { type: "counter", params: { source: SOURCE, destination: { ...TO, counter_field: "no" } } },
    404,
    "counter_field `no` not found in destination collection.",
  ],
  [
    {
      type: "counter",
      params: { source: { ...SOURCE, events: [{ name: "ev", type: "click" }] }, destination: TO },
    },
    400,
    "Counter events must contain a weight value.",
  ],
  [
    { type: "log", params: { source: { ...SOURCE, events: [...SOURCE.events, ...SOURCE.events] } } },
    400,
    "Events must contain a unique name.",
  ],
  [
    { type: "popular_queries", params: { source: SOURCE, enable_auto_aggregation: 1 } },
    400,
    "enable_auto_aggregation should be boolean.",
  ],
])("up to 29, the rule %j is rejected", async (json, status, message) => {
  expect(await rule(await start({}, OLD), "r", json)).toEqual(refused(status, message));
});

test("up to 29, POST rejects a used name or destination; PUT replaces", async () => {
  const emulator = await start({}, OLD);
  const old = { name: "r", type: "counter", params: { source: SOURCE, destination: TO } };
  const post = (json: object) => asked(emulator, "POST /analytics/rules", { json });
  expect(await post(old)).toEqual({ status: 201, body: old });
  expect(await post(old)).toEqual(refused(400, "There's already another configuration with the name `r`."));
  expect(await post({ ...old, name: "other" })).toEqual(
    refused(400, "There's already another configuration for this destination collection."),
  );
  expect((await rule(emulator, "r", old)).status).toBe(200);
  expect(await asked(emulator, "DELETE /analytics/rules/r")).toEqual({ status: 200, body: { name: "r" } });
});

test.each([
  [{ type: 1 }, "`event_type` value should be string."],
  [{ type: "look" }, "event_type look not found."],
  [{ type: "click" }, "key `data` not found."],
  [{ type: "click", data: {} }, "key `name` not found."],
  [{ type: "click", name: "ev", data: [] }, "data is not object."],
  [
    { type: "search", name: "ev", data: { user_id: "u" } },
    "search event json data fields should contain `q` as string value.",
  ],
  [{ type: "click", name: "ev", data: {} }, "Event must contain either 'doc_id' or 'doc_ids' field."],
  [{ type: "click", name: "ev", data: { doc_ids: [1] } }, "All values in 'doc_ids' must be strings."],
  [{ type: "click", name: "ev", data: { doc_id: "1" } }, "event should have 'user_id' as string value."],
  [
    { type: "visit", name: "ev", data: { doc_id: "1", user_id: "u" } },
    "event_type mismatch in analytic rules.",
  ],
  [
    { type: "click", name: "no", data: { doc_id: "1", user_id: "u" } },
    "No analytics rule defined for event name no",
  ],
  [
    { type: "click", name: "ev", data: { doc_id: "1", user_id: "u", collection: "x" } },
    "x not found in the rule ev",
  ],
])("up to 29, the event %j is rejected", async (json, message) => {
  const emulator = await start({}, OLD);
  await rule(emulator, "r", { type: "log", params: { source: SOURCE } });
  expect(await event(emulator, json)).toEqual(refused(400, message));
});

test("up to 29, events are listed once they are on disk", async () => {
  const emulator = await start({}, OLD);
  const given = [{ user_id: "u", name: "ev", timestamp: 1, query: "q" }];
  const write = await asked(emulator, "POST /analytics/aggregate_events", { json: given });
  expect(write).toEqual({ status: 200, body: { ok: true } });
  expect((await asked(emulator, "GET /analytics/events")).body).toEqual({ events: given });
  expect(await asked(emulator, "GET /analytics/events?n=x")).toEqual(
    refused(400, "Parameter `n` must be a positive integer."),
  );
  expect(await asked(emulator, "POST /analytics/aggregate_events", { json: [{}] })).toEqual(
    refused(400, "Bad request."),
  );
});
