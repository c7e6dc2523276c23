import { createKnownRecords, recordName, recordNamesIn } from "../../../src/client/resolve/knownRecords";
import { change, clone, cluster } from "../kit/records";

const page = { page: 1, per_page: 10, total: 1 };
const [one, another, third] = [cluster({ id: "x" }), change({ id: "x" }), clone({ id: "x" })];

test("an answer holds its clusters, and changes and clones of the cluster in the path", () => {
  const clusters = [recordName("cluster", "x")];
  expect(recordNamesIn("listClusters", undefined, { ...page, clusters: [one] })).toEqual(clusters);
  expect(recordNamesIn("getCluster", undefined, one)).toEqual(clusters);
  expect(recordNamesIn("createCluster", undefined, { cluster: one })).toEqual(clusters);
  expect(recordNamesIn("updateCluster", undefined, { cluster: one })).toEqual(clusters);

  const changes = [recordName("configuration change", "c1", "x")];
  const change = { configuration_change: another };
  expect(
    recordNamesIn("listConfigurationChanges", "c1", { ...page, configuration_changes: [another] }),
  ).toEqual(changes);
  expect(recordNamesIn("getConfigurationChange", "c1", another)).toEqual(changes);
  expect(recordNamesIn("createConfigurationChange", "c1", change)).toEqual(changes);
  expect(recordNamesIn("cancelConfigurationChange", "c1", change)).toEqual(changes);

  const clones = [recordName("cloning operation", "c1", "x")];
  const clone = { cloning_operation: third };
  expect(recordNamesIn("listCloningOperations", "c1", { ...page, cloning_operations: [third] })).toEqual(
    clones,
  );
  expect(recordNamesIn("getCloningOperation", "c1", third)).toEqual(clones);
  expect(recordNamesIn("createCloningOperation", "c1", clone)).toEqual(clones);
  expect(recordNamesIn("cancelCloningOperation", "c1", clone)).toEqual(clones);
});

test("what was seen before a moment was known, and what one of our creates got always is", () => {
  const knowledge = createKnownRecords();
  knowledge.note("before");
  const wasKnown = knowledge.before();
  knowledge.note("after");
  knowledge.note("ours");
  knowledge.claim("ours");
  knowledge.note("before");
  expect(["before", "after", "ours", "never"].map(wasKnown)).toEqual([true, false, true, false]);
  expect(knowledge.before()("after")).toBe(true);
});
