import fc from "fast-check";
import { hasEnded } from "../../../src/api/enumerations";
import type { ConfigurationChangeRecord } from "../../../src/client";
import { changesIn } from "../../../src/client/workflows/changes";
import { clonesIn } from "../../../src/client/workflows/clones";
import { createWorkflowKnowledge, newestFirst } from "../../../src/client/workflows/record";
import { change } from "../kit/changes";
import { clone } from "../kit/clones";

test.each([
  ["succeeded", true],
  ["failed", true],
  ["canceled", true],
  ["pending", false],
  ["in_progress", false],
  ["rolling_back", false],
])("what reads %s has ended: %s", (status, ended) => {
  expect(hasEnded(change({ status }))).toBe(ended);
  expect(hasEnded(clone({ status }))).toBe(ended);
});

describe("newest first", () => {
  test("what has no date comes first, and those of one second stay as they were listed", () => {
    const listed = [
      clone({ id: "old", created_at: 10 }),
      clone({ id: "b", created_at: 20 }),
      clone({ id: "undated", created_at: null }),
      clone({ id: "a", created_at: 20 }),
    ];
    expect(newestFirst(listed).map(({ id }) => id)).toEqual(["undated", "b", "a", "old"]);
    expect(listed.map(({ id }) => id)).toEqual(["old", "b", "undated", "a"]);
  });

  test("nothing is lost, whatever the order", () => {
    const dates = fc.array(fc.option(fc.nat()));
    fc.assert(
      fc.property(dates, (times) => {
        const listed = times.map((created_at, at) => clone({ id: `cl${at}`, created_at }));
        const sorted = newestFirst(listed);
        expect(new Set(sorted)).toEqual(new Set(listed));
        const dated = sorted.flatMap(({ created_at }) => created_at ?? []);
        expect(dated).toEqual([...dated].sort((a, b) => b - a));
      }),
    );
  });
});

describe("what this process has seen", () => {
  const page = { page: 1, per_page: 10, total: 2 };

  test("changes are noted from every answer that holds one, per cluster", () => {
    const knowledge = createWorkflowKnowledge<ConfigurationChangeRecord>(changesIn);
    const one = (id: string) => change({ id });
    knowledge.note("listConfigurationChanges", "c1", {
      ...page,
      configuration_changes: [one("listed-1"), one("listed-2")],
    });
    knowledge.note("getConfigurationChange", "c1", one("read"));
    knowledge.note("createConfigurationChange", "c1", { configuration_change: one("made") });
    knowledge.note("cancelConfigurationChange", "c1", { configuration_change: one("cancelled") });
    knowledge.note("getConfigurationChange", "c2", one("elsewhere"));
    knowledge.note("getConfigurationChange", undefined, one("nowhere"));
    knowledge.note("getCloningOperation", "c1", clone({ id: "a clone" }));

    const wasKnown = knowledge.of("c1").before();
    const ids = ["listed-1", "listed-2", "read", "made", "cancelled", "elsewhere", "nowhere", "a clone"];
    expect(ids.filter(wasKnown)).toEqual(ids.slice(0, 5));
    expect(knowledge.of("c2").before()("elsewhere")).toBe(true);
    expect(knowledge.of("c1").record("made")).toEqual(one("made"));
  });

  test("and clones are", () => {
    const knowledge = createWorkflowKnowledge(clonesIn);
    knowledge.note("listCloningOperations", "c1", { ...page, cloning_operations: [clone({ id: "listed" })] });
    knowledge.note("getCloningOperation", "c1", clone({ id: "read" }));
    knowledge.note("createCloningOperation", "c1", { cloning_operation: clone({ id: "made" }) });
    knowledge.note("cancelCloningOperation", "c1", { cloning_operation: clone({ id: "cancelled" }) });
    knowledge.note("getConfigurationChange", "c1", change({ id: "a change" }));

    const wasKnown = knowledge.of("c1").before();
    const ids = ["listed", "read", "made", "cancelled", "a change"];
    expect(ids.filter(wasKnown)).toEqual(ids.slice(0, 4));
  });
});
