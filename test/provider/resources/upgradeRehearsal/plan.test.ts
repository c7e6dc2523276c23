import { UNKNOWN } from "../../../../src/framework";
import { findProblems } from "../../../../src/framework/validate";
import { upgradeRehearsal } from "../../../../src/provider/resources/upgradeRehearsal/resource";
import {
  type RehearsalValues,
  rehearsalSchema,
  rehearsalValidators,
} from "../../../../src/provider/resources/upgradeRehearsal/schema";
import { look, NOW, planOf, serviceOf } from "../../kit";
import { record, seen } from "../../support";
import { cloneRecord } from "../cloningOperation/kit";
import { configured, query } from "./kit";

const BILLED = "The rehearsal clones cluster c-1: a second cluster is billed meanwhile";
const runs = (version: string) => ({ read: async () => seen(record({ search_server_version: version })) });
const plan = (config: object, client: object = {}) =>
  planOf<RehearsalValues>(upgradeRehearsal, {
    config: configured(config),
    client: { ...runs("30.2"), ...client },
  });

describe("a new rehearsal", () => {
  test.each<[string, object, object, string[]]>([
    ["says what is billed", {}, {}, [BILLED]],
    [
      "without a query says what is not compared",
      { query: [] },
      {},
      [BILLED, "The rehearsal on cluster c-1 runs no query"],
    ],
    [
      "of an older version names both",
      { search_server_version: "29.1" },
      {},
      [BILLED, "Server version 29.1 is older than 30.2, which cluster c-1 runs"],
    ],
    [
      "of a version that already runs is refused",
      { search_server_version: "30" },
      {},
      [BILLED, "error: Cluster c-1 already runs server version 30.2"],
    ],
    [
      "in an unlisted region says so",
      { target_region: "atlantis" },
      {},
      [BILLED, 'The service may refuse the clone of cluster c-1: target_region "atlantis"'],
    ],
    [
      "with a key that may not terminate says so",
      {},
      { capabilities: async () => ["clusters:read", "clusters:clone", "cluster_credentials:issue"] },
      [BILLED, "The key may not be allowed to rehearse an upgrade of cluster c-1"],
    ],
    ["is planned without the service", {}, { read: () => Promise.reject(new Error("away")) }, [BILLED]],
    ["of a cluster that is gone leaves that to the apply", {}, { read: async () => look(null) }, [BILLED]],
  ])("%s", async (_, config, client, summaries) => {
    const { diagnostics } = await plan(config, client);
    const said = diagnostics.map(({ severity, summary }) =>
      severity === "error" ? `error: ${summary}` : summary,
    );
    expect(said).toEqual(summaries);
  });

  test("sends no request for an unknown cluster", async () => {
    const asked = () => Promise.reject(new Error("asked"));
    const { summaries, planned } = await plan(
      { cluster_id: UNKNOWN },
      { read: asked, cloningOperations: asked },
    );
    expect([summaries, planned.verified_version]).toEqual([
      ["The rehearsal clones a cluster that is not known yet: a second cluster is billed meanwhile"],
      UNKNOWN,
    ]);
  });
});

