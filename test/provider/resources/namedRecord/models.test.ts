import { UNKNOWN } from "../../../../src/framework";
import { conversationModel, nlSearchModel } from "../../../../src/provider/resources/namedRecord/models";
import { namedRecord } from "../../../../src/provider/resources/namedRecord/resource";
import { HISTORY } from "../../../support/history";
import { callOf, planOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

/** Models and their credentials (docs/design/data-plane.md#models). */
let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
  on.emulator.createCollectionOutside("c-1", HISTORY);
});
afterAll(() => on.close());

type Values = Record<string, unknown>;
const RESOURCE = { chat: namedRecord(conversationModel), question: namedRecord(nlSearchModel) };
const FIRST = "first-credential-0123456789";
const SECOND = "second-credential-0123456789";
const OTHER_WITH_SAME_START = "first-credential-9876543210";

const valuesOf = (resource: { readonly schema: object }, own: object): Values => ({
  ...Object.fromEntries(Object.keys(resource.schema).map((name) => [name, null])),
  ...{ cluster_id: "c-1", name: "it", ...own },
});
const chat = (own: object = {}) =>
  valuesOf(RESOURCE.chat, {
    ...{ model_name: "openai/gpt-4o", history_collection: "history", max_bytes: 100 },
    ...own,
  });
const question = (own: object = {}) =>
  valuesOf(RESOURCE.question, { model_name: "openai/gpt-4o", max_bytes: 100, ...own });
/** A configuration with a write-only credential, and what the state has of it. */
const writeOnly = (value: string | null, version: number) => ({
  config: { model_api_key_wo: value, model_api_key_wo_version: version },
  state: { model_api_key_wo: null, model_api_key_wo_version: version },
});

const create = (config: Values, planned: Values) =>
  RESOURCE.chat.create(callOf(on.service, undefined, config) as never, planned as never);
const edit = (
  config: Values,
  prior: Values,
  planned: Values,
  changed: readonly string[],
  privateState?: object,
) => {
  const known = { ...prior, id: "c-1/it" };
  const call = callOf(on.service, privateState, config) as never;
  return RESOURCE.chat.updates.write?.apply(call, {
    prior: known,
    planned: { ...planned, id: "c-1/it" },
    changed,
  } as never);
};
const stored = () => on.emulator.state().named.find(({ name }) => name === "it")?.record;
/** Returns the names of the properties that each write has sent, by operation. */
function sent() {
  const writes = on.emulator.journal().filter(({ method }) => method !== "GET");
  on.emulator.clearJournal();
  return writes.map(({ operation, body }) => [operation, Object.keys((body ?? {}) as object).sort()]);
}
const OWN = ["history_collection", "max_bytes", "model_name"];

