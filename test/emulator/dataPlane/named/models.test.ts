import { asked, emulatorsWith, oneEmulatorWith, refused } from "../ask";

const HISTORY = {
  name: "history",
  fields: [
    ...["conversation_id", "role", "message", "model_id"].map((name) => ({ name, type: "string" })),
    { name: "timestamp", type: "int32" },
  ],
};
const LACKS = { name: "lacks", fields: [{ name: "conversation_id", type: "string" }] };
const start = emulatorsWith({ collections: [HISTORY] });
const same = oneEmulatorWith({ collections: [HISTORY, LACKS] });
const [NL_MODELS, CONVERSATIONS] = ["/nl_search_models", "/conversations/models"];
const KEY = "sk-0123456789";
const NL = { model_name: "openai/gpt-4", api_key: KEY, max_bytes: 1000 };
const CONVERSATION = { ...NL, history_collection: "history" };

test.each([
  [CONVERSATIONS, CONVERSATION, { ttl: 86400 }],
  [NL_MODELS, NL, {}],
])(
  "a model of %s is created, read, updated in part and deleted; its key is masked",
  async (path, json, more) => {
    const emulator = await start();
    const stored = { ...json, ...more, id: "m", api_key: "sk-01********" };
    const create = () => asked(emulator, `POST ${path}`, { json: { ...json, id: "m" } });
    expect(await create()).toEqual({ status: 201, body: stored });
    expect(await create()).toEqual(refused(409, "Model already exists"));
    expect((await asked(emulator, `GET ${path}`)).body).toEqual([stored]);
    const changed = { ...stored, max_bytes: 5 };
    const change = await asked(emulator, `PUT ${path}/m`, { json: { max_bytes: 5 } });
    expect(change).toEqual({ status: 200, body: changed });
    expect((await asked(emulator, `GET ${path}/m`)).body).toEqual(changed);
    expect((await asked(emulator, `DELETE ${path}/m`)).body).toEqual(changed);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const put = method === "PUT" ? { json: {} } : {};
      expect(await asked(emulator, `${method} ${path}/m`, put)).toEqual(refused(404, "Model not found"));
    }
    expect(JSON.stringify(emulator.journal())).not.toContain(KEY);
  },
);

test.each([
  [NL_MODELS, {}, "Property `model_name` is not provided or not a string."],
  [NL_MODELS, { ...NL, system_prompt: 1 }, "Property `system_prompt` is not a string."],
  [NL_MODELS, { ...NL, max_bytes: 0 }, "Property `max_bytes` is not provided or not a positive integer."],
  [NL_MODELS, { ...NL, model_name: "gpt" }, "Model namespace `` is not supported."],
  [NL_MODELS, { ...NL, api_key: "" }, "Property `api_key` is missing or is not a non-empty string."],
  [NL_MODELS, { ...NL, temperature: 3 }, "Property `temperature` must be a number between 0 and 2."],
  [
    NL_MODELS,
    { ...NL, model_name: "openai/o1", temperature: 1 },
    "Property `temperature` is not supported for the o-series and gpt-5 models.",
  ],
  [
    NL_MODELS,
    { ...NL, model_name: "google/g", top_k: -1 },
    "Property `top_k` must be a non-negative integer.",
  ],
  [
    NL_MODELS,
    { ...NL, model_name: "gcp/g" },
    "Property `project_id` is missing or is not a non-empty string.",
  ],
  [CONVERSATIONS, NL, "Property `history_collection` is missing or is not a string."],
  [CONVERSATIONS, { ...CONVERSATION, history_collection: "no" }, "Collection not found"],
  [CONVERSATIONS, { ...CONVERSATION, history_collection: "lacks" }, "Schema is missing `role` field"],
  [CONVERSATIONS, { ...CONVERSATION, ttl: -1 }, "Property `ttl` is not a positive integer."],
  [CONVERSATIONS, { ...CONVERSATION, api_key: 1 }, "API key is not a string"],
  [CONVERSATIONS, { ...CONVERSATION, model_name: "cloudflare/x" }, "Account ID is not provided"],
  [CONVERSATIONS, { ...CONVERSATION, model_name: "azure/x" }, "url is required for Azure models"],
])("POST %s with %j is rejected", async (path, json, message) => {
  expect(await asked(same, `POST ${path}`, { json })).toEqual(refused(400, message));
});

