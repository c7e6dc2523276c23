import type { NodesAccount } from "../../onNodes";
import { type Applied, account, applied, clones, configured, destroyed, query } from "./kit";

let on: NodesAccount;
afterEach(() => on.close());

const said = ({ applied: diagnostics }: Applied) =>
  diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
const errorIn = ({ applied: diagnostics }: Applied) =>
  diagnostics.find(({ severity }) => severity === "error");
const requested = () => on.emulator.journal().map(({ operation }) => operation);
const requestsFor = (operation: string) => requested().filter((one) => one === operation).length;

const FAILED = "error: Server version 31.0 has failed its rehearsal on cluster c-1";

test("a clone with the same answers proves the version, and is terminated", async () => {
  on = await account();
  const queries = [query({ name: "lamps" }), query({ name: "fast", same_top: 0, max_slowdown: 2 })];
  const { state, privateState, ...rest } = await applied(on, configured({ query: queries }));
  expect(rest.applied).toEqual([]);
  expect(state).toMatchObject({
    status: "passed",
    verified_version: "31.0",
    started_at: expect.stringMatching(/Z$/),
    finished_at: expect.stringMatching(/Z$/),
    checks: [
      { name: "nodes", source: "30.2", clone: "3 of 3 healthy, 31.0", passed: true, detail: null },
      { name: 'documents of "catalog"', source: "6 documents", clone: "6 documents" },
      { name: 'query "lamps"', source: "5 found: d0, d4, d3, d2, d1" },
      { name: 'query "fast"', source: "5 found" },
      { name: 'time of query "fast"', passed: true },
    ],
  });
  expect(privateState).toEqual({ cluster: "c-1", host: expect.any(String), ended: true });
  expect([clones(on), requestsFor("createCloningOperation"), requestsFor("searchDocuments")]).toEqual([
    [],
    1,
    14,
  ]);

  on.emulator.clearJournal();
  const again = await applied(on, configured({ query: queries }), { state, privateState });
  expect([again.state, again.planned, again.replaced]).toEqual([state, [], []]);
  expect([await destroyed(on, again), requested()]).toEqual([[], []]);
});

test.each([
  ["order", 'query "lamps"', "5 found: d0, d4, d3, d2, d1", "5 found: d4, d0, d3, d2, d1"],
  ["missed_document", 'query "lamps"', "5 found: d0, d4, d3, d2, d1", "4 found: d4, d3, d2, d1"],
  ["lost_document", 'documents of "catalog"', "6 documents", "5 documents"],
  ["slower", 'time of query "lamps"', "2 ms", "40 ms"],
  ["other_version", "nodes", "30.2", "3 of 3 healthy, 30.2"],
  ["refuses_to_start", "nodes", "30.2", "0 of 3 healthy"],
  ["refused_query", 'query "lamps"', "5 found: d0, d4, d3, d2, d1", "refused"],
] as const)(
  "a difference fails the rehearsal, and its clone is terminated: %s",
  async (choice, name, source, clone) => {
    on = await account({ newer_server_differs: choice });
    const parameters = { q: "lamp", query_by: "title", drop_tokens_threshold: "0" };
    const lamps = query({ name: "lamps", parameters, max_slowdown: 2 });
    const failed = await applied(
      on,
      configured({ query: [lamps], timeouts: { create: "2m", delete: null } }),
    );
    expect(said(failed)).toEqual([FAILED]);
    expect(failed.state).toMatchObject({ status: "failed", verified_version: null });
    expect(failed.state?.checks?.filter(({ passed }) => !passed)).toContainEqual(
      expect.objectContaining({ name, source, clone, detail: expect.any(String) }),
    );
    expect(errorIn(failed)?.detail).toContain(name);
    expect(clones(on)).toEqual([]);

    // Terraform does not pass the private state of a tainted instance.
    on.emulator.clearJournal();
    expect(await destroyed(on, { ...failed, privateState: undefined })).toEqual([]);
    expect(requested()).toEqual([]);
  },
);

test("a clone is kept if configured, and terminated by the next rehearsal", async () => {
  on = await account({ newer_server_differs: "order" });
  const config = configured({ keep_clone: "on_failure" });
  const failed = await applied(on, config);
  const clone = failed.state?.clone_cluster_id;
  expect(clones(on)).toEqual([clone]);
  expect(errorIn(failed)?.detail).toContain(`Cluster ${clone}, the clone, stays in service`);
  expect(failed.privateState).toEqual({ cluster: "c-1", host: expect.any(String), clone });

  const next = await applied(on, config, failed);
  expect(next.replaced).toEqual(["status"]);
  expect(next.planned.map(({ summary }) => summary)).toEqual([
    `Cluster ${clone}, the clone of c-1, will be terminated`,
    "The rehearsal clones cluster c-1: a second cluster is billed meanwhile",
  ]);
  await destroyed(on, failed);
  expect(clones(on)).toEqual([]);
});

