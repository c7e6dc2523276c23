import type { FaultEffectBody } from "../../../../src/emulator";
import { GONE } from "../../../../src/framework";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type {
  CollectionPrivateState,
  CollectionValues,
} from "../../../../src/provider/resources/collection/schema";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { SORTED_BODY as BODY, collectionValues, field, SORTED_VALUES as PLANNED } from "./kit";

let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterEach(() => on.close());

const callWith = (stored?: CollectionPrivateState) => {
  const call = callOf<CollectionValues, CollectionPrivateState>(on.service, stored);
  return Object.assign(call, { deadline: Date.now() + 3_600_000 });
};
const create = (planned = PLANNED, call = callWith()) => collection.create(call as never, planned);
const read = (state: CollectionValues = PLANNED, call = callWith()) => collection.read(call as never, state);
const alter = (prior: CollectionValues, planned: CollectionValues, call = callWith()) =>
  collection.updates.alter?.apply(call as never, { prior, planned, changed: [] } as never);
const there = (body: object = BODY) => on.emulator.createCollectionOutside("c-1", body as never);
const documents = (count: number) =>
  on.emulator.addDocumentsOutside(
    "c-1",
    "products",
    Array.from({ length: count }, (_, rank) => ({ title: "a", rank })),
  );
const sent = (operation: string) => on.emulator.journal().filter((entry) => entry.operation === operation);
const fault = (operation: string, effect: FaultEffectBody) =>
  on.emulator.addFault({ match: { operation } as never, effect });

const LOST: readonly (readonly [string, FaultEffectBody])[] = [
  ["reset before the work", { kind: "reset" }],
  ["reset after the work", { kind: "reset", when: "after" }],
  ["503 with HTML after the work", { kind: "status", status: 503, body: "html", when: "after" }],
  ["truncated JSON", { kind: "damage", as: "truncated" }],
];

