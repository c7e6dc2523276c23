import { createdCollection } from "../../../../src/emulator/dataPlane/collections/create";
import {
  collectionOnNode,
  forgetUnwritten,
  note,
} from "../../../../src/emulator/dataPlane/collections/restart";
import {
  afterAlteration,
  altered,
  changeCollection,
} from "../../../../src/emulator/dataPlane/collections/update";
import { emptyData, type StoredCollection } from "../../../../src/emulator/domain/store/data";
import { asked, BOOKS, emulatorsWith, node, refused } from "../ask";

const documents = [
  { id: "1", title: "Emma", year: 1815, pages: "474" },
  { id: "2", title: "Persuasion", year: 1817, pages: "249" },
];
const one = emulatorsWith({ collections: [{ ...BOOKS, documents }] });
const UPDATE = "PATCH /collections/books";
type Emulated = Parameters<typeof asked>[0];

async function fieldsOf(emulator: Emulated, name = "books", host = "abc-1") {
  const { body } = await asked(emulator, `GET /collections/${name}`, { host });
  return (body as { fields: { name: string }[] }).fields.map((field) => field.name);
}

const patch = (emulator: Emulated, name: string, ...fields: object[]) =>
  asked(emulator, `PATCH /collections/${name}`, { json: { fields } });

const BUSY = refused(422, "Another collection update operation is in progress.");
const add = (name: string) => ({ json: { fields: [{ name, type: "string", optional: true }] } });

describe("an update while another one runs", () => {
  test("is rejected for the assumed time", async () => {
    const emulator = await one({ collection_alter_seconds: 60 });
    expect((await node(emulator, UPDATE, add("a"))).status).toBe(200);
    expect(await asked(emulator, UPDATE, add("b"))).toEqual(BUSY);
    emulator.advance(59);
    expect(await asked(emulator, UPDATE, add("b"))).toEqual(BUSY);
    emulator.advance(1);
    expect((await node(emulator, UPDATE, add("b"))).status).toBe(200);
  });

  test("is rejected while a seeded one runs; reads continue", async () => {
    const emulator = await one();
    emulator.seedData("abc", { collections: [{ ...BOOKS, name: "busy", altering_seconds: 30 }] });
    expect(await asked(emulator, "PATCH /collections/busy", add("a"))).toEqual(BUSY);
    expect((await node(emulator, "GET /collections/busy")).status).toBe(200);
    emulator.advance(30);
    expect((await node(emulator, "PATCH /collections/busy", add("a"))).status).toBe(200);
  });

  test("writes wait for its end, whether it succeeds or fails", async () => {
    const collection = { alteration: null } as StoredCollection;
    const order: string[] = [];
    function* steps() {
      order.push("first");
      yield;
      order.push("second");
      throw new Error("refused late");
    }
    const update = altered(collection, steps()).catch((error: Error) => order.push(error.message));
    const write = afterAlteration(collection).then(() => order.push("write"));
    await Promise.all([update, write]);
    expect(order.toSorted()).toEqual(["first", "second", "refused late", "write"].toSorted());
    expect(order.slice(0, 2)).toEqual(["first", "second"]);
    expect(collection.alteration).toBeNull();
  });
});

