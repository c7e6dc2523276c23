import { createKnowledge, nameOf, namesIn } from "../../../src/client/resolve/knowledge";
import { change, clone, cluster } from "../kit/records";

const page = { page: 1, per_page: 10, total: 1 };
const [one, another, third] = [cluster({ id: "x" }), change({ id: "x" }), clone({ id: "x" })];

test("an answer holds its clusters, and changes and clones of the cluster in the path", () => {
  const clusters = [nameOf("cluster", "x")];
  expect(namesIn("listClusters", undefined, { ...page, clusters: [one] })).toEqual(clusters);
  expect(namesIn("getCluster", undefined, one)).toEqual(clusters);
  expect(namesIn("createCluster", undefined, { cluster: one })).toEqual(clusters);
  expect(namesIn("updateCluster", undefined, { cluster: one })).toEqual(clusters);

  const changes = [nameOf("configuration change", "c1", "x")];
  const change = { configuration_change: another };
  expect(namesIn("listConfigurationChanges", "c1", { ...page, configuration_changes: [another] })).toEqual(
    changes,
  );
  expect(namesIn("getConfigurationChange", "c1", another)).toEqual(changes);
  expect(namesIn("createConfigurationChange", "c1", change)).toEqual(changes);
  expect(namesIn("cancelConfigurationChange", "c1", change)).toEqual(changes);

  const clones = [nameOf("cloning operation", "c1", "x")];
  const clone = { cloning_operation: third };
  expect(namesIn("listCloningOperations", "c1", { ...page, cloning_operations: [third] })).toEqual(clones);
  expect(namesIn("getCloningOperation", "c1", third)).toEqual(clones);
  expect(namesIn("createCloningOperation", "c1", clone)).toEqual(clones);
  expect(namesIn("cancelCloningOperation", "c1", clone)).toEqual(clones);
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
