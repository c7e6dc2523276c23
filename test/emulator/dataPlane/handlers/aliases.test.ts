import { asked, BOOKS, emulatorsWith, node, oneEmulatorWith, refused } from "../ask";

const one = emulatorsWith({ collections: [BOOKS] });
const same = oneEmulatorWith({ collections: [BOOKS] });
const PUT = "PUT /aliases/shop";

test("an alias is put, read, listed, led elsewhere and deleted; its collection need not be there", async () => {
  const emulator = await one();
  const shop = (collection_name: string) => ({ name: "shop", collection_name });
  for (const collection_name of ["books", "later"]) {
    const body = shop(collection_name);
    expect(await asked(emulator, PUT, { json: { collection_name } })).toEqual({ status: 200, body });
    expect(await asked(emulator, "GET /aliases/shop")).toEqual({ status: 200, body });
    expect(await asked(emulator, "GET /aliases")).toEqual({ status: 200, body: { aliases: [body] } });
  }
  expect(await asked(emulator, "DELETE /aliases/shop")).toEqual({ status: 200, body: shop("later") });
  for (const line of ["GET /aliases/shop", "DELETE /aliases/shop"]) {
    expect(await asked(emulator, line)).toEqual(refused(404, "Collection not found"));
  }
});

test.each([
  [PUT, {}, 400, "Parameter `collection_name` is required."],
  [PUT, { collection_name: 1 }, 400, "Bad request."],
  [
    "PUT /aliases/books",
    { collection_name: "x" },
    500,
    "Name `books` conflicts with an existing collection name.",
  ],
])("%s with %j answers %i", async (line, json, status, message) => {
  expect(await asked(same, line, { json })).toEqual(refused(status, message));
});

test("documents are found through it, in the collection that it leads to now", async () => {
  const emulator = await one();
  emulator.seedData("abc", {
    collections: [{ ...BOOKS, name: "new", documents: [{ id: "1", title: "Emma", year: 1815 }] }],
  });
  const status = async () => (await node(emulator, "GET /collections/shop/documents/1")).status;
  emulator.putAliasOutside("abc", "shop", "books");
  expect(await status()).toBe(404);
  await node(emulator, PUT, { json: { collection_name: "new" } });
  expect(await status()).toBe(200);
});
