import {
  checks,
  define,
  defineResourceSchema,
  defineSchema,
  GONE,
  STATE_ONLY,
  t,
} from "../../../src/framework";
import type { ListCall, Listed } from "../../../src/framework/list";
import { decode } from "../../../src/framework/rpc/values";
import { Severity } from "../../../src/wire";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { providerOf } from "../../support/call";
import { codecOf, messagesOf, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";

const description = "Something.";
const text = { type: t.string, description } as const;

/** The objects, and hooks of the test. */
interface Shelf {
  list: (call: ListCall<Shelf>) => AsyncIterable<Listed>;
  read: (id: string) => Promise<object | typeof GONE>;
  pulled: number;
  reading: number;
  mostReading: number;
}
const shelf: Shelf = {} as Shelf;

const { resource, listResource, provider } = define<Shelf, { readonly host: string }>();
const book = resource({
  name: "book",
  description,
  schema: defineResourceSchema({
    id: { ...text, mode: "computed" },
    title: { ...text, mode: "optional", updatedBy: STATE_ONLY },
    pin: { ...text, mode: "optional", updatedBy: STATE_ONLY, sensitive: true },
    token: { ...text, mode: "optional", writeOnly: true },
    tags: {
      block: "list",
      fields: { name: { ...text, mode: "required" } },
      updatedBy: STATE_ONLY,
      description,
    },
  }),
  updates: {},
  create: async () => ({}),
  read: async ({ service, privateState, warn }, { id }) => {
    service.reading += 1;
    service.mostReading = Math.max(service.mostReading, service.reading);
    try {
      if (id === "b-warns") warn("Worn", "It is read anyway.");
      const seen = await service.read(id ?? "");
      return seen === GONE ? GONE : { ...seen, ...(privateState && { title: `at ${privateState.host}` }) };
    } finally {
      service.reading -= 1;
    }
  },
  delete: async () => {},
  import: async (_, id) => ({ id }),
  identity: {
    attributes: {
      id: { type: t.string, description },
      shelf: { type: t.string, description, isOptional: true },
    },
    of: ({ id }) => (id === null ? null : { id }),
    importId: ({ id }) => String(id),
  },
});
const books = listResource({
  name: "book",
  description,
  schema: defineSchema({ author: { ...text, mode: "required", validators: [checks.notEmpty()] } }),
  list: (call, { author }) => {
    call.log.info(`books of ${author}`);
    return call.service.list(call);
  },
});
const { session, ask, lines } = rpcOf(
  provider({ ...providerOf(book), schema: {}, configure: async () => shelf, listResources: [books] }),
);
const typeName = "test_book";
const config = codecOf(books.schema).encode({ author: "Ada" });
const { decode: decodeBook, whole } = codecOf(book.schema);

async function* found(...ids: string[]): AsyncGenerator<Listed> {
  for (const id of ids) {
    shelf.pulled += 1;
    yield { displayName: `Book ${id}`, values: { id, title: "of the list" } };
  }
}

beforeEach(() => {
  session.configured(shelf);
  Object.assign(shelf, {
    list: () => found("b-1", "b-2", "b-3"),
    read: async (id: string) => ({ title: `Title of ${id}` }),
    pulled: 0,
    reading: 0,
    mostReading: 0,
  });
});

const events = async (request: object = {}, signal?: AbortSignal) =>
  messagesOf(await ask("listResource", { typeName, config, limit: 100, ...request }, signal));

const identityOf = (id: string) => record({ id, shelf: null });
const decodeIdentity = (event: Awaited<ReturnType<typeof events>>[number] | undefined) =>
  decode(["object", { id: "string", shelf: "string" }], event?.identity?.identityData);

test("a list streams identities and names, and reads nothing", async () => {
  const all = await events();
  expect(all.map(({ displayName }) => displayName)).toEqual(["Book b-1", "Book b-2", "Book b-3"]);
  expect(all.map(decodeIdentity)).toEqual(["b-1", "b-2", "b-3"].map(identityOf));
  expect(all.every(({ resourceObject, diagnostic }) => !resourceObject && diagnostic.length === 0)).toBe(
    true,
  );
  expect(shelf.mostReading).toBe(0);
  expect(lines).toMatchObject([{ message: "books of Ada" }]);
});

test("a list with resources reads each as after an import", async () => {
  shelf.list = async function* () {
    yield { displayName: "One", values: { id: "b-1", pin: "s3cret-pin-0123", token: "never" } };
    yield { displayName: "Two", values: { id: "b-2" }, privateState: { host: "home" } };
    yield { displayName: "Three", values: { id: "b-3" }, read: async () => ({ title: "from the page" }) };
  };
  const all = await events({ includeResourceObject: true });
  expect(all.map(({ resourceObject }) => decodeBook(resourceObject))).toEqual([
    whole({ id: "b-1", title: "Title of b-1", pin: "s3cret-pin-0123" }),
    whole({ id: "b-2", title: "at home" }),
    whole({ id: "b-3", title: "from the page" }),
  ]);
  expect(session.environment.secrets.outgoing("is s3cret-pin-0123")).not.toContain("s3cret");
});

test("a list that ends at its limit says so with its last object", async () => {
  const summaries = (await events({ limit: 2 })).map(({ diagnostic }) =>
    diagnostic.map((one) => one.summary),
  );
  expect(summaries).toEqual([[], ["The list of test_book ends at its limit of 2"]]);
  expect((await events({ limit: 4 })).flatMap(({ diagnostic }) => diagnostic)).toEqual([]);
});

test("an object that is found twice is listed once, with a warning", async () => {
  shelf.list = () => found("b-1", "b-2", "b-1", "b-3");
  const all = await events();
  expect(all.map(decodeIdentity)).toEqual(["b-1", "b-2", "b-3"].map(identityOf));
  expect(all.map(({ diagnostic }) => diagnostic.map((one) => one.summary))).toEqual([
    [],
    [],
    ["Book b-1: found more than once"],
  ]);
});

test.each([
  ["a line of its own", "b-2\nlist.test_book.all   id=b-9"],
  ["an escape sequence", "b-2\u001b[2J"],
  ["a text that runs backwards", "b-2\u202e"],
  ["half of a surrogate pair", "b-2\ud800"],
])(
  "an identity with %s is left out: Terraform writes identities to the terminal as they are",
  async (_, id) => {
    shelf.list = () => found("b-1", id, "b-3");
    const all = await events();
    expect(all.flatMap(({ identity, displayName }) => (identity ? [displayName] : []))).toEqual([
      "Book b-1",
      "Book b-3",
    ]);
    expect(all[1]?.diagnostic[0]?.summary).toMatch(/^Book b-2[ -~]+: control characters in its name$/);
  },
);

test("a name is one line", async () => {
  shelf.list = async function* () {
    yield { displayName: "b-1\nlist.test_book.all   id=b-9", values: { id: "b-1" } };
  };
  expect((await events())[0]?.displayName).not.toContain("\n");
});

test("eight are read at a time, in order, and none beyond the limit", async () => {
  shelf.list = () => found(...Array.from({ length: 50 }, (_, n) => `b-${n}`));
  shelf.read = async (id) => {
    for (let turns = Number(id.slice(2)) % 3; turns >= 0; turns -= 1) await new Promise(setImmediate);
    return {};
  };
  const all = await events({ includeResourceObject: true, limit: 20 });
  expect(all.map(({ displayName }) => displayName)).toEqual(
    Array.from({ length: 20 }, (_, n) => `Book b-${n}`),
  );
  expect([shelf.mostReading, shelf.pulled]).toEqual([8, 20]);
});

test.each([0, 1, 2])("a limit of %d stops the list", async (limit) => {
  expect(await events({ limit })).toHaveLength(limit);
  expect(shelf.pulled).toBe(limit);
});

test("an object that cannot be read is listed without its values, with a warning that names it", async () => {
  shelf.read = async (id) => (id === "b-2" ? Promise.reject(new Error("503")) : { title: id });
  const all = await events({ includeResourceObject: true });
  expect(all.map(({ resourceObject }) => resourceObject !== undefined)).toEqual([true, false, true]);
  expect(all.map(decodeIdentity)).toEqual(["b-1", "b-2", "b-3"].map(identityOf));
  expect(all.map(({ diagnostic }) => diagnostic.length)).toEqual([0, 1, 0]);
  expect(all[1]?.diagnostic).toMatchObject([
    {
      severity: Severity.WARNING,
      summary: expect.stringMatching(/^Book b-2: /),
      detail: expect.stringContaining("503"),
    },
  ]);
});

test("an object without identity, or one that is gone, is left out with a warning, and does not count", async () => {
  shelf.list = async function* () {
    yield { displayName: "Nameless", values: {} };
    yield* found("b-1", "b-2", "b-3");
  };
  shelf.read = async (id) => (id === "b-1" ? GONE : {});
  const all = await events({ includeResourceObject: true, limit: 2 });
  expect(all.map(({ identity }) => identity !== undefined)).toEqual([false, false, true, true]);
  expect(all.slice(0, 2).map(({ diagnostic }) => diagnostic[0]?.summary)).toEqual([
    "Nameless: No identity",
    "Book b-1: no longer exists",
  ]);
});

test("a value that its type does not have is a warning of its object", async () => {
  shelf.read = async () => ({ title: 7 });
  shelf.list = () => found("b-1");
  const [first] = await events({ includeResourceObject: true });
  expect(first?.resourceObject).toBeUndefined();
  expect(first?.diagnostic).toMatchObject([{ severity: Severity.WARNING }]);
});

test("warnings come with the next event, or with one of their own", async () => {
  shelf.list = async function* ({ warn }) {
    warn("Old", "The list is old.");
    yield* found("b-warns");
    warn("Short", "There may be more.");
  };
  const all = await events();
  const summaries = (of: typeof all) => of.map(({ diagnostic }) => diagnostic.map(({ summary }) => summary));
  expect(summaries(all)).toEqual([["Old"], ["Short"]]);
  expect(all[1]?.identity).toBeUndefined();
  expect(summaries(await events({ includeResourceObject: true, limit: 1 }))).toEqual([
    ["Old", "The list of test_book ends at its limit of 1", "Worn"],
  ]);
});

test("an error ends the list, without secrets", async () => {
  session.environment.secrets.add("s3cret-key-0123", "the key");
  shelf.list = async function* () {
    yield* found("b-1");
    throw new Error("refused: s3cret-key-0123");
  };
  const all = await events();
  expect(all).toHaveLength(2);
  expect(all[1]).toMatchObject({
    displayName: "",
    diagnostic: [{ severity: Severity.ERROR, summary: "Unexpected failure while listing test_book" }],
  });
  expect(all[1]?.identity).toBeUndefined();
  expect(all[1]?.diagnostic[0]?.detail).toMatch(/^refused: \(the key\)/);
});

test("a name shows no secret and does not control the terminal", async () => {
  session.environment.secrets.add("s3cret-key-0123", "the key");
  shelf.list = async function* () {
    yield { displayName: "\u001b[2J s3cret-key-0123", values: { id: "b-1" } };
  };
  expect((await events())[0]?.displayName).toBe("\\u001b[2J (the key)");
});

test("an interrupted list is an error, never a shorter list", async () => {
  shelf.list = async function* () {
    yield* found("b-1");
    await ask("stopProvider");
    yield* found("b-2");
  };
  for (const includeResourceObject of [false, true]) {
    session.configured(shelf);
    const all = await events({ includeResourceObject });
    expect(all.at(-1)?.diagnostic).toMatchObject([
      { severity: Severity.ERROR, summary: "Listing test_book was interrupted" },
    ]);
  }
});

test("reads that fail because of an interruption are no warnings", async () => {
  shelf.read = async () => {
    await ask("stopProvider");
    throw new Error("aborted");
  };
  const all = await events({ includeResourceObject: true });
  expect(all).toHaveLength(1);
  expect(all[0]?.diagnostic).toMatchObject([{ severity: Severity.ERROR }]);
});

test("a reader that stops ends the list", async () => {
  let hasEnded = false;
  shelf.list = async function* () {
    try {
      yield* found("b-1", "b-2", "b-3");
    } finally {
      hasEnded = true;
    }
  };
  await messagesOf(await ask("listResource", { typeName, config, limit: 100 }), 1);
  expect([hasEnded, shelf.pulled]).toEqual([true, 1]);
});

test("nothing is listed without a known configuration, or of an unknown type", async () => {
  const unknown = codecOf(books.schema).encode({ author: UNKNOWN });
  expect(await events({ config: unknown })).toMatchObject([
    { diagnostic: [{ summary: "Values of test_book are still unknown" }] },
  ]);
  expect(await events({ config: undefined })).toMatchObject([
    { diagnostic: [{ summary: "No configuration" }] },
  ]);
  expect(await events({ typeName: "test_film" })).toMatchObject([
    { diagnostic: [{ summary: 'No list resource "test_film"', detail: "This provider has test_book." }] },
  ]);
  expect(shelf.pulled).toBe(0);
});

test("the configuration of a list is validated", async () => {
  const empty = codecOf(books.schema).encode({ author: "" });
  const { diagnostics } = await ask("validateListResourceConfig", { typeName, config: empty });
  expect(diagnostics).toMatchObject([{ attribute: { steps: [{ attributeName: "author" }] } }]);
  expect((await ask("validateListResourceConfig", { typeName, config })).diagnostics).toEqual([]);
});
