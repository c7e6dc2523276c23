import fc from "fast-check";

const SURROGATES = { from: 0xd800, count: 0x800 };
const character = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }))
  .map((place) => String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.count));

/**
 * Any text that UTF-8 can represent, often ASCII. `fc.string({ unit: "binary" })` lists every character before the first text, which
 * takes a second and a hundred megabytes in each test file that imports it.
 */
export function anyText(length: fc.ArrayConstraints = {}): fc.Arbitrary<string> {
  return fc.array(character, length).map((characters) => characters.join(""));
}
