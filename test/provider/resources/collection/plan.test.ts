import type { FaultEffectBody } from "../../../../src/emulator";
import { UNKNOWN } from "../../../../src/framework";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type {
  CollectionPrivateState,
  CollectionValues,
} from "../../../../src/provider/resources/collection/schema";
import { callOf, planOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionValues, field } from "./kit";

let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1" }] });
});
afterEach(() => on.close());

const FIELDS = [field("title"), field("rank", "int32")];
const PRIOR = collectionValues({ field: FIELDS });
const NEW = { ...PRIOR, id: null, created_at: null };

/** Somebody has made the collection, with documents. */
function holding(documents: number): void {
  const fields = FIELDS.map(({ name, type }) => ({ name, type }));
  on.emulator.createCollectionOutside("c-1", { name: "products", fields });
  const all = Array.from({ length: documents }, (_, rank) => ({ title: "a", rank }));
  if (documents > 0) on.emulator.addDocumentsOutside("c-1", "products", all);
}

/** A server that says how many documents there are. */
const counting = (num_documents: number): FaultEffectBody => ({
  kind: "answer",
  status: 200,
  json: { name: "products", fields: [{ name: "title", type: "string" }], num_documents },
});

const plan = (given: { prior?: CollectionValues; config?: object; privateState?: CollectionPrivateState }) =>
  planOf<CollectionValues>(collection, { service: on.service, ...given } as never);
const requests = () => on.emulator.journal().map(({ operation }) => operation);

describe("a create", () => {
  test("costs two requests, and says nothing", async () => {
    const { planned, summaries } = await plan({ config: NEW });
    expect([planned.id, planned.created_at, summaries]).toEqual([UNKNOWN, UNKNOWN, []]);
    expect(requests().filter((one) => one !== "getCluster")).toEqual(["getCollection", "listAliases"]);
  });

  test("of the name of an alias is a warning: the same plan may delete it first", async () => {
    on.emulator.putAliasOutside("c-1", "products", "nowhere");
    const { warnings } = await plan({ config: NEW });
    expect(warnings).toEqual([
      {
        summary: 'There is an alias "products", and a collection cannot have the name of one',
        detail: expect.stringMatching(/^It stands for collection "nowhere"\. Unless the apply deletes/),
      },
    ]);
  });

  test("of many costs two lists, also while others of them are made", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `products_${index}`);
    const planAll = () => Promise.all(names.map((name) => plan({ config: { ...NEW, name } })));
    await planAll();
    expect(requests().filter((one) => one !== "getCluster")).toEqual(["listCollections", "listAliases"]);
    await collection.create(callOf(on.service) as never, { ...NEW, name: "products_0" });
    on.emulator.clearJournal();
    await plan({ config: { ...NEW, name: "products_1" } });
    expect(requests()).toEqual([]);
  });

  test.each(["cluster_id", "api_key", "name"])("asks nothing while %s is not known", async (name) => {
    const { summaries } = await plan({ config: { ...NEW, [name]: UNKNOWN } });
    expect([summaries, requests()]).toEqual([[], []]);
  });

  test("of a name that exists is refused, with its documents and the import block", async () => {
    holding(3);
    await expect(plan({ config: NEW })).rejects.toMatchObject({
      summary: 'Collection "products" of cluster c-1 already exists',
      detail: expect.stringMatching(/^It holds 3 documents\. [\s\S]*deposed [\s\S]*id = "c-1\/products"/),
    });
  });

  test("that cannot be looked at is planned all the same", async () => {
    on.emulator.addFault({
      match: { operation: "getCollection", times: 0 },
      effect: { kind: "status", status: 401 },
    });
    expect((await plan({ config: NEW })).summaries).toEqual([]);
  });
});

