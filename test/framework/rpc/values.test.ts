import fc from "fast-check";
import { t } from "../../../src/framework";
import { decodePrivate, decodeRecord, encodePrivate, encodeRecord } from "../../../src/framework/rpc/values";
import { defineSchema } from "../../../src/framework/schema";
import { Double, Dynamic } from "../../../src/wire/cty/value";
import { record } from "../../support/values";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (encoded: Uint8Array) => new TextDecoder().decode(encoded);

test("private state is one JSON with its version", () => {
  expect(text(encodePrivate({ id: "c-1", protected: true }))).toBe('{"v":1,"id":"c-1","protected":true}');
  expect(decodePrivate(bytes('{"v":1,"id":"c-1","protected":true}'))).toEqual({ id: "c-1", protected: true });
});

test.each(["", "{", "null", '"v"', '{"id":"c-1"}', '{"v":2,"id":"c-1"}'])(
  "%j is no private state",
  (other) => {
    expect(decodePrivate(bytes(other))).toBeUndefined();
    expect([undefined, null].map(encodePrivate)).toEqual([new Uint8Array(), new Uint8Array()]);
  },
);

test("what can be written as JSON comes back, whatever its keys", () => {
  const privateState = fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(privateState, (value) => {
      const { v: _, ...rest } = value;
      expect(decodePrivate(encodePrivate(value))).toEqual(rest);
    }),
    { examples: [[{ v: "mine", id: "c-1" }]] },
  );
});

test("a binary double goes back as it came, and is a plain number where the type is not exact", () => {
  const description = "A number.";
  const number = { type: t.number, mode: "optional", description } as const;
  const fields = defineSchema({
    plain: number,
    many: { type: t.list(t.number), mode: "optional", description },
    exact: { type: t.exactNumber, mode: "optional", description },
    any: { type: t.dynamic, mode: "optional", description },
    block: { block: "list", description, fields: { number } },
  });
  const tenth = new Double(0.1);
  const sent = record({
    plain: tenth,
    many: [tenth, 2],
    exact: tenth,
    any: new Dynamic("number", tenth),
    block: [record({ number: tenth })],
  });
  const seen = { ...sent, plain: 0.1, many: [0.1, 2], block: [{ number: 0.1 }] };
  const decoded = decodeRecord(fields, encodeRecord(fields, sent));
  expect(decoded).toEqual(seen);
  expect(decodeRecord(fields, encodeRecord(fields, decoded))).toEqual(seen);
});