describe("create", () => {
  test("sends only the configuration, and stores the private state", async () => {
    const call = callWith();
    const values = await create(PLANNED, call);
    expect(sent("createCollection").map(({ body }) => body)).toEqual([BODY]);
    expect(values).toMatchObject({ id: "c-1/products", field: PLANNED.field, default_sorting_field: "rank" });
    expect(call.known).toEqual(values);
    expect(call.privateState).toMatchObject({ id: "c-1/products", cluster: "c-1" });
    expect(await read({ ...PLANNED, ...values })).toEqual({ ...values, id: undefined });
  });

  test.each(LOST)("is done once if its response is lost: %s", async (_, effect) => {
    fault("createCollection", effect);
    expect(await create()).toMatchObject({ id: "c-1/products" });
    expect(await read()).toMatchObject({ field: PLANNED.field });
  });

  test.each(["all", "few"])(
    "is recognised after a lost response, without drift, if the server shows %s defaults",
    async (shown) => {
      on.emulator.setAssumptions({ field_defaults_answered: shown });
      fault("createCollection", { kind: "reset", when: "after" });
      expect(await create()).toMatchObject({ id: "c-1/products", field: PLANNED.field });
      expect(await read()).toMatchObject({ field: PLANNED.field });
      expect(sent("createCollection")).toHaveLength(1);
    },
  );

  test("of a name that exists fails with the import block, before and after the request", async () => {
    there();
    documents(2);
    const refusal = {
      summary: 'Collection "products" of cluster c-1 already exists',
      detail: expect.stringMatching(/holds 2 documents[\s\S]*id = "c-1\/products"/),
    };
    await expect(create()).rejects.toMatchObject(refusal);
    expect(sent("createCollection")).toEqual([]);
    // Somebody else creates it after the check.
    fault("getCollection", { kind: "status", status: 404 });
    await expect(create()).rejects.toMatchObject(refusal);
    expect(sent("createCollection")).toHaveLength(1);
  });

  test("under the name of an alias fails: searches by the alias would go to the new collection", async () => {
    there({ ...BODY, name: "products_2" });
    on.emulator.putAliasOutside("c-1", "products", "products_2");
    await expect(create()).rejects.toThrow(
      /name of an alias: Alias "products" of cluster c-1 points to collection "products_2"/,
    );
    expect(sent("createCollection")).toEqual([]);
  });

  test("does not adopt a collection with another schema after a lost response", async () => {
    there({ ...BODY, fields: [...BODY.fields, { name: "more", type: "bool" }] });
    fault("getCollection", { kind: "status", status: 404 });
    fault("createCollection", { kind: "reset" });
    await expect(create()).rejects.toMatchObject({ summary: expect.stringContaining("already exists") });
  });

  test.each<[string, object]>([
    ["holds documents", { num_documents: 500 }],
    ["may hold documents", { num_documents: -1 }],
    ["is older than the request", { num_documents: 0, created_at: 1_500_000_000 }],
  ])(
    "does not adopt a collection that %s after a lost response, even with the same schema",
    async (_, seen) => {
      const now = Math.floor(Date.now() / 1000);
      const record = { ...BODY, created_at: now, num_documents: 0 };
      const shows = (more: object) => {
        on.emulator.clearFaults();
        fault("getCollection", { kind: "status", status: 404 });
        fault("createCollection", { kind: "reset" });
        const effect = { kind: "answer", status: 200, json: { ...record, ...more } } as const;
        on.emulator.addFault({ match: { operation: "getCollection", nth: 2, times: 0 }, effect });
      };
      shows({});
      expect(await create()).toMatchObject({ id: "c-1/products" });
      on.emulator.clearJournal();
      shows(seen);
      await expect(create()).rejects.toMatchObject({
        summary: 'Collection "products" of cluster c-1 already exists',
        detail: expect.stringMatching(/import \{/),
      });
      expect(sent("createCollection")).toHaveLength(1);
    },
  );

  test("with sets needs a server that has them", async () => {
    const old = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "29.0" }] });
    const call = callOf(old.service) as never;
    await expect(collection.create(call, { ...PLANNED, synonym_sets: ["words"] })).rejects.toMatchObject({
      summary: expect.stringMatching(/^synonym_sets .* need server version 30/),
    });
    expect(old.wrote()).toEqual([]);
    await old.close();
  });
});

describe("an edit", () => {
  const EDITED = {
    ...PLANNED,
    field: [field("title", "string", { facet: true }), field("rank", "int32"), field("tags", "string[]")],
  };
  const PATCH = [
    { name: "title", drop: true },
    { name: "title", type: "string", facet: true },
    { name: "tags", type: "string[]" },
  ];

  test.each(LOST)("is one PATCH, carried out once: %s", async (_, effect) => {
    there();
    fault("updateCollection", effect);
    expect(await alter(PLANNED, EDITED)).toMatchObject({ field: EDITED.field });
    expect(sent("updateCollection")[0]?.body).toEqual({ fields: PATCH });
    expect(await read(EDITED)).toMatchObject({ field: EDITED.field });
    const before = sent("updateCollection").length;
    await alter(PLANNED, EDITED);
    expect(sent("updateCollection")).toHaveLength(before);
  });

  test("fails if an alias of the same name points to another collection", async () => {
    there({ ...BODY, name: "other" });
    on.emulator.putAliasOutside("c-1", "products", "other");
    await expect(alter(PLANNED, EDITED)).rejects.toMatchObject({
      detail: expect.stringMatching(/now points to collection "other"\. Nothing was changed/),
    });
    expect(sent("updateCollection")).toEqual([]);
  });

  test("waits while another update is running, until its deadline", async () => {
    there();
    const busy = {
      kind: "answer",
      status: 422,
      json: { message: "Another collection update operation is in progress." },
    } as const;
    on.emulator.addFault({ match: { operation: "updateCollection", times: 3 } as never, effect: busy });
    await alter(PLANNED, EDITED);
    expect(sent("updateCollection")).toHaveLength(4);
    on.emulator.addFault({ match: { operation: "updateCollection", times: 0 } as never, effect: busy });
    const late = Object.assign(callWith(), { deadline: Date.now() + 10_000 });
    await expect(alter(EDITED, PLANNED, late)).rejects.toMatchObject({
      detail: expect.stringMatching(/Nothing was changed: [\s\S]*one alteration of a collection at a time/),
    });
  });

  test("that the documents do not fit changes nothing, and quotes the server", async () => {
    there();
    documents(1);
    const planned = { ...PLANNED, field: [field("title", "int32"), field("rank", "int32")] };
    await expect(alter(PLANNED, planned)).rejects.toMatchObject({
      detail: expect.stringMatching(/Existing data for field `title`[\s\S]*Nothing was changed/i),
    });
    expect(sent("updateCollection")).toHaveLength(1);
    expect(await read()).toMatchObject({ field: PLANNED.field });
  });

  test("of sets is sent with the fields, and detaches them again", async () => {
    there();
    on.emulator.putNamedOutside("c-1", "synonym_sets", "words", { items: [] });
    const attached = { ...EDITED, synonym_sets: ["words"] };
    await alter(PLANNED, attached);
    expect(sent("updateCollection").map(({ body }) => body)).toEqual([
      { fields: PATCH, synonym_sets: ["words"] },
    ]);
    expect(await read(attached)).toMatchObject({ synonym_sets: ["words"], curation_sets: null });
    await alter(attached, EDITED);
    expect(sent("updateCollection")[1]?.body).toEqual({ synonym_sets: [] });
  });
});

