import fc from "fast-check";
import { inHashOrder } from "../../../../src/emulator/dataPlane/hash";
import { stopwordTerms } from "../../../../src/emulator/dataPlane/named/stopwords";

test.each([
  ["Über", "", ["ber"]],
  ["Œuvre Straße", "", ["oeuvre", "strasse"]],
  ["Привет, мир", "", ["privet", "mir"]],
  ["日本 ab", "", ["ab"]],
  ["ﬁx ２x m² Ⅳ", "", ["fix", "2x", "m", "iv"]],
  ["a\tb\nc", "en", ["ab", "c"]],
  ["Über Straße", "de", ["über", "strasse"]],
  ["d'Or a-b 3.5", "fr", ["dor", "a", "b", "35"]],
  ["Привет", "ru", ["privet"]],
  ["x", "no such locale", ["x"]],
])("the words of %j, locale %j", (text, locale, words) => {
  expect(stopwordTerms(text, locale)).toEqual(words);
});

test("the order of a table without one, as the server's own library has it", () => {
  // From a program that puts them into the table of the public source (sparsepp), one after the other.
  const names = Array.from({ length: 40 }, (_, place) => `w${place}`);
  expect(inHashOrder(names).join(" ")).toBe(
    "w19 w1 w8 w4 w12 w5 w20 w21 w33 w39 w29 w9 w6 w0 w3 w13 w35 w7 w24 w25 w16 w27 w36 w15 w22 w2 w11 w26 w30 w38 " +
      "w23 w14 w32 w10 w17 w31 w18 w37 w28 w34",
  );
});

test("nothing is lost in it, and nothing is there twice", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      expect(inHashOrder(names).sort()).toEqual([...new Set(names)].sort());
    }),
  );
});