describe("a clone that may have been left", () => {
  const CLONE = {
    id: "cl-1",
    search_server_version: "31.0",
    source_region: "oregon",
    target_region: "oregon",
  };
  const clones = (...records: object[]) => ({
    cloningOperations: async () => records.map((one) => cloneRecord({ ...CLONE, ...one })),
  });
  const LEFT = "Cluster c-1 already has a clone that a rehearsal may have left: ";
  const succeeded = { status: "succeeded", target_cluster_reference_id: "c-2" } as const;
  const terminated = { read: async (id: string) => (id === "c-2" ? look("terminated") : look("in_service")) };

  test.each<[string, object, string[]]>([
    ["is on its way", clones({ status: "in_progress" }), [`${LEFT}cloning operation cl-1`]],
    ["is alive", clones(succeeded), [`${LEFT}cluster c-2`]],
    ["is terminated", { ...clones(succeeded), ...terminated }, []],
    [
      "is not named yet",
      clones({ status: "succeeded", completed_at: NOW / 1000 - 60 }),
      [`${LEFT}cloning operation cl-1`],
    ],
    ["has never been named", clones({ status: "succeeded" }), []],
    ["has failed", clones({ status: "failed" }), []],
    [
      "is its source, which nobody shall end",
      clones({ ...succeeded, target_cluster_reference_id: "c-1" }),
      [],
    ],
    [
      "is a cluster that was there before, which nobody shall end",
      {
        ...clones(succeeded),
        read: async (id: string) => seen(record({ id, provisioned_at: 1_600_000_000 })),
      },
      [],
    ],
    ["is at another version", clones({ ...succeeded, search_server_version: "30.2" }), []],
  ])("and %s", async (_, client, errors) => {
    const { diagnostics } = await plan({}, client);
    expect(diagnostics.flatMap(({ severity, summary }) => (severity === "error" ? summary : []))).toEqual(
      errors,
    );
  });

  test("is one of many, whose clusters are not read one by one", async () => {
    const old = Array.from({ length: 100 }, (_, at) => ({
      ...succeeded,
      id: `cl-${at}`,
      target_cluster_reference_id: `c-${at + 2}`,
    }));
    const asked: string[] = [];
    const read = async (id: string) => {
      asked.push(id);
      return id === "c-1" ? seen(record({ search_server_version: "30.2" })) : look("terminated");
    };
    const service = serviceOf({ read, ...clones(...old) }, [record({ id: "c-101" })]);
    const { diagnostics } = await planOf<RehearsalValues>(upgradeRehearsal, {
      config: configured(),
      service,
    });
    expect(diagnostics.at(-1)?.summary).toBe(`${LEFT}cluster c-101`);
    expect([asked, service.listings()]).toEqual([["c-1", "c-2"], 1]);
  });

  test("is explained while it is in progress", async () => {
    const { diagnostics } = await plan({}, clones({ status: "pending" }));
    expect(diagnostics.at(-1)?.detail).toMatch(/terminate_clone_on_destroy = true[\s\S]*id = "c-1\/cl-1"/);
  });

  test("is allowed by allow_duplicate_names", async () => {
    const service = { ...serviceOf({ ...runs("30.2"), ...clones(succeeded) }), allowDuplicateNames: true };
    const { summaries } = await planOf<RehearsalValues>(upgradeRehearsal, { config: configured(), service });
    expect(summaries).toEqual([BILLED]);
  });
});

describe("a destroy", () => {
  const STORED = { cluster: "c-1", host: "api.example" };
  const state = configured({ id: "cl-1", status: "running" });
  const left = (prior: RehearsalValues, privateState: object) =>
    planOf<RehearsalValues>(upgradeRehearsal, { prior, privateState });

  test.each<[string, RehearsalValues, object, string[]]>([
    [
      "of one that has ended says nothing",
      { ...state, clone_cluster_id: "c-2", status: "passed" },
      { ...STORED, ended: true },
      [],
    ],
    [
      "names the clone",
      { ...state, clone_cluster_id: "c-2" },
      STORED,
      ["Cluster c-2, the clone of c-1, will be terminated"],
    ],
    ["names the operation", state, STORED, ["Cloning operation cl-1 of cluster c-1 will be ended"]],
  ])("%s", async (_, prior, privateState, summaries) => {
    expect((await left(prior, privateState)).summaries).toEqual(summaries);
  });
});

test.each<[string, object, string[]]>([
  ["same_top within the page", { same_top: 5, parameters: { q: "*", per_page: "5" } }, []],
  [
    "same_top beyond the page",
    { same_top: 6, parameters: { q: "*", per_page: "5" } },
    ["same_top is more than the query returns"],
  ],
  ["a name that is there before", { name: "lamps" }, ["Two queries have the same name"]],
  [
    "a key among the parameters",
    { parameters: { q: "*", "X-Search-API-Key": "secret" } },
    ["The parameters of a query contain a key"],
  ],
  ["a tolerance that is no percentage", { tolerance: 101 }, ["Invalid value for query[1].tolerance"]],
  ["a negative tolerance", { tolerance: -1 }, ["Invalid value for query[1].tolerance"]],
  ["a slowdown below one", { max_slowdown: 0.5 }, ["Invalid value for query[1].max_slowdown"]],
])("%s is validated", (_, values, summaries) => {
  const config = configured({ query: [query({ name: "lamps" }), query(values)] });
  expect(findProblems(rehearsalSchema, rehearsalValidators, config).map(({ summary }) => summary)).toEqual(
    summaries,
  );
});
