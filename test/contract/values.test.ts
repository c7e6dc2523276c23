import { ADMIN, CAPABILITIES, PRESETS } from "../../src/api/capabilities";
import { DIALECTS, type Dialect, toDialect } from "../../src/api/dialects";
import * as enumerations from "../../src/api/enumerations";
import * as limits from "../../src/api/limits";
import {
  cloningOperationSchema,
  clusterSchema,
  configurationChangeSchema,
  metricsSchema,
  serverParameterSchema,
} from "../../src/api/records";
import { errorBodySchema } from "../../src/http/answers";
import capabilities from "./documents/capabilities.json";
import dialects from "./documents/dialects.json";
import documentedLimits from "./documents/limits.json";
import documented from "./documents/records.json";
import values from "./documents/values.json";

const sorted = (items: readonly string[]) => [...items].sort();

test.each([
  ["YesNo", enumerations.YES_NO, values.YesNo],
  ["SearchDeliveryNetwork", enumerations.SEARCH_DELIVERY_NETWORKS, values.SearchDeliveryNetwork],
  ["Cluster status", enumerations.CLUSTER_STATUSES, values["Cluster status"]],
  ["WorkflowStatus", enumerations.WORKFLOW_STATUSES, values.WorkflowStatus],
  ["user_type", enumerations.USER_TYPES, values.user_type],
  ["Region", enumerations.REGIONS, values.Region.split(" ")],
  ["MetricName", enumerations.METRIC_NAMES, values.MetricName.split(", ")],
  ["aggregation", enumerations.METRIC_AGGREGATIONS, documentedLimits.aggregations],
  ["capabilities", CAPABILITIES, capabilities.names],
])("%s has the documented values", (_, ours, documented) => {
  expect(sorted(ours)).toEqual(sorted(documented));
});

test("each memory option allows the documented vcpu options", () => {
  const documented = values["memory and vcpu"].map(([memory, vcpus]) => [memory, vcpus?.split(", ")]);
  expect(Object.entries(enumerations.VCPUS_BY_MEMORY)).toEqual(documented);
});

test("a GPU goes with the documented pairs, each of which exists", () => {
  const ours = enumerations.GPU_PAIRS.map(
    ([memory, vcpu]) => `${memory.replace("_gb", "")}/${vcpu.replace("_vcpus", "")}`,
  );
  expect(ours).toEqual(values.GPU.split(", "));
  const allowed: Record<string, readonly string[]> = enumerations.VCPUS_BY_MEMORY;
  for (const [memory, vcpu] of enumerations.GPU_PAIRS) expect(allowed[memory]).toContain(vcpu);
});

test("the presets have the documented capabilities", () => {
  expect(PRESETS).toEqual(capabilities.presets);
  expect(ADMIN).toBe("admin");
});

test("the limits are the documented ones", () => {
  expect(documentedLimits).toMatchObject({
    "default per_page": limits.DEFAULT_PER_PAGE,
    "metrics per request": [limits.MIN_METRICS_PER_REQUEST, limits.MAX_METRICS_PER_REQUEST],
    high_availability_node_count: [limits.MIN_HA_NODES, limits.MAX_HA_NODES],
    "region node count": limits.MIN_NODES_PER_REGION,
    "suggested polling interval in seconds": limits.SUGGESTED_POLL_INTERVAL_MS / 1000,
    "requests per minute": (limits.REQUESTS_PER_MINUTE * 60_000) / limits.RATE_WINDOW_MS,
    "metrics bucket width": enumerations.METRIC_RESOLUTIONS,
  });
});

test.each(Object.entries(dialects))("the dialect %s has the documented names", (name, documented) => {
  const dialect = name as Dialect;
  expect(DIALECTS[dialect].managementKeyHeader).toBe(documented["management header"]);
  expect(DIALECTS[dialect].dataPlaneKeyHeader).toBe(documented["data plane header"]);
  const canonical = dialects["search-cloud"].names;
  const spoken = canonical.map((key) => Object.keys(toDialect(dialect, { [key]: 1 }))[0]);
  expect(spoken).toEqual(documented.names);
});

describe("schemas of records", () => {
  const pairs = documented["ConfigurationChange settings"].flatMap((name) => [`old_${name}`, `new_${name}`]);

  test.each([
    ["Cluster", clusterSchema, documented.Cluster],
    ["ConfigurationChange", configurationChangeSchema, [...documented.ConfigurationChange, ...pairs]],
    ["CloningOperation", cloningOperationSchema, documented.CloningOperation],
    ["ServerConfigurationParameter", serverParameterSchema, documented.ServerConfigurationParameter],
    ["MetricsResponse", metricsSchema, documented.MetricsResponse],
    ["Error", errorBodySchema, documented.Error],
  ])("%s has the fields of the document, and no other", (_, schema, fields) => {
    expect(Object.keys(schema.unwrap().shape).sort()).toEqual([...fields].sort());
  });
});