describe("the credential of a model", () => {
  const first = writeOnly(FIRST, 1);
  const prior = chat(first.state);
  beforeEach(async () => {
    await create(chat(first.config), prior);
    expect(sent()).toEqual([
      ["createConversationModel", ["api_key", "history_collection", "id", ...OWN.slice(1)]],
    ]);
  });
  afterEach(() => {
    on.emulator.clearFaults();
    on.emulator.deleteNamedOutside("c-1", "conversation_models", "it");
    on.emulator.clearJournal();
  });

  test("is sent by a create, and is no drift in the form that servers show", async () => {
    expect(stored()).toMatchObject({ api_key: `first${"*".repeat(FIRST.length - 5)}` });
    const state = { ...prior, id: "c-1/it" };
    const seen = await RESOURCE.chat.read(callOf(on.service) as never, state as never);
    expect({ ...state, ...(seen as Values) }).toEqual(state);
  });

  test("stays with the model if another property is edited", async () => {
    await edit(chat({ ...first.config, max_bytes: 200 }), prior, chat({ ...first.state, max_bytes: 200 }), [
      "max_bytes",
    ]);
    expect(sent()).toEqual([["upsertConversationModel", OWN]]);
    expect(stored()).toMatchObject({ max_bytes: 200, api_key: expect.stringMatching(/^first/) });
  });

  test("is sent again with another version", async () => {
    const second = writeOnly(SECOND, 2);
    await edit(chat(second.config), prior, chat(second.state), ["model_api_key_wo_version"]);
    expect(sent()).toEqual([["upsertConversationModel", ["api_key", ...OWN]]]);
    expect(stored()).toMatchObject({ api_key: expect.stringMatching(/^secon/) });
  });

  test("is only stored with its first version after an import; another property is still sent", async () => {
    const second = writeOnly(SECOND, 1);
    const imported = { imported: true };
    await edit(chat(second.config), chat(), chat(second.state), ["model_api_key_wo_version"], imported);
    expect(sent()).toEqual([]);
    const planned = chat({ ...second.state, max_bytes: 9 });
    const changed = ["max_bytes", "model_api_key_wo_version"];
    await edit(chat({ ...second.config, max_bytes: 9 }), chat(), planned, changed, imported);
    expect(sent()).toEqual([["upsertConversationModel", OWN]]);
    expect(stored()).toMatchObject({ max_bytes: 9, api_key: expect.stringMatching(/^first/) });
    const next = writeOnly(SECOND, 2);
    await edit(
      chat(next.config),
      chat(second.state),
      chat(next.state),
      ["model_api_key_wo_version"],
      imported,
    );
    expect(stored()).toMatchObject({ api_key: expect.stringMatching(/^secon/) });
    sent();
    // A state that has the value makes sure that it is the server's.
    const inState = chat({ model_api_key: FIRST });
    await edit(inState, chat(), inState, ["model_api_key"], imported);
    expect(sent()).toEqual([["upsertConversationModel", ["api_key", ...OWN]]]);
  });

  test("is sent if it was removed after an import, and comes back", async () => {
    const imported = { imported: true };
    let kept: object | undefined = imported;
    const step = async (from: Values, to: Values, config: Values) => {
      const call = { ...callOf(on.service, kept, config), setPrivateState: (next: object) => (kept = next) };
      const change = { prior: { ...from, id: "c-1/it" }, planned: { ...to, id: "c-1/it" } };
      const changed = ["model_api_key_wo_version"];
      await RESOURCE.chat.updates.write?.apply(call as never, { ...change, changed } as never);
    };
    await step(chat(), prior, chat(first.config));
    await step(prior, chat(), chat());
    expect(sent()).toEqual([]);
    await step(chat(), prior, chat(writeOnly(SECOND, 1).config));
    expect(sent()).toEqual([["upsertConversationModel", ["api_key", ...OWN]]]);
    expect(stored()).toMatchObject({ api_key: expect.stringMatching(/^secon/) });
  });

  test.each<[string, object]>([
    ["shows all of it", { api_key: SECOND }],
    ["shows none of it", {}],
  ])("is sent once if a server that %s has lost the answer", async (_, more) => {
    on.emulator.addFault({
      match: { operation: "upsertConversationModel" },
      effect: { kind: "reset", when: "after" },
    });
    const { api_key: __, ...rest } = stored() ?? {};
    on.emulator.addFault({
      match: { operation: "getConversationModel", nth: 2 },
      effect: { kind: "answer", status: 200, json: { ...rest, max_bytes: 9, ...more } },
    });
    const second = writeOnly(SECOND, 2);
    await edit(chat({ ...second.config, max_bytes: 9 }), prior, chat({ ...second.state, max_bytes: 9 }), [
      "max_bytes",
      "model_api_key_wo_version",
    ]);
    expect(sent()).toHaveLength(1);
  });

  test("without a value to send is an error, and nothing is sent", async () => {
    const none = writeOnly(null, 2);
    await expect(
      edit(chat(none.config), prior, chat(none.state), ["model_api_key_wo_version"]),
    ).rejects.toMatchObject({ summary: "There is no model_api_key_wo to send", path: ["model_api_key_wo"] });
    expect(sent()).toEqual([]);
  });

  test("may move into the state and out of it", async () => {
    const inState = chat({ model_api_key: SECOND });
    await edit(inState, prior, inState, ["model_api_key"]);
    expect(stored()).toMatchObject({ api_key: expect.stringMatching(/^secon/) });
    await edit(chat(first.config), inState, prior, ["model_api_key", "model_api_key_wo_version"]);
    expect(stored()).toMatchObject({ api_key: expect.stringMatching(/^first/) });
  });

  test("that is removed from the configuration stays at the server", async () => {
    await edit(chat(), prior, chat(), ["model_api_key_wo_version"]);
    expect(sent()).toEqual([]);
    expect(stored()).toMatchObject({ api_key: expect.stringMatching(/^first/) });
  });

  test("is sent once if the lost answer is resolved by what servers show, and again if that proves nothing", async () => {
    const lost = {
      match: { operation: "upsertConversationModel" },
      effect: { kind: "reset", when: "after" },
    } as const;
    on.emulator.addFault(lost);
    const second = writeOnly(SECOND, 2);
    await edit(chat(second.config), prior, chat(second.state), ["model_api_key_wo_version"]);
    expect(sent()).toHaveLength(1);

    await edit(chat(writeOnly(FIRST, 3).config), chat(second.state), chat(writeOnly(FIRST, 3).state), [
      "model_api_key_wo_version",
    ]);
    sent();
    on.emulator.addFault(lost);
    const same = writeOnly(OTHER_WITH_SAME_START, 4);
    await edit(chat(same.config), chat(writeOnly(FIRST, 3).state), chat(same.state), [
      "model_api_key_wo_version",
    ]);
    expect(sent()).toHaveLength(2);
  });

  test("of somebody else after a lost answer is an error", async () => {
    on.emulator.addFault({ match: { operation: "upsertConversationModel" }, effect: { kind: "reset" } });
    const { id: _, ...theirs } = { ...stored(), api_key: "their-key" } as Values;
    const put_named = { kind: "conversation_models", name: "it", body: theirs } as const;
    // The second read is the one after the lost answer.
    on.emulator.addFault({
      match: { operation: "getConversationModel", nth: 2 },
      effect: { kind: "race", when: "before", do: { put_named } },
    });
    const second = writeOnly(SECOND, 2);
    await expect(
      edit(chat(second.config), prior, chat(second.state), ["model_api_key_wo_version"]),
    ).rejects.toMatchObject({ summary: expect.stringContaining("somebody else changed it in the meantime") });
    expect(sent()).toHaveLength(1);
  });
});