describe("a delete", () => {
  const remove = (
    stored: CollectionPrivateState,
    state: Partial<CollectionValues> = {},
    call = callWith(stored),
  ) => collection.delete(call as never, { ...PLANNED, ...state });

  test.each<[string, number, CollectionPrivateState, Partial<CollectionValues>]>([
    ["planned as empty, and empty", 0, { named: { documents: 0, more: false } }, {}],
    ["planned with as many", 2, { named: { documents: 2, more: true } }, {}],
    ["planned with more", 2, { named: { documents: 3, more: true } }, {}],
    ["planned with fewer", 3, { named: { documents: 2, more: true } }, {}],
    ["not planned, and empty", 0, {}, {}],
    ["not planned, and allowed", 2, {}, { replacement: "allow" }],
  ])("%s: succeeds", async (_, count, stored, state) => {
    there();
    documents(count);
    await remove(stored, state);
    expect(await read()).toBe(GONE);
  });

  test.each<[string, CollectionPrivateState, RegExp]>([
    ["planned as empty", { named: { documents: 0, more: false } }, /it held 0 documents at plan/],
    ["not planned", {}, /did not appear in a plan/],
    ["not counted", { named: { documents: null, more: false } }, /could not count its documents/],
  ])("%s: documents are not dropped", async (_, stored, why) => {
    there();
    documents(2);
    for (const replacement of stored.named ? [null, "allow"] : [null])
      await expect(remove(stored, { replacement })).rejects.toMatchObject({
        summary: 'Collection "products" of cluster c-1 holds 2 documents',
        detail: expect.stringMatching(why),
      });
    expect(sent("deleteCollection")).toEqual([]);
  });

  test.each([-1, 0.5])("of a collection that reports %p documents fails", async (num_documents) => {
    there();
    const record = { name: "products", fields: BODY.fields, num_documents };
    on.emulator.addFault({
      match: { operation: "getCollection", times: 0 },
      effect: { kind: "answer", status: 200, json: record },
    });
    await expect(remove({ named: { documents: 0, more: false } })).rejects.toMatchObject({
      summary: expect.stringMatching(/holds an unknown number of documents$/),
    });
    expect(sent("deleteCollection")).toEqual([]);
  });

  test("of a protected collection fails, of a missing one succeeds, and never deletes the collection of an alias", async () => {
    await expect(remove({}, { deletion_protection: true })).rejects.toMatchObject({
      summary: expect.stringContaining("protected"),
    });
    there({ ...BODY, name: "other" });
    on.emulator.putAliasOutside("c-1", "products", "other");
    await remove({});
    expect(sent("deleteCollection")).toEqual([]);
  });

  test("succeeds if its response is lost", async () => {
    there();
    fault("deleteCollection", { kind: "reset", when: "after" });
    await remove({});
    expect(await read()).toBe(GONE);
  });
});

