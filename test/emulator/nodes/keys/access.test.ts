import { NODE_OPERATIONS } from "../../../../src/api/dataPlane/operations";
import { accessOf } from "../../../../src/emulator/nodes/keys/access";
import { NEVER_EXPIRES, type NodeKey } from "../../../../src/emulator/nodes/record";
import { asked, BOOKS, emulatorsWith, node } from "../ask";

const one = emulatorsWith({
  collections: [{ ...BOOKS, documents: [{ id: "1", title: "Emma", year: 1815 }] }],
  aliases: { shop: "books" },
});

/** The operations that a key with these actions and collections may do, of those that are tried. */
const TRIED = {
  list: "GET /collections",
  get: "GET /collections/books",
  through_alias: "GET /collections/shop",
  create: "POST /collections",
  update: "PATCH /collections/books",
  delete: "DELETE /collections/none",
  aliases: "GET /aliases",
  alias: "PUT /aliases/more",
  keys: "GET /keys",
  document: "GET /collections/books/documents/1",
  search: "GET /collections/books/documents/search?q=*",
  import: "POST /collections/books/documents/import",
  export: "GET /collections/books/documents/export",
  debug: "GET /debug",
  config: "POST /config",
  preset: "PUT /presets/p",
  rules: "GET /analytics/rules",
};

describe("what a key may do", () => {
  test.each([
    [["*"], ["*"], Object.keys(TRIED).join(" ")],
    [["collections:*"], ["*"], "list get through_alias create update delete"],
    [["collections:get", "collections:list"], ["*"], "list get through_alias"],
    [["collections:get"], ["books"], "get"],
    [["collections:*"], ["shop", "boo.*"], "list get through_alias create update"],
    [["collections:*"], ["ook"], "list"],
    [["collections:*"], ["(broken"], "list"],
    [["documents:search"], ["*"], "search"],
    [["documents:*"], ["other"], ""],
    [["documents:*"], ["books"], "document search import export"],
    [["aliases:create", "presets:create"], ["*"], "alias preset"],
    [["aliases:*"], ["none"], "aliases alias"],
    [["debug:list", "config:*"], ["*"], "debug config"],
    [["analytics/rules:list"], ["*"], "rules"],
  ])("actions %j on %j", async (actions, collections, allowed) => {
    const emulator = await one();
    emulator.createNodeKeyOutside("abc", { value: "tried", actions, collections });
    const json = { name: "books" };
    const statuses: string[] = [];
    for (const [name, line] of Object.entries(TRIED)) {
      const { status } = await node(emulator, line, {
        key: "tried",
        ...(line.startsWith("GET") ? {} : { json }),
      });
      if (status !== 401) statuses.push(name);
    }
    expect(statuses.join(" ")).toBe(allowed);
  });

  test("an action of every operation but the health is known", () => {
    const without = Object.values(NODE_OPERATIONS).filter(({ action }) => action === null);
    expect(without.map(({ id }) => id)).toEqual(["getHealth"]);
  });
});

/** The published pair of a key and the scoped key that is derived from it. */
const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";
const SCOPED =
  "OW9DYWZGS1Q1RGdSbmo0S1QrOWxhbk9PL2kxbTU1eXA3bCthdmE5eXJKRT1STjIzeyJmaWx0ZXJfYnkiOiJjb21wYW55X2lkOjEyNCIsImV4cGlyZXNfYXQiOjE5MDYwNTQxMDZ9";

describe("a scoped search key", () => {
  const key = (more: Partial<NodeKey> = {}): NodeKey => ({
    ...{ id: 4, value: PARENT, description: "", actions: ["documents:search"], collections: ["*"] },
    ...{ expires_at: NEVER_EXPIRES, autodelete: false, ...more },
  });
  const grant = (
    keys: NodeKey[],
    action = "documents:search",
    query = "q=a",
    at = 1_900_000_000,
    secret = SCOPED,
  ) =>
    accessOf(keys, secret)
      ?.grant(action, "books", new URLSearchParams(query), at * 1000)
      ?.toString() ?? null;
  const embedded = (filter: string) => new URLSearchParams({ q: "a", filter_by: filter }).toString();

  test("searches with the parameters that it embeds; both filters must hold", () => {
    expect(accessOf([key({ value: "other" }), key()], SCOPED)).toMatchObject({
      name: "key 4, scoped",
      key: { id: 4 },
    });
    expect(grant([key()])).toBe(embedded("company_id:124"));
    expect(grant([key()], "documents:search", "q=a&filter_by=year:>1")).toBe(
      embedded("(year:>1) && (company_id:124)"),
    );
  });

  test.each([
    ["another action", [key()], "documents:get", 1_900_000_000, SCOPED],
    ["a moment after its own", [key()], "documents:search", 1_906_054_107, SCOPED],
    ["a parent that can do more", [key({ actions: ["*"] })], "documents:search", 1_900_000_000, SCOPED],
    ["a parent that has expired", [key({ expires_at: 5 })], "documents:search", 1_900_000_000, SCOPED],
    [
      "a parent without the collection",
      [key({ collections: ["films"] })],
      "documents:search",
      1_900_000_000,
      SCOPED,
    ],
    ["no parent", [key({ value: "RN23something else" })], "documents:search", 1_900_000_000, SCOPED],
    ["a changed parameter", [key()], "documents:search", 1_900_000_000, `${SCOPED.slice(0, -6)}AAAAfQ`],
  ])("is refused for %s", (_, keys, action, at, secret) => {
    expect(grant(keys, action, "q=a", at, secret)).toBeNull();
  });

  test("opens a search over HTTP, and nothing else", async () => {
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
    expect(emulator.journal()[0]).toMatchObject({ key: "key 2, scoped" });
  });
});
