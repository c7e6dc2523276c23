import { answersChange } from "../../../src/api/comparison";
import type { ConfigurationChangeRecord, CreateConfigurationChangeBody } from "../../../src/client";
import { type LostWorkflow, settleWorkflow } from "../../../src/client/workflows/lost";
import { change } from "../kit/changes";
import { START } from "../kit/clock";

const BEFORE = START / 1000;
const AT = BEFORE + 30;
const BODY: CreateConfigurationChangeBody = {
  perform_change_at: AT,
  new_memory: "16_gb",
  new_vcpu: "4_vcpus",
};

const ours = (given: Partial<ConfigurationChangeRecord> = {}) =>
  change({ id: "new", new_memory: "16_gb", new_vcpu: "4_vcpus", perform_change_at: AT, ...given });

type Lost = LostWorkflow<ConfigurationChangeRecord>;

const settle = (records: readonly ConfigurationChangeRecord[], given: Partial<Lost> = {}) =>
  settleWorkflow({
    records,
    fits: (change) => answersChange(BODY, change),
    isKnown: () => false,
    serverTimeBefore: BEFORE,
    ...given,
  });

describe("exactly one new change that fits is the answer", () => {
  test.each<[string, readonly ConfigurationChangeRecord[]]>([
    ["alone", [ours()]],
    ["made later", [ours({ created_at: BEFORE + 5 })]],
    ["begun already", [ours({ status: "in_progress" })]],
    ["cancelled already, by somebody else", [ours({ status: "canceled" })]],
    ["with everything filled in", [ours({ new_gpu: "no", new_region_node_counts: { oregon: 1 } })]],
    ["beside an older one that fits", [ours(), ours({ id: "old", created_at: BEFORE - 1 })]],
    ["beside a new one that does not fit", [ours(), ours({ id: "x", new_memory: "32_gb" })]],
    ["beside one of another moment", [ours(), ours({ id: "x", perform_change_at: AT + 1 })]],
  ])("%s", (_, changes) => {
    expect(settle(changes)).toEqual({ adopt: "new" });
  });

  test("beside a known one that fits", () => {
    const isKnown = (id: string) => id === "known";
    expect(settle([ours(), ours({ id: "known" })], { isKnown })).toEqual({ adopt: "new" });
  });
});

describe("none: it may be sent again", () => {
  test.each<[string, readonly ConfigurationChangeRecord[], Partial<Lost>]>([
    ["no change at all", [], {}],
    ["an older one that fits", [ours({ created_at: BEFORE - 1 })], {}],
    ["a known one that fits", [ours()], { isKnown: () => true }],
    ["somebody else's", [ours({ new_memory: "32_gb" })], {}],
    ["one of another moment", [ours({ perform_change_at: AT + 1 })], {}],
    ["one that leaves out what was sent", [ours({ new_memory: null })], {}],
  ])("%s", (_, changes, given) => {
    expect(settle(changes, given)).toEqual({ repeat: true });
  });
});

describe("anything else stops, with the ids", () => {
  test.each<[string, readonly ConfigurationChangeRecord[], Partial<Lost>, string, string[]]>([
    ["two that fit", [ours(), ours({ id: "new2" })], {}, "several", ["new", "new2"]],
    [
      "one that fits, and one without a date",
      [ours(), ours({ id: "x", created_at: null })],
      {},
      "several",
      ["new", "x"],
    ],
    ["nobody says when", [ours({ created_at: null })], {}, "undated", ["new"]],
    ["no server time was ever seen", [ours()], { serverTimeBefore: null }, "undated", ["new"]],
  ])("%s", (_, changes, given, stop, ids) => {
    expect(settle(changes, given)).toEqual({ stop, ids });
  });
});