describe("a refresh", () => {
  const names = Array.from({ length: 200 }, (_, index) => `products_${index}`);
  const reads = () =>
    on.emulator
      .journal()
      .flatMap(({ operation }) =>
        operation?.endsWith("Collection") || operation === "listCollections" ? [operation] : [],
      );
  const refresh = (some: readonly string[]) =>
    Promise.all(some.map((name) => read({ ...PLANNED, name, id: `c-1/${name}` })));

  test("of 200 collections sends one list; a collection that the list lacks is read by its name", async () => {
    for (const name of names) there({ ...BODY, name });
    on.emulator.clearJournal();
    const all = await refresh([...names, "gone"]);
    expect(all.filter((one) => one === GONE)).toHaveLength(1);
    expect(reads()).toEqual(["listCollections", "getCollection"]);
  });

  test("of one collection sends one read; of several without permission to list, one each", async () => {
    for (const name of names.slice(0, 3)) there({ ...BODY, name });
    on.emulator.clearJournal();
    await refresh(names.slice(0, 1));
    expect(reads()).toEqual(["getCollection"]);
    fault("listCollections", { kind: "status", status: 401 });
    on.emulator.clearJournal();
    await refresh(names.slice(1, 3));
    expect(reads()).toEqual(["listCollections", "getCollection", "getCollection"]);
  });

  test("after an import omits defaults", async () => {
    there({ ...BODY, enable_nested_fields: true, token_separators: ["-"] });
    const call = callWith();
    const first = await collection.import?.(call as never, "c-1/products");
    const state = { ...collectionValues(), field: [], created_at: null, ...first };
    expect(await read(state, call)).toMatchObject({
      field: PLANNED.field,
      default_sorting_field: "rank",
      enable_nested_fields: true,
      token_separators: ["-"],
      symbols_to_index: null,
      synonym_sets: null,
    });
    expect(call.privateState).toMatchObject({ id: "c-1/products" });
    expect(call.privateState).not.toHaveProperty("importing");
  });
});

describe.each(["usual", "all", "few"] as const)(
  "with a server that shows %s properties of a field",
  (shown) => {
    let other: NodesAccount;
    beforeAll(async () => {
      other = await nodesAccount(undefined, { assumptions: { field_defaults_answered: shown } });
    });
    afterAll(() => other.close());

    const vector = { num_dim: 4, optional: true, extra: '{"vec_dist":"ip"}' };
    const before = {
      ...PLANNED,
      field: [...PLANNED.field, field("v", "float[]", vector), field(".*_t", "string", { store: false })],
    };
    const after = {
      ...PLANNED,
      field: [...PLANNED.field, field("v", "float[]", { ...vector, num_dim: 8 }), field("m", "auto")],
    };

    test("the configuration is no drift, before and after an edit", async () => {
      const call = () =>
        ({ ...callOf<CollectionValues>(other.service), deadline: Date.now() + 3_600_000 }) as never;
      await collection.create(call(), before);
      other.emulator.addDocumentsOutside("c-1", "products", [{ title: "a", rank: 1, b_t: "x", m: 1 }]);
      expect(await collection.read(call(), before)).toMatchObject({ field: before.field });
      await collection.updates.alter?.apply(call(), { prior: before, planned: after, changed: [] } as never);
      expect(await collection.read(call(), after)).toMatchObject({ field: after.field });
      expect(other.wrote()).toEqual(["createCollection", "updateCollection"]);
    });
  },
);
