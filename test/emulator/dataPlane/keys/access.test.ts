import { NODE_OPERATIONS, type NodeOperationId } from "../../../../src/api/dataPlane/operations";
import { accessOf, withEmbedded } from "../../../../src/emulator/dataPlane/keys/access";
import { NEVER_EXPIRES, type NodeKey } from "../../../../src/emulator/domain/store/data";
import { asked, BOOKS, emulatorsWith, node } from "../ask";

const one = emulatorsWith({
  collections: [{ ...BOOKS, documents: [{ id: "1", title: "Emma", year: 1815 }] }],
  aliases: { shop: "books" },
});

/** The attempts: an operation, and its collection. */
const TRIED: readonly (readonly [name: string, id: NodeOperationId, collection?: string])[] = [
  ["list", "listCollections"],
  ["get", "getCollection", "books"],
  ["through_alias", "getCollection", "shop"],
  ["create", "createCollection", "books"],
  ["update", "updateCollection", "books"],
  ["delete", "deleteCollection", "none"],
  ["aliases", "listAliases"],
  ["alias", "upsertAlias"],
  ["keys", "listKeys"],
  ["document", "getDocument", "books"],
  ["search", "searchDocuments", "books"],
  ["import", "importDocuments", "books"],
  ["export", "exportDocuments", "books"],
  ["debug", "getDebug"],
  ["config", "updateConfig"],
  ["preset", "upsertPreset"],
  ["rules", "listAnalyticsRules"],
];

/** The published pair of a key and a scoped key derived from it. */
const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";
const SCOPED =
  "OW9DYWZGS1Q1RGdSbmo0S1QrOWxhbk9PL2kxbTU1eXA3bCthdmE5eXJKRT1STjIzeyJmaWx0ZXJfYnkiOiJjb21wYW55X2lkOjEyNCIsImV4cGlyZXNfYXQiOjE5MDYwNTQxMDZ9";

const keyOf = (more: Partial<NodeKey> = {}): NodeKey => ({
  ...{ id: 4, value: PARENT, description: "", actions: ["documents:search"], collections: ["*"] },
  ...{ expires_at: NEVER_EXPIRES, autodelete: false, listed: true, ...more },
});

describe("the permissions of a key", () => {
  test.each([
    [["*"], ["*"], TRIED.map(([name]) => name).join(" ")],
    [["collections:*"], ["*"], "list get through_alias create update delete"],
    [["collections:get", "collections:list"], ["*"], "list get through_alias"],
    [["collections:get"], ["books"], "get"],
    [["collections:*"], ["shop", "boo.*"], "list get through_alias create update"],
    [["collections:*"], ["ook"], "list"],
    [["collections:*"], ["(broken"], "list"],
    [["documents:search"], ["*"], "search"],
    [["documents:*"], ["other"], ""],
    [["documents:*"], ["books"], "document search import export"],
    [["aliases:create", "presets:create"], ["*"], ""],
    [["aliases:upsert", "presets:upsert"], ["*"], "alias preset"],
    [["aliases:*"], ["none"], "aliases alias"],
    [["debug:list", "config:*"], ["*"], "debug config"],
    [["analytics/rules:list"], ["*"], "rules"],
  ])("actions %j on %j", (actions, collections, allowed) => {
    const access = accessOf([keyOf({ value: "tried", actions, collections })], "tried");
    const may = TRIED.filter(([, id, collection = null]) => {
      const { action } = NODE_OPERATIONS[id];
      return action !== null && access?.grant(action, collection, 0) != null;
    });
    expect(may.map(([name]) => name).join(" ")).toBe(allowed);
  });

  test("the collection of a request is the one in its path, also as an alias, or in its body", async () => {
    const emulator = await one();
    emulator.createNodeKeyOutside("abc", { value: "tried", actions: ["*"], collections: ["books"] });
    const statuses = [];
    for (const [line, json] of [
      ["GET /collections/books/documents/1"],
      ["GET /collections/shop/documents/1"],
      ["POST /collections", { ...BOOKS, name: "other" }],
      ["POST /collections", BOOKS],
      ["PUT /aliases/other", { collection_name: "other" }],
    ] as const) {
      statuses.push((await node(emulator, line, { key: "tried", ...(json && { json }) })).status);
    }
    expect(statuses).toEqual([200, 401, 401, 409, 200]);
  });

  test("every operation except the health has an action", () => {
    const without = Object.values(NODE_OPERATIONS).filter(({ action }) => action === null);
    expect(without.map(({ id }) => id)).toEqual(["getHealth"]);
  });
});

describe("a scoped search key", () => {
  const grant = (
    keys: NodeKey[],
    action = "documents:search",
    query = "q=a",
    at = 1_900_000_000,
    secret = SCOPED,
  ) => {
    const parameters = accessOf(keys, secret)?.grant(action, "books", at * 1000);
    return parameters ? withEmbedded(new URLSearchParams(query), parameters).toString() : null;
  };
  const embedded = (filter: string) => new URLSearchParams({ q: "a", filter_by: filter }).toString();

  test("searches with the parameters that it embeds; both filters must match", () => {
    expect(accessOf([keyOf({ value: "other" }), keyOf()], SCOPED)).toMatchObject({
      name: "key 4, scoped",
      key: { id: 4 },
    });
    expect(grant([keyOf()])).toBe(embedded("company_id:124"));
    expect(grant([keyOf()], "documents:search", "q=a&filter_by=year:>1")).toBe(
      embedded("(year:>1) && (company_id:124)"),
    );
  });

  test.each([
    ["another action", [keyOf()], "documents:get", 1_900_000_000, SCOPED],
    ["a moment after its own", [keyOf()], "documents:search", 1_906_054_107, SCOPED],
    ["a parent that can do more", [keyOf({ actions: ["*"] })], "documents:search", 1_900_000_000, SCOPED],
    ["a parent that has expired", [keyOf({ expires_at: 5 })], "documents:search", 1_900_000_000, SCOPED],
    [
      "a parent without the collection",
      [keyOf({ collections: ["films"] })],
      "documents:search",
      1_900_000_000,
      SCOPED,
    ],
    ["no parent", [keyOf({ value: "RN23something else" })], "documents:search", 1_900_000_000, SCOPED],
    ["a changed parameter", [keyOf()], "documents:search", 1_900_000_000, `${SCOPED.slice(0, -6)}AAAAfQ`],
  ])("is rejected for %s", (_, keys, action, at, secret) => {
    expect(grant(keys, action, "q=a", at, secret)).toBeNull();
  });

  test("allows a search over HTTP, and nothing else", async () => {
    const emulator = await one();
    emulator.createNodeKeyOutside("abc", {
      value: PARENT,
      actions: ["documents:search"],
      collections: ["*"],
    });
    const search = await asked(emulator, "GET /collections/books/documents/search?q=*&query_by=title", {
      key: SCOPED,
    });
    // The filter that it embeds names a field that the collection does not have.
    expect(search).toMatchObject({
      status: expect.not.stringMatching("401"),
      body: { message: expect.stringContaining("company_id") },
    });
    expect((await node(emulator, "GET /collections/books", { key: SCOPED })).status).toBe(401);
    expect(emulator.journal()[0]).toMatchObject({ key: "key 1, scoped" });
  });
});