describe("a delete", () => {
  test.each([
    [0, [], { documents: 0, more: false }],
    [1, ['Collection "products" of cluster c-1 is deleted with 1 document'], { documents: 1, more: true }],
    [3, ['Collection "products" of cluster c-1 is deleted with 3 documents'], { documents: 3, more: true }],
  ])("of %d documents", async (documents, warned, named) => {
    holding(documents);
    const { summaries, privateState } = await plan({ prior: PRIOR, privateState: { id: "c-1/products" } });
    expect([summaries, privateState]).toEqual([warned, { id: "c-1/products", named }]);
  });

  test("of a protected one is refused without a request", async () => {
    await expect(plan({ prior: { ...PRIOR, deletion_protection: true } })).rejects.toMatchObject({
      summary: 'Collection "products" of cluster c-1 is protected against deletion',
    });
    expect(requests()).toEqual([]);
  });

  test.each<[string, FaultEffectBody]>([
    ["the key may not read them", { kind: "status", status: 401 }],
    ["their number is none", counting(-1)],
    ["their number is a fraction", counting(0.5)],
  ])("says that it could not count them, and forgets what was named before: %s", async (_, effect) => {
    on.emulator.addFault({ match: { operation: "getCollection", times: 0 }, effect });
    const privateState = { named: { documents: 9, more: true } };
    const planned = await plan({ prior: PRIOR, privateState });
    expect(planned.summaries).toEqual([
      'The documents of collection "products" of cluster c-1 could not be counted',
    ]);
    expect(planned.privateState).toEqual({ named: { documents: null, more: false } });
  });
});

describe("an edit that needs another collection", () => {
  const EDIT = { ...PRIOR, default_sorting_field: "rank" };

  test("replaces one without documents", async () => {
    holding(0);
    const { replace, summaries } = await plan({ prior: PRIOR, config: EDIT });
    expect([replace, summaries]).toEqual([["default_sorting_field"], []]);
  });

  test.each([null, "refuse"])(
    "is refused with documents (replacement: %s): their number and the two ways on",
    async (replacement) => {
      holding(2);
      const { diagnostics } = await plan({ prior: PRIOR, config: { ...EDIT, replacement } });
      expect(diagnostics).toEqual([
        {
          severity: "error",
          summary: 'Collection "products" of cluster c-1 holds 2 documents',
          detail: expect.stringMatching(
            /edit of default_sorting_field[\s\S]*searchcloud_collection_alias[\s\S]*replacement = "allow"/,
          ),
          path: ["default_sorting_field"],
        },
      ]);
    },
  );

  test("is allowed on demand, and names the documents that go", async () => {
    holding(2);
    const { replace, summaries } = await plan({ prior: PRIOR, config: { ...EDIT, replacement: "allow" } });
    expect(replace).toEqual(["default_sorting_field"]);
    expect(summaries).toEqual(['Collection "products" of cluster c-1 is deleted with 2 documents']);
  });

  test("is allowed where the documents cannot be counted, which then drops none", async () => {
    on.emulator.addFault({ match: { operation: "getCollection", times: 0 }, effect: counting(-1) });
    const allowing = { ...EDIT, replacement: "allow" };
    const first = await plan({ prior: PRIOR, config: allowing });
    expect(first.summaries).toEqual([
      'The documents of collection "products" of cluster c-1 could not be counted',
    ]);
    const second = await plan({ config: allowing, privateState: { id: "c-1/products" } });
    expect(second.privateState).toMatchObject({ named: { documents: null, more: false } });
  });

  test("is refused while the documents cannot be counted, and of a protected one", async () => {
    on.emulator.addFault({
      match: { operation: "getCollection", times: 0 },
      effect: { kind: "status", status: 401 },
    });
    const { summaries } = await plan({ prior: PRIOR, config: EDIT });
    expect(summaries).toEqual(['Collection "products" of cluster c-1 may hold documents']);
    on.emulator.clearFaults();
    holding(0);
    const isProtected = { deletion_protection: true };
    await expect(
      plan({ prior: { ...PRIOR, ...isProtected }, config: { ...EDIT, ...isProtected } }),
    ).rejects.toMatchObject({
      summary: expect.stringContaining("is protected"),
    });
  });

  test.each([
    ["enable_nested_fields", null, false],
    ["enable_nested_fields", false, null],
    ["token_separators", null, []],
    ["symbols_to_index", [], null],
    ["symbols_to_index", ["+", "#"], ["#", "+"]],
  ])("is none: %s from %j to %j", async (name, before, after) => {
    const { replace, summaries } = await plan({
      prior: { ...PRIOR, [name]: before },
      config: { ...PRIOR, [name]: after },
    });
    expect([replace, summaries, requests()]).toEqual([[], [], []]);
  });
});

