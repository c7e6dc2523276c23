import { checkImportId, decomposedIn } from "../../src/framework/composed";

/** "é" as one character, and as a letter with an accent behind it. */
const [NFC, NFD] = ["caf\u00e9", "cafe\u0301"];

test.each<[unknown, string | undefined]>([
  [NFC, undefined],
  [NFD, NFD],
  ["plain", undefined],
  [null, undefined],
  [7, undefined],
  [["a", { b: [NFD] }], NFD],
  [{ [NFD]: 1 }, NFD],
  [{ a: NFC, b: [NFC, 1, true] }, undefined],
])("in %j, Terraform stores %j as another text", (value, found) => {
  expect(decomposedIn(value)).toBe(found);
});

test("an id that Terraform stores as another one is refused at import, whatever the type", () => {
  expect(() => checkImportId("searchcloud_collection", `c-1/${NFC}`)).not.toThrow();
  expect(() => checkImportId("searchcloud_collection", `c-1/${NFD}`)).toThrow(
    expect.objectContaining({
      summary: "searchcloud_collection cannot be imported under this id",
      detail: expect.stringMatching(
        /^The id "c-1\/.*" is in decomposed Unicode \(NFD\)\. .* another name at the service/,
      ),
    }),
  );
});
