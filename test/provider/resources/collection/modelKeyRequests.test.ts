import type { FaultEffectBody } from "../../../../src/emulator";
import { UNKNOWN } from "../../../../src/framework";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type { CollectionValues } from "../../../../src/provider/resources/collection/schema";
import { resolveNodes } from "../../../../src/provider/shared/dataPlane";
import { callOf, planOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionValues, field } from "./kit";

/** The requests, plans and states of a key of a model, on the emulator. */
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterEach(() => on.close());

const [FIRST, SECOND] = ["one-key-0123456789", "two-key-0123456789"];
/** A key of which servers show the same as of the first. */
const ALIKE = "one-k-another-9876";
/** Returns the part of a key that servers show. */
const shown = (key: string) => key.slice(0, 5) + "*".repeat(key.length - 5);
const MODEL = "openai/text-embedding-3-small";
const vector = (from: string[], more: object = {}, config: object = {}) =>
  field("meaning", "float[]", {
    ...more,
    extra: JSON.stringify({ embed: { from, model_config: { model_name: MODEL, ...config } } }),
  });
const TITLE = field("title");
/** A vector that no model has computed. */
const OWN_VECTOR = Array.from({ length: 1536 }, (_, place) => (place === 0 ? 1 : 0));
/** The values with this version of the key. */
const version = (number: number | null, meaning = vector(["title"])) =>
  collectionValues({ field: [TITLE, meaning], model_api_key_wo_version: number });

/** A call with the key in its configuration. */
function callWith(key: string | null) {
  const config = { ...version(1), model_api_key_wo: key };
  const call = callOf<CollectionValues>(on.service, undefined, config);
  return Object.assign(call, { deadline: Date.now() + 3_600_000 });
}
const create = (key: string | null, planned = version(1)) =>
  collection.create(callWith(key) as never, planned);
const alter = (
  key: string | null,
  prior: CollectionValues,
  planned: CollectionValues,
  call = callWith(key),
) => collection.updates.alter?.apply(call as never, { prior, planned, changed: [] } as never);
const plan = (
  key: string | null | typeof UNKNOWN,
  prior: CollectionValues | null,
  config: CollectionValues,
) =>
  planOf<CollectionValues>(collection, {
    service: on.service,
    ...(prior && { prior }),
    config: { ...config, model_api_key_wo: key },
  } as never);

const bodies = (operation: string) =>
  on.emulator
    .journal()
    .filter((entry) => entry.operation === operation)
    .map(({ body }) => body);
const fault = (operation: string, effect: FaultEffectBody) =>
  on.emulator.addFault({ match: { operation } as never, effect });
/** Returns the part of the key that the server shows. */
const stored = () => {
  const [products] = on.emulator.state().collections;
  const meaning = products?.fields?.find(({ name }) => name === "meaning");
  return (meaning?.embed as { model_config: { api_key?: string } } | undefined)?.model_config.api_key;
};
const embedWith = (api_key: string, from = ["title"]) => ({
  name: "meaning",
  type: "float[]",
  embed: { from, model_config: { model_name: MODEL, api_key } },
});
const rekeyed = (key: string, from?: string[]) => ({
  fields: [{ name: "meaning", drop: true }, embedWith(key, from)],
});