const plan = (config: Values, prior?: Values, privateState?: unknown, resource = RESOURCE.chat) =>
  planOf<Values>(resource, {
    config,
    service: on.service,
    ...(prior && { prior: { ...prior, id: "c-1/it" } }),
    ...(privateState !== undefined && { privateState }),
  });

test.each<[string, Values, string]>([
  ["conversation", chat(), "model_api_key"],
  ["conversation", chat({ model_name: "google/gemini" }), "model_api_key"],
  ["natural language search", question(), "model_api_key"],
  ["natural language search", question({ model_name: "gcp/gemini" }), "model_credentials"],
  [
    "natural language search",
    question({ model_name: "gcp/gemini", model_api_key: FIRST }),
    "model_credentials",
  ],
])("the plan rejects a new %s model without its credential: %#", async (kind, config, credential) => {
  const resource = kind === "conversation" ? RESOURCE.chat : RESOURCE.question;
  await expect(plan(config, undefined, undefined, resource)).rejects.toMatchObject({
    summary: expect.stringMatching(/ model "it" has no credential$/),
    detail: expect.stringContaining(
      `Set ${credential}_wo and ${credential}_wo_version, or ${credential} for`,
    ),
  });
});

test.each<[string, Values]>([
  ["of a server of one's own", chat({ model_name: "vllm/m", vllm_url: "http://127.0.0.1:9" })],
  ["of a vendor that a newer server knows", chat({ model_name: "newest/m" })],
  ["with one that is known after apply", chat({ model_api_key_wo: UNKNOWN, model_api_key_wo_version: 1 })],
  [
    "with one that ignore_changes hides from the plan of its replacement",
    chat({ model_api_key_wo_version: 1 }),
  ],
  ["whose vendor is known after apply", chat({ model_name: UNKNOWN })],
])("the plan accepts a new model %s", async (_, config) => {
  const { planned, summaries } = await plan(config);
  expect(summaries).toEqual([]);
  // Servers keep what a configuration leaves out, and the plan names no value for it.
  expect(planned).toMatchObject({ ttl: null, system_prompt: null, extra: null, model_api_key_wo: null });
});

