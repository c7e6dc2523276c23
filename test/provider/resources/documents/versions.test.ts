import type { CollectionRecord } from "../../../../src/dataPlane";
import { GONE } from "../../../../src/framework";
import {
  type Behind,
  evidenceAgainst,
  identityOf,
  isMovedBack,
  mergedIdentity,
} from "../../../../src/provider/resources/documents/identity";
import { importDocumentsInto } from "../../../../src/provider/resources/documents/import";
import { readDocuments } from "../../../../src/provider/resources/documents/read";
import type {
  DocumentsPrivateState,
  DocumentsValues,
} from "../../../../src/provider/resources/documents/schema";
import { MARK, type VersionMark } from "../../../../src/provider/shared/collection/versionMark";
import { recordVersions } from "../../../../src/provider/shared/thisRun";
import { type Emulated, emulated } from "../../emulated";
import { callOf } from "../../kit";
import { documentsValues } from "./kit";

/** Documents behind the alias of a live collection, which moves from version to version (docs/design/data-plane.md#identity). */
const ALIAS = "catalog";
const [V1, V2, V3] = ["catalog_11111111", "catalog_22222222", "catalog_33333333"];
const FIELDS = [{ name: "title", type: "string" }];

const marked = (mark: Partial<VersionMark>) => ({
  [MARK]: {
    alias: ALIAS,
    step: "done",
    run: "r1",
    from: null,
    since: null,
    compared: null,
    recent: null,
    retired: {},
    ...mark,
  },
});
const recordOf = (name: string, metadata: CollectionRecord["metadata"], documents = 2): CollectionRecord => ({
  name,
  fields: [],
  default_sorting_field: "",
  enable_nested_fields: false,
  token_separators: [],
  symbols_to_index: [],
  synonym_sets: [],
  curation_sets: [],
  metadata,
  voice_query_model: null,
  num_documents: documents,
  created_at: 1_000_000,
});

const UNMARKED = identityOf(recordOf(V1, null), undefined);
const MARKED = identityOf(recordOf(V1, marked({})), undefined);

describe("another collection behind the alias", () => {
  test.each<[string, before: typeof UNMARKED, CollectionRecord, Behind]>([
    ["is the next version", MARKED, recordOf(V2, marked({ from: V1 })), { name: ALIAS }],
    [
      "is the first version of ours, made from one by hand",
      UNMARKED,
      recordOf(V2, marked({ from: V1 })),
      { name: ALIAS },
    ],
    [
      "is a version after the next",
      UNMARKED,
      recordOf(V3, marked({ from: V2, retired: { [V1]: 1 } })),
      { name: ALIAS },
    ],
    [
      "is a version whose last writes are being carried over",
      UNMARKED,
      recordOf(V2, marked({ from: V1, step: "settle" })),
      { name: ALIAS },
    ],
    [
      "is a version that a server without metadata has, and the state knows",
      UNMARKED,
      recordOf(V2, null),
      { name: ALIAS, versions: new Set([V2]) },
    ],
    [
      "has other parts of the schema that no update can change",
      MARKED,
      { ...recordOf(V2, marked({ from: V1 })), default_sorting_field: "rank", token_separators: ["-"] },
      { name: ALIAS },
    ],
  ])("%s: the documents are in it", (_, before, record, behind) => {
    expect(evidenceAgainst(before, 2, record, undefined, behind)).toBeUndefined();
    expect(mergedIdentity(before, identityOf(record, undefined))).toEqual(identityOf(record, undefined));
  });

  test.each<[string, before: typeof UNMARKED, CollectionRecord, Behind, RegExp]>([
    ["has no mark", MARKED, recordOf(V2, null), { name: ALIAS }, /refers to collection/],
    [
      "has the mark of another alias",
      MARKED,
      recordOf(V2, marked({ alias: "shop", from: V1 })),
      { name: ALIAS },
      /refers to collection/,
    ],
    [
      "is found by another name than the alias of its mark",
      MARKED,
      recordOf(V2, marked({ from: V1 })),
      { name: "shop" },
      /refers to collection/,
    ],
    [
      "has a mark that does not name the former one",
      UNMARKED,
      recordOf(V2, marked({ from: V3 })),
      { name: ALIAS },
      /refers to collection/,
    ],
    [
      "is only being filled",
      UNMARKED,
      recordOf(V2, marked({ from: V1, step: "copy" })),
      { name: ALIAS },
      /refers to collection/,
    ],
    ["is a new version, and empty", MARKED, recordOf(V2, marked({}), 0), { name: ALIAS }, /It is empty/],
  ])("%s: it is another one", (_, before, record, behind, why) => {
    expect(evidenceAgainst(before, 2, record, undefined, behind)).toMatch(why);
  });

  test("that is none of the versions is moved back by the live collection of this configuration", () => {
    const versions = new Set([V1]);
    expect(isMovedBack(recordOf("books", null), { name: ALIAS, versions })).toBe(true);
    expect(isMovedBack(recordOf("books", null), { name: ALIAS })).toBe(false);
    expect(isMovedBack(recordOf(V2, marked({})), { name: ALIAS, versions })).toBe(false);
    expect(isMovedBack(recordOf(V1, null), { name: ALIAS, versions })).toBe(false);
  });
});

