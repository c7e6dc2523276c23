import { ASSUMPTIONS, type AssumptionName } from "../../../src/emulator";
import { configuration, type Fleet, fleet } from "../../support/fleet";
import { flat } from "../support";

/**
 * The provider works under every answer that the documents leave open about lists, refusals and the rate limit (docs/design/laws.md#l10). The
 * rows are independent of each other, so one story runs under a covering array: each answer occurs in one run at least.
 */
const ROWS = [
  "listed_after_seconds",
  "terminated_listed",
  "retry_after",
  "refused_requests_count",
  "server_version_prefix",
  "configuration_failure",
  "update_validation_failure",
  "unknown_query_parameters",
  "cluster_name_limit",
] as const satisfies readonly AssumptionName[];

const RUNS: readonly (readonly [...(string | number)[]])[] = [
  [30, "yes", "seconds", "yes", "422", "400", "200", "ignored", "255"],
  [0, "no", "http_date", "no", "resolved", "400", "status", "400", "255"],
  [30, "no", "absent", "yes", "resolved", "422", "200", "400", "none"],
];

const DATA = `data "searchcloud_clusters" "all" {
  depends_on = [searchcloud_cluster.it]
}
data "searchcloud_configuration_changes" "all" {
  cluster_id = searchcloud_cluster.it.id
}
data "searchcloud_cluster_metrics" "all" {
  cluster_id = searchcloud_cluster.it.id
  metrics    = ["search_latency_ms"]
  window     = "1h"
}
`;
const cluster = (version: string, name = "products") =>
  configuration(
    `name = "${name}"
  memory = "8_gb"
  vcpu = "2_vcpus"
  search_server_version = "${version}"`,
    DATA,
  );

let on: Fleet | undefined;
afterEach(() => on?.close());

test("every answer of every row occurs", () => {
  const occurring = ROWS.map((_, place) => [...new Set(RUNS.map((run) => run[place]))].sort());
  expect(occurring).toEqual(ROWS.map((row) => [...ASSUMPTIONS[row].alternatives].sort()));
});

test.each(RUNS)(
  "a cluster is refused, created with a lost answer, renamed, replaced and destroyed: %j, %j, %j, %j, %j, %j, %j, %j, %j",
  async (...answers) => {
    const assumptions = Object.fromEntries(ROWS.map((row, place) => [row, answers[place]]));
    on = await fleet({ rate: "4/60", assumptions }, { SEARCHCLOUD_REQUESTS_PER_MINUTE: "0" });
    const { emulator, workspace } = on;
    const write = (text: string) => workspace.write({ "main.tf": text });
    const created = () =>
      emulator.journal().filter(({ operation, done }) => operation === "createCluster" && done);
    const names = () =>
      emulator
        .state()
        .clusters.filter(({ status }) => status === "in_service")
        .map(({ name, search_server_version: version }) => [name, version]);

    // A configuration that the service cannot build.
    await write(cluster("99.0"));
    const { output: unbuildable } = await workspace.apply([], { expect: 1 });
    expect(flat(unbuildable)).toContain("search_server_version 99.0 is not available");

    // A leading part of a version.
    await write(cluster("30"));
    if (assumptions.server_version_prefix === "422") {
      const { output } = await workspace.apply([], { expect: 1 });
      expect(flat(output)).toContain("search_server_version 30 is not available");
      await write(cluster("30.2"));
    }
    expect(created()).toEqual([]);

    // The answer to POST is lost, and the list may lag: still one cluster.
    emulator.addFault({ match: { operation: "createCluster" }, effect: { kind: "reset", when: "after" } });
    await workspace.apply();
    expect([created().length, names()]).toEqual([1, [["products", "30.2"]]]);
    await workspace.emptyPlan();

    // A PATCH that does not validate, whatever its status: an error, and the old name stays in the state.
    const version = assumptions.server_version_prefix === "422" ? "30.2" : "30";
    const long = "x".repeat(300);
    await write(cluster(version, long));
    if (assumptions.cluster_name_limit === "255") {
      const { output } = await workspace.apply([], { expect: 1 });
      expect(flat(output)).toContain("name must have at most 255 characters");
      await write(cluster(version));
    } else {
      await workspace.apply();
      expect(names()).toEqual([[long, "30.2"]]);
      await write(cluster(version));
      await workspace.apply();
    }
    expect(names()).toEqual([["products", "30.2"]]);
    await workspace.emptyPlan();

    // The name is free again although the terminated cluster may still be listed.
    await workspace.apply(["-replace=searchcloud_cluster.it"]);
    expect([created().length, names()]).toEqual([2, [["products", "30.2"]]]);

    await workspace.destroy();
    expect(names()).toEqual([]);
    expect(emulator.journal().filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  },
);
