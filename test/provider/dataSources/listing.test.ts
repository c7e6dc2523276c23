import { byCodeUnit, newestFirst, readAll } from "../../../src/provider/dataSources/listing";

test("every record, or those of one status", async () => {
  async function* pages() {
    yield* [{ status: "paid" }, { status: "due" }, {}, { status: "paid" }];
  }
  expect(await readAll(pages(), null)).toHaveLength(4);
  expect(await readAll(pages(), "paid")).toEqual([{ status: "paid" }, { status: "paid" }]);
});

test("a page that cannot be read fails the whole: a part is no answer", async () => {
  async function* broken() {
    yield {};
    throw new Error("503");
  }
  await expect(readAll(broken(), null)).rejects.toThrow("503");
});

test("newest first; what has no moment last, what is of one moment by id, in the order of code units", () => {
  const records = [
    { id: "b", created_at: 5 },
    { id: "z", created_at: null },
    { id: "c", created_at: 9 },
    { id: "B", created_at: 5 },
  ];
  expect(records.sort(newestFirst).map(({ id }) => id)).toEqual(["c", "B", "b", "z"]);
  expect(["é", "a", "B", "a"].sort(byCodeUnit)).toEqual(["B", "a", "a", "é"]);
});