describe("a create", () => {
  test("sends the key with the field, and the state has no part of it", async () => {
    const values = await create(FIRST);
    expect(bodies("createCollection")).toEqual([
      { name: "products", fields: [{ name: "title", type: "string" }, embedWith(FIRST)] },
    ]);
    expect(values).toMatchObject({ field: version(1).field });
    expect(JSON.stringify(values)).not.toMatch(/one-k|\*\*\*/);
    expect(await collection.read(callWith(null) as never, version(1))).toMatchObject({
      field: version(1).field,
    });
  });

  test("without the key sends nothing, at plan and at apply", async () => {
    await expect(create(null)).rejects.toMatchObject({
      summary: 'No key for the model of field "meaning"',
      detail: expect.stringMatching(/^The field of collection "products" .* Nothing was sent\./),
    });
    await expect(plan(null, null, version(null))).rejects.toMatchObject({
      summary: 'No key for the model of field "meaning"',
    });
    expect(bodies("createCollection")).toEqual([]);
  });

  test("is planned while the key is not known yet", async () => {
    expect((await plan(UNKNOWN, null, version(1))).summaries).toEqual([]);
    expect((await plan(FIRST, null, version(1))).planned.model_api_key_wo).toBeNull();
  });

  test("with one key for the models of two services is a warning that names them", async () => {
    const other = { ...vector(["title"], {}, { model_name: "google/embedding-001" }), name: "other" };
    const both = collectionValues({ field: [TITLE, vector(["title"]), other], model_api_key_wo_version: 1 });
    expect((await plan(FIRST, null, both)).summaries).toEqual([
      "model_api_key_wo is sent to 2 services: google, openai",
    ]);
  });

  test("with a key that no field takes is a warning", async () => {
    const none = collectionValues({ field: [TITLE], model_api_key_wo_version: 1 });
    expect((await plan(FIRST, null, none)).summaries).toEqual(["model_api_key_wo is not used"]);
    const own = version(1, vector(["title"], {}, { api_key: "sk-own-0123456789" }));
    expect((await plan(FIRST, null, own)).summaries).toEqual(["model_api_key_wo is not used"]);
  });
});

describe("another version", () => {
  beforeEach(async () => {
    await create(FIRST);
    on.emulator.addDocumentsOutside("c-1", "products", [{ id: "1", title: "Oak", meaning: OWN_VECTOR }]);
    on.emulator.clearJournal();
  });

  test("drops the field and adds it with the new key, in one PATCH; the vectors stay", async () => {
    const vectors = async () => {
      const call = callWith(null);
      const nodes = await resolveNodes(call as never, version(1), "to read a document");
      return nodes.call("getDocument", { path: { name: "products", id: "1" } }, call);
    };
    const before = await vectors();
    expect(before).toMatchObject({ meaning: OWN_VECTOR });
    await alter(SECOND, version(1), version(2));
    expect([bodies("updateCollection"), stored(), await vectors()]).toEqual([
      [rekeyed(SECOND)],
      shown(SECOND),
      before,
    ]);
  });

  test.each<[string, FaultEffectBody]>([
    ["reset before the work", { kind: "reset" }],
    ["reset after the work", { kind: "reset", when: "after" }],
    ["503 with HTML after the work", { kind: "status", status: 503, body: "html", when: "after" }],
    ["truncated JSON", { kind: "damage", as: "truncated" }],
  ])("is sent again if its response is lost, because no read shows the key: %s", async (_, effect) => {
    fault("updateCollection", effect);
    expect(await alter(ALIKE, version(1), version(2))).toMatchObject({ field: version(2).field });
    expect(bodies("updateCollection")).toEqual([rekeyed(ALIKE), rekeyed(ALIKE)]);
  });

  test("that the server rejects changes nothing", async () => {
    const json = { message: "Incorrect API key provided." };
    fault("updateCollection", { kind: "answer", status: 400, json });
    const call = callWith(SECOND);
    await expect(alter(SECOND, version(1), version(2), call)).rejects.toMatchObject({
      detail: expect.stringMatching(/Incorrect API key[\s\S]*Nothing was changed/),
    });
    expect([stored(), call.known]).toEqual([shown(FIRST), {}]);
  });

  test("is announced with the number of documents, and with what the model computes again", async () => {
    const summary = 'Collection "products" of cluster c-1 will reindex 1 document';
    expect((await plan(SECOND, version(1), version(2))).warnings).toEqual([
      {
        summary,
        detail: expect.stringMatching(
          /^One PATCH: field meaning changes\. The key of the model of field meaning is sent again\. .* only those that are missing\. The collection stays/,
        ),
      },
    ]);
    const [prior, next] = [1, 2].map((number) => version(number, vector(["title"], { store: false })));
    const { warnings } = await plan(UNKNOWN, prior ?? null, next as CollectionValues);
    expect(warnings[0]?.detail).toContain("They store none of meaning (store = false)");
  });

  test("is announced even if the collection cannot be read", async () => {
    on.emulator.addFault({
      match: { operation: "getCollection", times: 0 },
      effect: { kind: "status", status: 401 },
    });
    expect((await plan(SECOND, version(1), version(2))).summaries).toEqual([
      'Collection "products" of cluster c-1 will reindex its documents',
    ]);
  });

  test.each<[string, prior: number | null, planned: number | null, key: string | null]>([
    ["the same version with another key", 1, 1, SECOND],
    ["the first version, after an import", null, 1, ALIKE],
    ["no key any more", 1, null, null],
  ])("is not: %s", async (_, prior, planned, key) => {
    expect((await plan(key, version(prior), version(planned))).summaries).toEqual([]);
    await alter(key, version(prior), version(planned));
    expect([stored(), bodies("updateCollection")]).toEqual([shown(FIRST), []]);
  });
});