describe("before a clone is made", () => {
  const refused = async (values: object) => {
    on = await account();
    const { applied: diagnostics, state } = await applied(on, configured(values));
    expect([state, requestsFor("createCloningOperation")]).toEqual([null, 0]);
    return diagnostics.map(({ summary }) => summary);
  };

  test("a collection that the source lacks is an error", async () => {
    expect(await refused({ query: [query(), query({ collection: "other" })] })).toEqual([
      'Cluster c-1 has no collection "other"',
    ]);
  });

  test("a field that the collection lacks is an error, in the server's words", async () => {
    const named = query({ name: "names", parameters: { q: "*", query_by: "name" } });
    expect(await refused({ query: [named] })).toEqual([
      expect.stringMatching(
        /^Could not search collection catalog for the query "names": .* 404 .*field named `name`/,
      ),
    ]);
  });

  test("answers without ids are an error, unless none are compared", async () => {
    const parameters = { q: "*", query_by: "title", include_fields: "title" };
    const queries = [query({ parameters, same_top: 0 }), query({ name: "titles", parameters })];
    expect(await refused({ query: queries })).toEqual([
      'The query "titles" answers documents without their ids',
    ]);
  });

  test("answers without a time are an error if times are compared", async () => {
    on = await account();
    const json = { found: 0, hits: [] };
    on.emulator.addFault({
      match: { operation: "searchDocuments", times: 0 },
      effect: { kind: "answer", status: 200, json },
    });
    const queries = [query({ name: "any" }), query({ name: "timed", max_slowdown: 2 })];
    const { applied: diagnostics, state } = await applied(on, configured({ query: queries }));
    expect([diagnostics.map(({ summary }) => summary), state]).toEqual([
      ['The query "timed" is answered without a time'],
      null,
    ]);
  });

  test("a key that the source refuses is an error", async () => {
    expect(await refused({ api_key: "another-key" })).toEqual([
      expect.stringMatching(/^Could not list the collections: .* 401 /),
    ]);
  });
});

/** The operation at which a rehearsal stops, and the operations that the next apply does not repeat. */
test.each<[string, string, RegExp, string[]]>([
  [
    "its key is refused",
    "issueClusterApiKeys",
    /^Cluster \S+, the clone of c-1, is billed until/,
    ["createCloningOperation"],
  ],
  [
    "the clone lists nothing",
    "listCollections",
    /^Cluster \S+, the clone/,
    ["createCloningOperation", "issueClusterApiKeys"],
  ],
  [
    "a termination is refused",
    "terminateCluster",
    /^Cluster \S+, the clone/,
    ["createCloningOperation", "issueClusterApiKeys", "searchDocuments"],
  ],
  [
    "its operation cannot be read",
    "getCloningOperation",
    /^Cloning operation \S+ of cluster c-1 is still running/,
    ["createCloningOperation"],
  ],
])("when %s, the next apply resumes", async (_, operation, billed, notAgain) => {
  on = await account();
  // The source lists its collections twice; each node of the clone refuses.
  const isOnNodes = operation === "listCollections";
  on.emulator.addFault({
    match: { operation: operation as never, ...(isOnNodes && { nth: 3, times: 3 }) },
    effect: { kind: "status", status: 403 },
  });
  const config = configured();
  const stopped = await applied(on, config);
  expect(stopped.state).toMatchObject({ status: "running", verified_version: null });
  expect(stopped.applied.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
  expect(stopped.applied[0]?.summary).toMatch(billed);
  on.emulator.clearJournal();

  const resumed = await applied(on, config, stopped);
  expect([resumed.replaced, resumed.planned.map(({ summary }) => summary)]).toEqual([
    [],
    ["The rehearsal of server version 31.0 on cluster c-1 is not finished yet"],
  ]);
  expect([resumed.applied, resumed.state?.status, resumed.state?.verified_version]).toEqual([
    [],
    "passed",
    "31.0",
  ]);
  expect(requested().filter((one) => notAgain.includes(one ?? ""))).toEqual([]);
  expect(clones(on)).toEqual([]);
});

test("a resumed one that fails keeps its state, and is repeated by the next apply", async () => {
  on = await account({ newer_server_differs: "missed_document" });
  on.emulator.addFault({ match: { operation: "terminateCluster" }, effect: { kind: "status", status: 403 } });
  const stopped = await applied(on, configured());
  expect(stopped.state).toMatchObject({ status: "running", checks: expect.any(Array) });
  const failed = await applied(on, configured(), stopped);
  expect([said(failed), failed.state?.status, clones(on)]).toEqual([[FAILED], "failed", []]);
  expect((await applied(on, configured(), failed)).replaced).toEqual(["status"]);
});

test("a cloning operation that fails is a failed rehearsal without a clone", async () => {
  on = await account();
  on.emulator.addFault({
    match: { operation: "getCloningOperation" },
    effect: { kind: "race", do: "fail_clone", when: "before" },
  });
  const failed = await applied(on, configured());
  expect(said(failed)).toEqual([
    expect.stringMatching(/^error: Cloning operation \S+ of cluster c-1 has failed$/),
  ]);
  expect([failed.state?.status, failed.privateState?.ended]).toEqual(["failed", true]);
});

test("a clone that an apply has left is reported until it is ended or allowed", async () => {
  on = await account();
  on.emulator.addFault({
    match: { operation: "issueClusterApiKeys" },
    effect: { kind: "status", status: 403 },
  });
  const left = await applied(on, configured());
  const clone = left.state?.clone_cluster_id;
  on.emulator.clearJournal();
  // Another process, whose state does not contain it.
  const other = {
    ...on,
    service: { ...on.service, client: Object.create(on.service.client ?? null) },
  } as NodesAccount;
  const refused = await applied(other, configured());
  expect(refused.planned.filter(({ severity }) => severity === "error")).toMatchObject([
    {
      summary: `Cluster c-1 already has a clone that a rehearsal may have left: cluster ${clone}`,
      detail: expect.stringMatching(new RegExp(`id = "${clone}"[\\s\\S]*/clusters/${clone}/lifecycle`)),
    },
  ]);
  expect(requestsFor("createCloningOperation")).toBe(0);
  await destroyed(on, left);
  expect((await applied(other, configured())).state?.status).toBe("passed");
});