test("the journal contains no credential of a model, and answers only its beginning", async () => {
  const emulator = await start();
  const names = ["access_token", "refresh_token", "client_id", "client_secret"];
  const secrets = Object.fromEntries(names.map((name) => [name, `${name}-0123456789`]));
  const json = { model_name: "gcp/g", max_bytes: 10, project_id: "p", ...secrets };
  const { status, body } = await asked(emulator, "POST /nl_search_models", { json });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ client_secret: "clien*******************" }),
  ]);
  const journal = JSON.stringify(emulator.journal());
  for (const name of ["access_token", "refresh_token", "client_secret"]) {
    expect(journal).toContain(name);
    expect(journal).not.toContain(secrets[name]);
  }
});

test("a personalization model is uploaded as an archive, with its properties in the query", async () => {
  const emulator = await start();
  const path = "/personalization/models";
  const create = (query: string, text = "\x1f...") => asked(emulator, `POST ${path}?${query}`, { text });
  expect(await create("name=ts/tyrec-1")).toEqual(
    refused(400, "Missing required parameters 'name' and 'type'."),
  );
  expect(await create("name=ts/tyrec-2&type=recommendation")).toEqual(
    refused(400, "Invalid model name for type. Use 'tyrec-1' for recommendation and 'tyrec-2' for search."),
  );
  const query = "id=m&name=ts/tyrec-1&type=recommendation";
  expect(await create(query, "no archive")).toEqual(refused(500, "Failed to extract model archive"));
  const stored = { id: "m", name: "ts/tyrec-1", type: "recommendation", num_dim: expect.any(Number) };
  expect(await create(query)).toEqual({ status: 201, body: stored });
  expect(await create(query)).toEqual(refused(409, "Model id already exists"));
  expect((await asked(emulator, `PUT ${path}/m?collection=c`)).body).toEqual({ ...stored, collection: "c" });
  expect((await asked(emulator, `GET ${path}`)).body).toEqual([{ ...stored, collection: "c" }]);
  expect((await asked(emulator, `DELETE ${path}/m`)).status).toBe(200);
  expect(await asked(emulator, `GET ${path}/m`)).toEqual(refused(404, "Model not found"));
});

test("an import adds words to a stemming dictionary; known words keep their root", async () => {
  const importing = (text: string) => asked(same, "POST /stemming/dictionaries/import?id=d", { text });
  await importing('\n{"word":"a","root":"1"}\n');
  await importing('{"word":"b","root":"2"}');
  expect((await importing('{"word":"a","root":"3"}\n{"word":"c","root":"4"}\nnone')).body).toEqual({
    message: "Invalid dictionary format.",
  });
  expect(await importing("")).toEqual(refused(400, "Invalid dictionary format."));
  const { body } = await asked(same, "GET /stemming/dictionaries/d");
  const words = (body as { words: { word: string; root: string }[] }).words.map(
    ({ word, root }) => word + root,
  );
  expect(words.sort()).toEqual(["a1", "b2", "c4"]);
});

test.each([
  [CONVERSATIONS, { ...CONVERSATION, model_name: "gcp/gemini" }, 200],
  [CONVERSATIONS, { ...CONVERSATION, model_name: "google/gemini" }, 400],
  [NL_MODELS, { ...NL, model_name: "openai/o3", temperature: 1 }, 200],
  [NL_MODELS, { ...NL, model_name: "azure/gpt-4", url: "https://example.org" }, 400],
])("a server of 29 answers a new model of %s, %j, with %i", async (path, json, status) => {
  const emulator = await start({}, { search_server_version: "29.0" });
  expect(await asked(emulator, `POST ${path}`, { json })).toMatchObject({ status });
});