test("another vendor replaces the model, with its credential; another model of the vendor does not", async () => {
  const first = writeOnly(FIRST, 1);
  const to = (model_name: string) => plan(chat({ ...first.config, model_name }), chat(first.state));
  expect((await to("google/gemini")).replace).toEqual(["model_name"]);
  expect((await to("openai/o3")).replace).toEqual([]);
  await expect(plan(chat({ model_name: "google/gemini" }), chat())).rejects.toMatchObject({
    summary: 'Conversation model "it" has no credential',
  });
});

test("the plan says that the server keeps a credential which the configuration removes", async () => {
  const told = async (config: object, prior: object) => (await plan(chat(config), chat(prior))).summaries;
  const keeps = ['Conversation model "it" keeps its model_api_key at the server'];
  expect(await told({}, writeOnly(FIRST, 1).state)).toEqual(keeps);
  expect(await told({}, { model_api_key: FIRST })).toEqual(keeps);
  expect(await told(writeOnly(FIRST, 1).config, { model_api_key: FIRST })).toEqual([]);
  expect(await told({ max_bytes: 7 }, {})).toEqual([]);
});

test("another write-only value plans nothing; another version plans an edit", async () => {
  const state = chat(writeOnly(FIRST, 1).state);
  const same = await plan(chat(writeOnly(SECOND, 1).config), state);
  expect(same.planned).toEqual({ ...state, id: "c-1/it" });
  const next = await plan(chat(writeOnly(SECOND, 2).config), state);
  expect([next.planned.model_api_key_wo_version, next.planned.model_api_key_wo]).toEqual([2, null]);
});

test("after an import, what the configuration leaves out stays, without a credential too", async () => {
  const seen = { system_prompt: "Be brief.", ttl: 60, extra: '{"openai_url":"https://a","region":"x"}' };
  const { planned } = await plan(chat({ extra: '{ "region": "x" }' }), chat(seen), { imported: true });
  expect(planned).toEqual({ ...chat(seen), id: "c-1/it" });
  const edited = await plan(chat({ max_bytes: 7 }), chat(seen), { imported: true });
  expect(edited.planned).toEqual({ ...chat({ ...seen, max_bytes: 7 }), id: "c-1/it" });
});

test("an import takes over no part of a credential that only the server knows", () => {
  const { fromAnswer } = conversationModel;
  const answer = { ...chat(), service_account: "abcde*****", url: { token: "*******", region: "x" } };
  expect(fromAnswer(answer, {})).toMatchObject({
    extra: expect.stringMatching(/^\{.*"url":\{"region":"x"\}/),
  });
  expect(JSON.stringify(fromAnswer(answer, {}))).not.toContain("*");
  const own = { model_name: "openai/gpt-4o", service_account: "abcde*****" };
  expect(fromAnswer(own, {})).toMatchObject({ extra: null });
});

test("a property that is removed from extra stays at the server, and the plan says so", async () => {
  const { summaries, replace } = await plan(
    chat({ extra: '{"region":"x"}', model_api_key: FIRST }),
    chat({ extra: '{"openai_url":"https://a","region":"x"}', model_api_key: FIRST }),
  );
  expect([summaries, replace]).toEqual([
    ['Model "it" keeps properties that are removed from extra: openai_url'],
    [],
  ]);
});

test("the credentials of Google Cloud are sent one by one", async () => {
  const tokens = {
    access_token: "access-0123456789",
    refresh_token: "refresh-0123456789",
    client_secret: "client-0123456789",
  };
  const own = {
    model_name: "gcp/gemini",
    extra: JSON.stringify({ project_id: "p", client_id: "i" }),
    model_credentials_wo_version: 1,
  };
  const config = question({ ...own, model_credentials_wo: JSON.stringify(tokens) });
  await RESOURCE.question.create(callOf(on.service, undefined, config) as never, question(own) as never);
  const shown = { access_token: /^acces\*+$/, refresh_token: /^refre\*+$/, client_secret: /^clien\*+$/ };
  expect(stored()).toMatchObject({
    ...{ project_id: "p", client_id: "i" },
    ...Object.fromEntries(Object.entries(shown).map(([name, form]) => [name, expect.stringMatching(form)])),
  });
  const state = { ...question(own), id: "c-1/it" };
  const seen = await RESOURCE.question.read(callOf(on.service) as never, state as never);
  expect({ ...state, ...(seen as Values) }).toEqual(state);
  on.emulator.deleteNamedOutside("c-1", "nl_search_models", "it");
});