describe("the state after an update that is rejected at its end", () => {
  const refusedLate = [
    { name: "title", drop: true },
    { name: "title", type: "string", facet: true, index: false, optional: true },
  ];
  const lateRefusal = async () => {
    const emulator = await one();
    expect(await patch(emulator, "books", ...refusedLate)).toEqual(
      refused(400, "Field `title` cannot be a facet since it's marked as non-indexable."),
    );
    expect(await fieldsOf(emulator)).toEqual(["year", "title"]);
    return emulator;
  };
  const HOST = "abc-1.a1.searchcloud.example";

  test("stays after a restart that replays the log, and is lost after every node has started from a snapshot", () => {
    const field = { name: "t", type: "string", facet: false, index: true, optional: false, sort: false };
    const data = emptyData();
    const context = { from30: true, needsSorting: false, now: 1 };
    const collection = createdCollection(data, { name: "c", fields: [field] }, context);
    const body = {
      fields: [
        { name: "t", drop: true },
        { ...field, type: "text" },
      ],
    };
    const update = { from30: true, assumptions: { collection_alter_seconds: 0 }, now: 2 };
    expect(() => changeCollection(data, collection, body, update)).toThrow("invalid data type");
    const seen = (host: string) => collectionOnNode(data, host, collection).fields.length;
    note(data, "a", { kind: "restart", at: 3 });
    expect(seen("a")).toBe(1);
    note(data, "a", { kind: "snapshot", at: 4 });
    expect(seen("a")).toBe(1);
    note(data, "a", { kind: "restart", at: 5 });
    forgetUnwritten(data, ["a", "b"]);
    expect([seen("a"), seen("b")]).toEqual([0, 1]);
    note(data, "b", { kind: "snapshot", at: 6 });
    note(data, "b", { kind: "restart", at: 7 });
    forgetUnwritten(data, ["a", "b"]);
    expect(collection.fields).toEqual([]);
  });

  test("is repaired by a drop, and nothing is lost then", async () => {
    const emulator = await lateRefusal();
    expect((await patch(emulator, "books", { name: "title", drop: true })).status).toBe(200);
    expect((await patch(emulator, "books", { name: "title", type: "string" })).status).toBe(200);
    emulator.restartNode(HOST);
    expect(await fieldsOf(emulator)).toEqual(["year", "title"]);
  });
});

describe("objects and their parts", () => {
  const fields = [
    { name: "p", type: "object" },
    { name: "p.n", type: "string" },
    { name: "price", type: "float" },
    { name: "q", type: "string" },
  ];
  const nested = async () => {
    const emulator = await one();
    emulator.seedData("abc", { collections: [{ name: "nested", fields, enable_nested_fields: true }] });
    return emulator;
  };
  const [p, pn] = [
    { name: "p", type: "object", optional: true },
    { name: "p.n", type: "string" },
  ];
  const drop = (name: string) => ({ name, drop: true });

  test.each([
    ["its drop takes along whatever begins with its name", [drop("p")], 200, ["q"]],
    ["dropped and added alone, it keeps them", [drop("p"), p], 200, ["q", "p", "p.n", "price"]],
    [
      "dropped and added with its parts, it has them twice",
      [drop("p"), drop("p.n"), p, pn],
      400,
      ["q", "p", "p.n", "price", "p.n"],
    ],
    ["a part alone goes alone", [drop("p.n")], 200, ["p", "price", "q"]],
  ])("%s", async (_, changes, status, left) => {
    const emulator = await nested();
    expect((await patch(emulator, "nested", ...changes)).status).toBe(status);
    expect((await fieldsOf(emulator, "nested")).toSorted()).toEqual(left.toSorted());
  });
});

test.each([
  ["p.*", ["year", "title"]],
  [".*e", ["pages", "year"]],
  [".*", ["pages", "year", "title", "price"]],
])(
  "the drop of the pattern %s drops what matches it, named fields too; .* goes alone",
  async (name, left) => {
    const emulator = await one();
    const fields = ["pages string", "year int32", "title string", `${name} auto`].map((text) => {
      const [field = "", type = ""] = text.split(" ");
      return { name: field, type };
    });
    const [document] = documents;
    emulator.seedData("abc", {
      collections: [{ name: "patterns", fields, documents: [{ ...document, price: 1.5 }] }],
    });
    expect(await fieldsOf(emulator, "patterns")).toEqual(["pages", "year", "title", name, "price"]);
    await patch(emulator, "patterns", { name, drop: true });
    expect(await fieldsOf(emulator, "patterns")).toEqual(left);
  },
);