describe("the plan of a successor, which alone reaches the delete", () => {
  const STORED = { id: "c-1/products", cluster: "c-1" };
  const SUCCESSOR = { ...NEW, default_sorting_field: "rank" };

  test("takes over what the first plan has named", async () => {
    holding(2);
    const config = { ...SUCCESSOR, replacement: "allow" };
    await plan({ prior: PRIOR, config, privateState: STORED });
    const { privateState } = await plan({ config, privateState: STORED });
    expect(privateState).toEqual({ ...STORED, named: { documents: 2, more: true } });
  });

  test("refuses to drop documents where Terraform replaces without telling", async () => {
    holding(2);
    await expect(plan({ config: NEW, privateState: STORED })).rejects.toMatchObject({
      summary: 'Collection "products" of cluster c-1 holds 2 documents',
    });
    const { privateState } = await plan({ config: { ...NEW, replacement: "allow" }, privateState: STORED });
    expect(privateState).toMatchObject({ named: { documents: 2, more: true } });
  });

  test("of a protected one is refused; that its own name exists is not", async () => {
    holding(0);
    await expect(plan({ config: NEW, privateState: { ...STORED, protected: true } })).rejects.toMatchObject({
      summary: expect.stringContaining("is protected"),
    });
    expect((await plan({ config: NEW, privateState: STORED })).summaries).toEqual([]);
  });
});

describe("an edit of fields", () => {
  const edited = { ...PRIOR, field: [field("title", "string", { facet: true }), field("tags", "string[]")] };

  test("says how many documents are indexed again, and what one PATCH does", async () => {
    holding(3);
    const { warnings, replace } = await plan({ prior: PRIOR, config: edited });
    expect([replace, warnings]).toEqual([
      [],
      [
        {
          summary: 'Collection "products" of cluster c-1 indexes 3 documents again',
          detail: expect.stringMatching(
            /^One PATCH: field title changes, field tags is added, field rank is dropped\. .*refuses a type/,
          ),
        },
      ],
    ]);
  });

  test("says nothing without documents, and of a default that is spelled out", async () => {
    holding(0);
    expect((await plan({ prior: PRIOR, config: edited })).warnings).toEqual([]);
    on.emulator.addDocumentsOutside("c-1", "products", [{ title: "a", rank: 1 }]);
    const spelled = {
      ...PRIOR,
      field: [field("title", "string", { facet: false }), field("rank", "int32", { sort: true })],
    };
    expect((await plan({ prior: PRIOR, config: spelled })).warnings).toEqual([]);
  });

  test("that is not known yet names the documents", async () => {
    holding(3);
    const unknown = { ...PRIOR, field: [{ ...field("title"), type: UNKNOWN }] };
    expect((await plan({ prior: PRIOR, config: unknown })).summaries).toEqual([
      'Collection "products" of cluster c-1 indexes 3 documents again if its fields change',
    ]);
  });
});

