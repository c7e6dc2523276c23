import { createKnowledge, nameOf, namesIn } from "../../../src/client/resolve/knowledge";
import { cluster } from "../kit/account";
import { change } from "../kit/changes";
import { clone } from "../kit/clones";

const page = { page: 1, per_page: 10, total: 1 };
const [one, another, third] = [cluster({ id: "x" }), change({ id: "x" }), clone({ id: "x" })];

test.each([
  ["cluster", ["x"], namesIn("listClusters", undefined, { ...page, clusters: [one] })],
  ["cluster", ["x"], namesIn("getCluster", undefined, one)],
  ["cluster", ["x"], namesIn("createCluster", undefined, { cluster: one })],
  ["cluster", ["x"], namesIn("updateCluster", undefined, { cluster: one })],
  [
    "configuration change",
    ["c1", "x"],
    namesIn("listConfigurationChanges", "c1", { ...page, configuration_changes: [another] }),
  ],
  ["configuration change", ["c1", "x"], namesIn("getConfigurationChange", "c1", another)],
  [
    "configuration change",
    ["c2", "x"],
    namesIn("createConfigurationChange", "c2", { configuration_change: another }),
  ],
  [
    "configuration change",
    ["c1", "x"],
    namesIn("cancelConfigurationChange", "c1", { configuration_change: another }),
  ],
  [
    "cloning operation",
    ["c1", "x"],
    namesIn("listCloningOperations", "c1", { ...page, cloning_operations: [third] }),
  ],
  ["cloning operation", ["c1", "x"], namesIn("getCloningOperation", "c1", third)],
  ["cloning operation", ["c1", "x"], namesIn("createCloningOperation", "c1", { cloning_operation: third })],
  ["cloning operation", ["c1", "x"], namesIn("cancelCloningOperation", "c1", { cloning_operation: third })],
] as const)("an answer holds the %s %j", (kind, ids, names) => {
  expect(names).toEqual([nameOf(kind, ...ids)]);
});

test("what was seen before a moment was known, and what one of our creates got always is", () => {
  const knowledge = createKnowledge();
  knowledge.note("before");
  const wasKnown = knowledge.before();
  knowledge.note("after");
  knowledge.note("ours");
  knowledge.claim("ours");
  knowledge.note("before");
  expect(["before", "after", "ours", "never"].map(wasKnown)).toEqual([true, false, true, false]);
  expect(knowledge.before()("after")).toBe(true);
});