describe("on nodes", () => {
  let on: Emulated;
  beforeAll(async () => {
    on = await emulated();
    for (const [name, from] of [
      [V1, null],
      [V2, V1],
    ] as const)
      await on.node("POST", "/collections", { name, fields: FIELDS, metadata: marked({ from }) });
    await on.node("POST", "/collections", { name: "books", fields: FIELDS });
    await on.node("POST", "/collections/books/documents", { title: "Sea" });
  });
  afterAll(() => on?.close());

  const planned = documentsValues({
    cluster_id: "shop1",
    collection: ALIAS,
    content: '{"id":"1","title":"Oak"}',
  });
  const point = (name: string) => on.node("PUT", `/aliases/${ALIAS}`, { collection_name: name });
  const call = async (stored?: DocumentsPrivateState) =>
    callOf<DocumentsValues, DocumentsPrivateState>(await on.configured(), stored);

  test("a refresh after the alias has moved imports nothing, and a changed content goes to the new version", async () => {
    await point(V1);
    const values = { ...planned, api_key: on.key };
    const created = await call();
    await importDocumentsInto(created, values);
    await on.node("POST", `/collections/${V2}/documents`, { id: "1", title: "Oak" });
    await point(V2);
    const state = { ...values, num_imported: 1 };
    // In the apply that moves the alias, the plan was made before.
    const applied = await call(created.privateState);
    await expect(importDocumentsInto(applied, values)).resolves.toMatchObject({ num_imported: 1 });
    const refreshed = await call(created.privateState);
    await expect(readDocuments(refreshed, state)).resolves.toEqual({});
    expect(refreshed.warned).toEqual([]);
    expect(refreshed.privateState).toMatchObject({ into: { name: V2, versionOf: ALIAS } });
    expect(refreshed.privateState).not.toHaveProperty("other");

    await point("books");
    const foreign = await call(refreshed.privateState);
    await readDocuments(foreign, state);
    expect(foreign.privateState).toMatchObject({ other: { name: "books" } });
    const managed = await call(refreshed.privateState);
    recordVersions(managed.service, `shop1/${ALIAS}`, [V1, V2]);
    await expect(readDocuments(managed, state)).resolves.toEqual({});
    expect([managed.privateState, managed.warned]).toEqual([refreshed.privateState, []]);
  });

  test("an alias that leads nowhere keeps the import while a version is there, which the live collection makes live", async () => {
    await point("gone");
    const state = { ...planned, api_key: on.key, num_imported: 1 };
    const stored = { into: { ...MARKED } };
    const managed = await call(stored);
    recordVersions(managed.service, `shop1/${ALIAS}`, ["gone", V1]);
    await expect(readDocuments(managed, state)).resolves.toEqual({});
    for (const versions of [["gone"], undefined]) {
      const lost = await call(stored);
      if (versions) recordVersions(lost.service, `shop1/${ALIAS}`, versions);
      await expect(readDocuments(lost, state)).resolves.toBe(GONE);
    }
  });
});