test("the first version after an import sends nothing, and a key that is certainly another one is a warning", async () => {
  await create(FIRST);
  expect((await plan(SECOND, version(null), version(1))).summaries).toEqual([
    "The server has another key than model_api_key_wo for the model of field meaning",
  ]);
  for (const key of [FIRST, ALIKE, UNKNOWN] as const)
    expect((await plan(key, version(null), version(1))).summaries).toEqual([]);
  await alter(SECOND, version(null), version(1));
  expect([stored(), bodies("updateCollection")]).toEqual([shown(FIRST), []]);
});

describe("an edit that drops and adds the field for another reason", () => {
  const SUBTITLE = field("subtitle", "string", { optional: true });
  const both = (meaning = vector(["title"])) =>
    collectionValues({ field: [TITLE, SUBTITLE, meaning], model_api_key_wo_version: 1 });
  const edited = both(vector(["title", "subtitle"]));
  beforeEach(async () => {
    await create(FIRST, both());
    on.emulator.clearJournal();
  });

  test("sends the key that is configured", async () => {
    await alter(SECOND, both(), edited);
    expect(bodies("updateCollection")).toEqual([rekeyed(SECOND, ["title", "subtitle"])]);
  });

  test("is planned as with an unknown key where ignore_changes hides it, and the apply sends it", async () => {
    const told = (await plan(UNKNOWN, both(), edited)).summaries;
    expect((await plan(null, both(), edited)).summaries).toEqual(told);
  });

  test("is refused without it, at plan and before the PATCH", async () => {
    const none = { ...edited, model_api_key_wo_version: null };
    const refusal = { summary: 'No key for the model of field "meaning"' };
    await expect(plan(null, both(), none)).rejects.toMatchObject(refusal);
    await expect(alter(null, both(), none)).rejects.toMatchObject(refusal);
    expect([stored(), bodies("updateCollection")]).toEqual([shown(FIRST), []]);
  });
});

describe("a key that moves between extra and the argument", () => {
  const own = (api_key: string) => version(null, vector(["title"], {}, { api_key }));

  test("is sent only if it is another one", async () => {
    await create(null, own(FIRST));
    await alter(FIRST, own(FIRST), version(1));
    expect([stored(), bodies("updateCollection")]).toEqual([shown(FIRST), []]);
    await alter(SECOND, own(FIRST), version(1));
    expect([stored(), bodies("updateCollection")]).toEqual([shown(SECOND), [rekeyed(SECOND)]]);
  });

  test("is sent when it comes back to extra: no state knows the one before", async () => {
    await create(FIRST);
    await alter(null, version(1), own(SECOND));
    expect([stored(), bodies("updateCollection")]).toEqual([shown(SECOND), [rekeyed(SECOND)]]);
  });
});

test("an import stores no part of the key, and has no drift then", async () => {
  await create(FIRST);
  const imported = { ...version(null), id: "c-1/products", field: [] };
  const call = callOf(on.service, { importing: true } as never) as never;
  const seen = await collection.read(call, imported);
  expect(JSON.stringify(seen)).not.toMatch(/one-k|\*\*\*/);
  const found = { ...imported, ...(seen as object) };
  expect((await plan(null, found, found)).planned).toEqual(found);
});
