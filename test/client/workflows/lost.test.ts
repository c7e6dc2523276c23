import type { ConfigurationChangeRecord } from "../../../src/client";
import { judgeLostWorkflow, type LostWorkflow } from "../../../src/client/workflows/judge";
import { START } from "../kit/clock";
import { change } from "../kit/records";

const BEFORE = START / 1000;
type Lost = LostWorkflow<ConfigurationChangeRecord>;

const FITS = "16_gb";
const ours = (given: Partial<ConfigurationChangeRecord> = {}) =>
  change({ id: "new", new_memory: FITS, ...given });

test.each<[string, readonly ConfigurationChangeRecord[], Partial<Lost>, object]>([
  ["exactly one new one that fits", [ours()], {}, { done: ours() }],
  [
    "beside an older one, and one that does not fit",
    [ours(), ours({ id: "old", created_at: BEFORE - 1 }), ours({ id: "x", new_memory: "32_gb" })],
    {},
    { done: ours() },
  ],
  [
    "beside a known one",
    [ours(), ours({ id: "known" })],
    { isKnown: (id) => id === "known" },
    { done: ours() },
  ],
  ["none at all", [], {}, { repeat: true }],
  ["an older one", [ours({ created_at: BEFORE - 1 })], {}, { repeat: true }],
  ["a known one", [ours()], { isKnown: () => true }, { repeat: true }],
  ["somebody else's", [ours({ new_memory: "32_gb" })], {}, { repeat: true }],
  [
    "two, one of them without a date",
    [ours(), ours({ id: "x", created_at: null })],
    {},
    { stop: "several", ids: ["new", "x"] },
  ],
  ["one without a date", [ours({ created_at: null })], {}, { stop: "undated", ids: ["new"] }],
  ["no server time was ever seen", [ours()], { serverTimeBefore: null }, { stop: "undated", ids: ["new"] }],
])("%s", (_, records, given, expected) => {
  const judged = judgeLostWorkflow({
    records,
    fits: ({ new_memory }) => new_memory === FITS,
    isKnown: () => false,
    serverTimeBefore: BEFORE,
    ...given,
  });
  expect(judged).toEqual(expected);
});
