import fc from "fast-check";
import type { FaultEffectBody } from "../../../../src/emulator";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type { CollectionValues } from "../../../../src/provider/resources/collection/schema";
import { fieldBody } from "../../../../src/provider/shared/collection/alteration";
import { fuzzRuns } from "../../../support/fuzz";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { SORTED_BODY as BODY, field, SORTED_VALUES as PLANNED } from "./kit";

/** Edits on the emulator, which carries them out like genuine servers. */
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterEach(() => on.close());

const callWith = () =>
  Object.assign(callOf<CollectionValues>(on.service), { deadline: Date.now() + 3_600_000 });
const create = (planned: CollectionValues) => collection.create(callWith() as never, planned);
const read = (state: CollectionValues) => collection.read(callWith() as never, state);
const alter = (prior: CollectionValues, planned: CollectionValues, call = callWith()) =>
  collection.updates.alter?.apply(call as never, { prior, planned, changed: [] } as never);
const there = (body: object) => on.emulator.createCollectionOutside("c-1", body as never);
const sent = (operation: string) => on.emulator.journal().filter((entry) => entry.operation === operation);
const fault = (operation: string, effect: FaultEffectBody) =>
  on.emulator.addFault({ match: { operation } as never, effect });

describe("metadata and models", () => {
  const VALUES = { ...PLANNED, metadata: '{ "owner": "shop" }' };
  const stateOf = async (state: CollectionValues) => ({
    ...state,
    ...((await read(state)) as CollectionValues),
  });

  test("are sent as objects, and compared as JSON", async () => {
    await create({ ...VALUES, voice_query_model: null });
    expect(sent("createCollection")[0]?.body).toMatchObject({ metadata: { owner: "shop" } });
    expect(await read(VALUES)).toMatchObject({ metadata: '{ "owner": "shop" }' });
    // Metadata that is not configured is not shown.
    expect(await read(PLANNED)).toMatchObject({ metadata: null });
    const edited = { ...VALUES, metadata: '{"owner":"web"}' };
    expect(await alter(VALUES, edited)).toMatchObject({ metadata: '{"owner":"web"}' });
    expect(sent("updateCollection").map(({ body }) => body)).toEqual([{ metadata: { owner: "web" } }]);
    expect(await read(VALUES)).toMatchObject({ metadata: '{"owner":"web"}' });
    const none = { ...VALUES, metadata: "{}" };
    await alter(edited, none);
    expect((await stateOf(none)).metadata).toBe("{}");
    await alter(edited, PLANNED);
    expect(sent("updateCollection")).toHaveLength(2);
  });

  test("a model is part of a create; one that is not in the state replaces nothing", async () => {
    const record = {
      ...BODY,
      num_documents: 0,
      created_at: 1_700_000_000,
      voice_query_model: { model_name: "ts/whisper/base.en" },
    };
    fault("createCollection", { kind: "answer", status: 201, json: record });
    const planned = { ...PLANNED, voice_query_model: "ts/whisper/base.en" };
    expect(await create(planned)).toMatchObject({ voice_query_model: "ts/whisper/base.en" });
    expect(sent("createCollection")[0]?.body).toMatchObject({
      voice_query_model: { model_name: "ts/whisper/base.en" },
    });
    fault("getCollection", { kind: "answer", status: 200, json: record });
    expect(await read(PLANNED)).toMatchObject({ voice_query_model: null });
  });
});

test("an edit of `.*` takes two PATCHes, and the state has the result of the first", async () => {
  const fields = (type: string, more = {}) => ({
    ...PLANNED,
    default_sorting_field: null,
    field: [field("title"), field(".*", type, more)],
  });
  there({
    name: "products",
    fields: [
      { name: "title", type: "string" },
      { name: ".*", type: "auto" },
    ],
  });
  await alter(fields("auto"), fields("string*"));
  expect(sent("updateCollection").map(({ body }) => body)).toEqual([
    { fields: [{ name: ".*", drop: true }] },
    { fields: [{ name: ".*", type: "string*" }] },
  ]);
  on.emulator.addFault({
    match: { operation: "updateCollection", nth: 2 } as never,
    effect: { kind: "status", status: 400 },
  });
  const call = callWith();
  await expect(alter(fields("string*"), fields("auto"), call)).rejects.toThrow();
  expect(call.known.field?.map(({ name }) => name)).toEqual(["title"]);
});

const someField = fc
  .record({
    name: fc.constantFrom("a", "b", "c_t", "o", "oo", "o.p", "o.p.q", ".*", ".*_t"),
    type: fc.constantFrom("string", "int32", "auto", "object", "geopolygon"),
    locale: fc.constantFrom(null, ""),
    facet: fc.constantFrom(null, true),
    extra: fc.constantFrom(null, '{"truncate_len":9}'),
  })
  .filter(({ name, facet }) => name !== ".*" || facet === null)
  .map(({ name, type, ...more }) => field(name, type, more));
const schemas = fc.uniqueArray(someField, { selector: ({ name }) => name, minLength: 1 });

test("any fields can become any others: no PATCH is rejected, and nothing is left to do", async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(schemas, schemas, async (before, after) => {
      const name = `products_${++made}`;
      const values = (fields: CollectionValues["field"]) =>
        ({
          ...PLANNED,
          name,
          id: `c-1/${name}`,
          default_sorting_field: null,
          enable_nested_fields: true,
          field: fields,
        }) as const;
      const [prior, planned] = [values(before), values(after)];
      there({
        name,
        fields: before.map((one) => ({ ...fieldBody(one), optional: true })),
        enable_nested_fields: true,
      });
      const optional = (fields: CollectionValues["field"]) =>
        fields.map((one) => ({ ...one, optional: true }));
      const [from, to] = [
        { ...prior, field: optional(before) },
        { ...planned, field: optional(after) },
      ];
      await alter(from, to);
      const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
        one.name < other.name ? -1 : 1;
      const seen = (await read(to)) as CollectionValues;
      expect([...seen.field].sort(byName)).toEqual([...to.field].sort(byName));
    }),
    { numRuns: fuzzRuns(40) },
  );
});

test("an edit in steps includes a field that servers never show", async () => {
  const [every, hidden] = [field(".*", "auto"), field("x_sequence_id", "int32", { optional: true })];
  const prior = { ...PLANNED, default_sorting_field: null, field: [field("title"), hidden, every] };
  await create(prior);
  const edited = [
    { ...hidden, type: "int64" },
    { ...every, type: "string*" },
  ];
  await alter(prior, { ...prior, field: [field("title"), ...edited] });
  expect(sent("updateCollection")).toHaveLength(2);
  const [products] = on.emulator.state().collections;
  expect(products?.fields?.map(({ name, type }) => [name, type])).toContainEqual([".*", "string*"]);
});
