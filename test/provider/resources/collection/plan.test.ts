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

/** Creates the collection outside of Terraform, with documents. */
function holding(documents: number): void {
  const fields = FIELDS.map(({ name, type }) => ({ name, type }));
  on.emulator.createCollectionOutside("c-1", { name: "products", fields });
  const all = Array.from({ length: documents }, (_, rank) => ({ title: "a", rank }));
  if (documents > 0) on.emulator.addDocumentsOutside("c-1", "products", all);
}

/** Makes a server report a number of documents. */
const counting = (num_documents: number): FaultEffectBody => ({
  kind: "answer",
  status: 200,
  json: { name: "products", fields: [{ name: "title", type: "string" }], num_documents },
});

interface GivenPlan {
  readonly prior?: CollectionValues;
  readonly config?: object;
  readonly privateState?: CollectionPrivateState;
  readonly plannedPrivateState?: CollectionPrivateState;
}
const plan = (given: GivenPlan) =>
  planOf<CollectionValues>(collection, { service: on.service, ...given } as never);
const requests = () => on.emulator.journal().map(({ operation }) => operation);

describe("a create", () => {
  test("costs two requests, and has no warning", async () => {
    const { planned, summaries } = await plan({ config: NEW });
    expect([planned.id, planned.created_at, summaries]).toEqual([UNKNOWN, UNKNOWN, []]);
    expect(requests().filter((one) => one !== "getCluster")).toEqual(["getCollection", "listAliases"]);
  });

  test("under the name of an alias is a warning: the same plan may delete the alias first", async () => {
    on.emulator.putAliasOutside("c-1", "products", "nowhere");
    const { warnings } = await plan({ config: NEW });
    expect(warnings).toEqual([
      {
        summary: 'Alias "products" exists, and a collection cannot have the name of an alias',
        detail: expect.stringMatching(/^It points to collection "nowhere"\. Unless the apply deletes/),
      },
    ]);
  });

  test("of many costs two lists, even while some of them are created", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `products_${index}`);
    const planAll = () => Promise.all(names.map((name) => plan({ config: { ...NEW, name } })));
    await planAll();
    expect(requests().filter((one) => one !== "getCluster")).toEqual(["listCollections", "listAliases"]);
    await collection.create(callOf(on.service) as never, { ...NEW, name: "products_0" });
    on.emulator.clearJournal();
    await plan({ config: { ...NEW, name: "products_1" } });
    expect(requests()).toEqual([]);
  });

  test.each(["cluster_id", "api_key", "name"])("sends nothing while %s is unknown", async (name) => {
    const { summaries } = await plan({ config: { ...NEW, [name]: UNKNOWN } });
    expect([summaries, requests()]).toEqual([[], []]);
  });

  test("of a name that exists fails, with the number of its documents and the import block", async () => {
    holding(3);
    await expect(plan({ config: NEW })).rejects.toMatchObject({
      summary: 'Collection "products" of cluster c-1 already exists',
      detail: expect.stringMatching(/^It holds 3 documents\. [\s\S]*deposed [\s\S]*id = "c-1\/products"/),
    });
  });

  test("is planned even if the collection cannot be read", async () => {
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

  test("of a protected collection fails without a request", async () => {
    await expect(plan({ prior: { ...PRIOR, deletion_protection: true } })).rejects.toMatchObject({
      summary: 'Collection "products" of cluster c-1 is protected against deletion',
    });
    expect(requests()).toEqual([]);
  });

  test.each<[string, FaultEffectBody]>([
    ["the key may not read them", { kind: "status", status: 401 }],
    ["their number is negative", counting(-1)],
    ["their number is a fraction", counting(0.5)],
  ])("warns that it could not count the documents, and drops the former number: %s", async (_, effect) => {
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

  test("replaces an empty collection", async () => {
    holding(0);
    const { replace, summaries } = await plan({ prior: PRIOR, config: EDIT });
    expect([replace, summaries]).toEqual([["default_sorting_field"], []]);
  });

  test.each([null, "refuse"])(
    "fails with documents (replacement: %s), with their number and both options",
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

  test("is allowed by replacement, and warns of the dropped documents", async () => {
    holding(2);
    const { replace, summaries } = await plan({ prior: PRIOR, config: { ...EDIT, replacement: "allow" } });
    expect(replace).toEqual(["default_sorting_field"]);
    expect(summaries).toEqual(['Collection "products" of cluster c-1 is deleted with 2 documents']);
  });

  test("is allowed if the documents cannot be counted, but then drops none", async () => {
    on.emulator.addFault({ match: { operation: "getCollection", times: 0 }, effect: counting(-1) });
    const allowing = { ...EDIT, replacement: "allow" };
    const first = await plan({ prior: PRIOR, config: allowing });
    expect(first.summaries).toEqual([
      'The documents of collection "products" of cluster c-1 could not be counted',
    ]);
    const second = await plan({ config: allowing, privateState: { id: "c-1/products" } });
    expect(second.privateState).toMatchObject({ named: { documents: null, more: false } });
  });

  test("fails while the documents cannot be counted, and for a protected collection", async () => {
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
  ])("is not: %s from %j to %j", async (name, before, after) => {
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

  test("keeps the number that the first plan has shown", async () => {
    holding(2);
    const config = { ...SUCCESSOR, replacement: "allow" };
    await plan({ prior: PRIOR, config, privateState: STORED });
    const { privateState, summaries } = await plan({ config, privateState: STORED });
    expect([privateState, summaries]).toEqual([{ ...STORED, named: { documents: 2, more: true } }, []]);
  });

  test("refuses to drop documents if Terraform replaces without telling the provider", async () => {
    holding(2);
    await expect(plan({ config: NEW, privateState: STORED })).rejects.toMatchObject({
      summary: 'Collection "products" of cluster c-1 holds 2 documents',
    });
    const { privateState } = await plan({ config: { ...NEW, replacement: "allow" }, privateState: STORED });
    expect(privateState).toMatchObject({ named: { documents: 2, more: true } });
  });

  test("fails for a protected collection, but not because its own name exists", async () => {
    holding(0);
    await expect(plan({ config: NEW, privateState: { ...STORED, protected: true } })).rejects.toMatchObject({
      summary: expect.stringContaining("is protected"),
    });
    expect((await plan({ config: NEW, privateState: STORED })).summaries).toEqual([]);
  });

  test("inside apply does not fail because its own name exists, and counts nothing again", async () => {
    holding(2);
    await expect(plan({ config: NEW })).rejects.toMatchObject({ summary: expect.stringContaining("exists") });
    expect(await plan({ config: NEW, plannedPrivateState: STORED })).toMatchObject({
      summaries: [],
      privateState: undefined,
    });
  });
});

describe("an edit of fields", () => {
  const edited = { ...PRIOR, field: [field("title", "string", { facet: true }), field("tags", "string[]")] };

  test("shows the number of reindexed documents and the changes of the PATCH", async () => {
    holding(3);
    const { warnings, replace } = await plan({ prior: PRIOR, config: edited });
    expect([replace, warnings]).toEqual([
      [],
      [
        {
          summary: 'Collection "products" of cluster c-1 will reindex 3 documents',
          detail: expect.stringMatching(
            /^One PATCH: field title changes, field tags is added, field rank is dropped\. .*rejects a type/,
          ),
        },
      ],
    ]);
  });

  test("has no warning without documents, or for a default that is spelled out", async () => {
    holding(0);
    expect((await plan({ prior: PRIOR, config: edited })).warnings).toEqual([]);
    on.emulator.addDocumentsOutside("c-1", "products", [{ title: "a", rank: 1 }]);
    const spelled = {
      ...PRIOR,
      field: [field("title", "string", { facet: false }), field("rank", "int32", { sort: true })],
    };
    expect((await plan({ prior: PRIOR, config: spelled })).warnings).toEqual([]);
  });

  test("that is not known yet shows the number of documents", async () => {
    holding(3);
    const unknown = { ...PRIOR, field: [{ ...field("title"), type: UNKNOWN }] };
    expect((await plan({ prior: PRIOR, config: unknown })).summaries).toEqual([
      'Collection "products" of cluster c-1 will reindex 3 documents if its fields change',
    ]);
  });
});

describe("an edit of the default sorting field", () => {
  const SORTED = { ...PRIOR, default_sorting_field: "rank" };
  const edited = { ...SORTED, field: [field("title"), field("rank", "int32", { range_index: true })] };
  const sorted = (documents: number) => {
    const fields = FIELDS.map(({ name, type }) => ({ name, type }));
    on.emulator.createCollectionOutside("c-1", { name: "products", fields, default_sorting_field: "rank" });
    if (documents > 0) on.emulator.addDocumentsOutside("c-1", "products", [{ title: "a", rank: 1 }]);
  };

  test("needs another collection: a server that drops the field no longer sorts by it", async () => {
    sorted(0);
    expect(await plan({ prior: SORTED, config: edited })).toMatchObject({
      replace: ["field"],
      summaries: [],
    });
  });

  test("fails with documents, and explains why", async () => {
    sorted(1);
    const { diagnostics } = await plan({ prior: SORTED, config: edited });
    expect(diagnostics).toEqual([
      {
        severity: "error",
        summary: 'Collection "products" of cluster c-1 holds 1 document',
        detail: expect.stringMatching(
          /an edit that drops the default sorting field "rank" and adds it again/,
        ),
        path: ["field"],
      },
    ]);
  });

  test.each<[string, CollectionValues["field"]]>([
    ["a default is spelled out", [field("title"), field("rank", "int32", { sort: true })]],
    ["another field changes", [field("title", "string", { facet: true }), field("rank", "int32")]],
  ])("is not: %s", async (_, fields) => {
    sorted(0);
    expect(await plan({ prior: SORTED, config: { ...SORTED, field: fields } })).toMatchObject({
      replace: [],
    });
  });

  test("that did not appear in the plan is not sent", async () => {
    sorted(0);
    const call = Object.assign(callOf<CollectionValues>(on.service), { deadline: Date.now() + 60_000 });
    const change = { prior: PRIOR, planned: { ...edited, default_sorting_field: null }, changed: [] };
    await expect(collection.updates.alter?.apply(call as never, change as never)).rejects.toMatchObject({
      detail: expect.stringMatching(/would no longer sort by it, for good\. Nothing was sent/),
    });
    expect(requests()).not.toContain("updateCollection");
  });
});

describe("problems that a server finds too late", () => {
  const withType = (type: string) => ({ ...PRIOR, field: [...FIELDS, field("odd", type)] });

  test("rejects a type that no server of its version has, but not one that it may have", async () => {
    holding(0);
    await expect(plan({ prior: PRIOR, config: withType("text") })).rejects.toMatchObject({
      summary: 'Field "odd" cannot have the type "text"',
    });
    expect((await plan({ prior: withType("text"), config: withType("text") })).summaries).toEqual([]);
    const newer: FaultEffectBody = { kind: "answer", status: 200, json: { state: 1, version: "31.0" } };
    on.emulator.addFault({ match: { operation: "getDebug", times: 0 }, effect: newer });
    expect((await plan({ prior: PRIOR, config: withType("text") })).summaries).toEqual([]);
  });

  test("warns of fields that documents must have, and of changes that are applied first", async () => {
    holding(2);
    const config = {
      ...PRIOR,
      metadata: '{"a":1}',
      field: [...FIELDS, field("needed"), field("free", "auto")],
    };
    const { warnings } = await plan({ prior: PRIOR, config });
    expect(warnings.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(
        /applies metadata first, and keeps that change if it rejects the fields\. needed is not optional: the server rejects the edit if a document lacks it\..* may reject an edit after it has carried out a part/,
      ),
    ]);
  });

  test("warns of an edit that needs several PATCHes, even without documents", async () => {
    const prior = { ...PRIOR, field: [field(".*", "auto")] };
    on.emulator.createCollectionOutside("c-1", { name: "products", fields: [{ name: ".*", type: "auto" }] });
    const { warnings } = await plan({ prior, config: { ...prior, field: [field(".*", "string*")] } });
    expect(warnings).toEqual([
      {
        summary: 'The fields of collection "products" of cluster c-1 change in steps',
        detail:
          "Several PATCHes in sequence, because `.*` cannot be dropped and added at once: field .* changes.",
      },
    ]);
  });
});

describe("metadata", () => {
  test("that is not configured is null at a create, and not managed afterwards", async () => {
    expect((await plan({ config: NEW })).planned.metadata).toBeNull();
    const prior = { ...PRIOR, metadata: '{"a":1}' };
    const { planned, summaries } = await plan({ prior, config: PRIOR });
    expect([planned.metadata, summaries]).toEqual(['{"a":1}', []]);
  });
});