describe("an edit of the field that orders results", () => {
  const SORTED = { ...PRIOR, default_sorting_field: "rank" };
  const edited = { ...SORTED, field: [field("title"), field("rank", "int32", { range_index: true })] };
  const sorted = (documents: number) => {
    const fields = FIELDS.map(({ name, type }) => ({ name, type }));
    on.emulator.createCollectionOutside("c-1", { name: "products", fields, default_sorting_field: "rank" });
    if (documents > 0) on.emulator.addDocumentsOutside("c-1", "products", [{ title: "a", rank: 1 }]);
  };

  test("needs another collection, for a server that drops it forgets for good that it sorts by it", async () => {
    sorted(0);
    expect(await plan({ prior: SORTED, config: edited })).toMatchObject({
      replace: ["field"],
      summaries: [],
    });
  });

  test("is refused with documents, and says why", async () => {
    sorted(1);
    const { diagnostics } = await plan({ prior: SORTED, config: edited });
    expect(diagnostics).toEqual([
      {
        severity: "error",
        summary: 'Collection "products" of cluster c-1 holds 1 document',
        detail: expect.stringMatching(
          /an edit that drops the default sorting field "rank", if only to add it again/,
        ),
        path: ["field"],
      },
    ]);
  });

  test.each<[string, CollectionValues["field"]]>([
    ["of a default that is spelled out", [field("title"), field("rank", "int32", { sort: true })]],
    ["of another field", [field("title", "string", { facet: true }), field("rank", "int32")]],
  ])("is none: %s", async (_, fields) => {
    sorted(0);
    expect(await plan({ prior: SORTED, config: { ...SORTED, field: fields } })).toMatchObject({
      replace: [],
    });
  });

  test("that no plan has seen is not sent", async () => {
    sorted(0);
    const call = Object.assign(callOf<CollectionValues>(on.service), { deadline: Date.now() + 60_000 });
    const change = { prior: PRIOR, planned: { ...edited, default_sorting_field: null }, changed: [] };
    await expect(collection.updates.alter?.apply(call as never, change as never)).rejects.toMatchObject({
      detail: expect.stringMatching(/would forget for good that it sorts by it\. Nothing was sent/),
    });
    expect(requests()).not.toContain("updateCollection");
  });
});

describe("what a server finds out too late", () => {
  const withType = (type: string) => ({ ...PRIOR, field: [...FIELDS, field("odd", type)] });

  test("a type that no server of its version has is refused, and one that it may have is not", async () => {
    holding(0);
    await expect(plan({ prior: PRIOR, config: withType("text") })).rejects.toMatchObject({
      summary: 'Field "odd" cannot have the type "text"',
    });
    expect((await plan({ prior: withType("text"), config: withType("text") })).summaries).toEqual([]);
    const newer: FaultEffectBody = { kind: "answer", status: 200, json: { state: 1, version: "31.0" } };
    on.emulator.addFault({ match: { operation: "getDebug", times: 0 }, effect: newer });
    expect((await plan({ prior: PRIOR, config: withType("text") })).summaries).toEqual([]);
  });

  test("what documents must have, and what is applied before, is said", async () => {
    holding(2);
    const config = {
      ...PRIOR,
      metadata: '{"a":1}',
      field: [...FIELDS, field("needed"), field("free", "auto")],
    };
    const { warnings } = await plan({ prior: PRIOR, config });
    expect(warnings.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(
        /applies metadata first, and keeps that if it refuses the fields\. It refuses needed, not optional, where any document lacks it\..* may refuse an edit after a part/,
      ),
    ]);
  });

  test("an edit that takes several PATCHes is said, also without documents", async () => {
    const prior = { ...PRIOR, field: [field(".*", "auto")] };
    on.emulator.createCollectionOutside("c-1", { name: "products", fields: [{ name: ".*", type: "auto" }] });
    const { warnings } = await plan({ prior, config: { ...prior, field: [field(".*", "string*")] } });
    expect(warnings).toEqual([
      {
        summary: 'The fields of collection "products" of cluster c-1 change in steps',
        detail:
          "Several PATCHes, one after the other, because `.*` cannot be dropped and added at once: field .* changes.",
      },
    ]);
  });
});

describe("metadata", () => {
  test("that is not configured is none at a create, and left alone afterwards", async () => {
    expect((await plan({ config: NEW })).planned.metadata).toBeNull();
    const prior = { ...PRIOR, metadata: '{"a":1}' };
    const { planned, summaries } = await plan({ prior, config: PRIOR });
    expect([planned.metadata, summaries]).toEqual(['{"a":1}', []]);
  });
});
