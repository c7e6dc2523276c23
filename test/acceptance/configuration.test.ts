import { cluster, flat, type Scene, scene } from "./support";

/** What `terraform validate` and `plan` say of a configuration, before any request. */
let on: Scene;
beforeAll(async () => {
  on = await scene();
});
afterAll(() => on.close());
beforeEach(() => on.requests());

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly snippet?: { readonly code: string };
}

async function diagnostics(body: string): Promise<Diagnostic[]> {
  await on.write(cluster(body));
  const run = await on.workspace.terraform(["validate", "-json"], { expect: "any" });
  expect(on.requests()).toEqual([]);
  return JSON.parse(run.stdout).diagnostics;
}

const NETWORK = 'search_delivery_network = "3_regions"';
const THREE = 'regions = ["oregon", "paris", "tokyo"]';

/** What is wrong, the summary, and the line that Terraform shows. */
const BAD: [name: string, body: string, summary: string, line: string][] = [
  ["no regions", "regions = null", "Missing regions", 'resource "searchcloud_cluster" "products" {'],
  [
    "regions and counts that disagree",
    'regions = ["oregon"]\nregion_node_counts = { paris = 1 }',
    "Regions and node counts disagree",
    'regions = ["oregon"]',
  ],
  [
    "two regions without a network",
    'regions = ["oregon", "paris"]',
    "Wrong number of regions",
    "regions = [",
  ],
  [
    "a network of too few regions",
    `${NETWORK}\nregions = ["oregon"]`,
    "Wrong number of regions",
    "regions = [",
  ],
  [
    "a network of too many regions",
    `${NETWORK}\nregion_node_counts = { oregon = 1, paris = 1, tokyo = 1, london = 1 }`,
    "Wrong number of regions",
    "region_node_counts = {",
  ],
  [
    "a network of one node in each region with more",
    `${NETWORK}\nregion_node_counts = { oregon = 1, paris = 1, tokyo = 2 }`,
    "One node in each region",
    "region_node_counts = {",
  ],
  [
    "several nodes for each region without their numbers",
    'search_delivery_network = "multi_nodes_per_region"\nregions = ["oregon", "paris"]',
    "Missing node counts",
    "search_delivery_network =",
  ],
  [
    "a network without high availability",
    `${NETWORK}\n${THREE}\nhigh_availability = false`,
    "A network needs high availability",
    "high_availability = false",
  ],
  [
    "a node count with a network",
    `${NETWORK}\n${THREE}\nhigh_availability_node_count = 3`,
    "Node count with a network",
    "high_availability_node_count = 3",
  ],
  [
    "a node count without high availability",
    "high_availability_node_count = 3",
    "Node count without high availability",
    "high_availability_node_count = 3",
  ],
  [
    "several nodes without high availability",
    "region_node_counts = { oregon = 3 }",
    "Several nodes without high availability",
    "region_node_counts = {",
  ],
  [
    "counts that disagree",
    "high_availability = true\nhigh_availability_node_count = 3\nregion_node_counts = { oregon = 5 }",
    "Node counts disagree",
    "high_availability_node_count = 3",
  ],
  [
    "fast disks without high availability",
    'high_performance_disk = true\nmemory = "8_gb"\nvcpu = "4_vcpus"',
    "High performance disks need high availability",
    "high_performance_disk = true",
  ],
  [
    "fast disks with a burst vcpu",
    "high_performance_disk = true\nhigh_availability = true",
    "High performance disks need whole vCPUs",
    "high_performance_disk = true",
  ],
  [
    "two schedules",
    `change_schedule {
      perform_change_at = "2026-11-22T02:00:00Z"
      window {
        days  = ["sunday"]
        start = "02:00"
      }
    }`,
    "Two schedules",
    "perform_change_at =",
  ],
  [
    "no such day",
    schedule('days = ["someday"]\nstart = "02:00"'),
    "Invalid value for change_schedule.window.days",
    "days =",
  ],
  [
    "no such hour",
    schedule('days = ["sunday"]\nstart = "25:00"'),
    "Invalid value for change_schedule.window.start",
    "start =",
  ],
  [
    "no such timezone",
    schedule('days = ["sunday"]\nstart = "02:00"\ntimezone = "Europe/Nowhere"'),
    "Invalid value for change_schedule.window.timezone",
    "timezone =",
  ],
  [
    "no duration",
    schedule('days = ["sunday"]\nstart = "02:00"\nduration = "an hour"'),
    "Invalid value for change_schedule.window.duration",
    "duration =",
  ],
  [
    "no instant",
    'change_schedule { perform_change_at = "tomorrow" }',
    "Invalid value for change_schedule.perform_change_at",
    "perform_change_at",
  ],
  ["no timeout", 'timeouts { create = "soon" }', "Invalid value for timeouts.create", 'create = "soon"'],
  ["an attribute of the service", 'status = "in_service"', "status cannot be set", "status ="],
  ["no memory", 'memory = ""', "Invalid value for memory", "memory ="],
  ["no region at all", "regions = []", "Invalid value for regions", "regions ="],
  [
    "half a node",
    "region_node_counts = { oregon = 1.5 }",
    "Invalid value for region_node_counts",
    "region_node_counts",
  ],
  [
    "a region of null nodes",
    "region_node_counts = { oregon = null }",
    'Invalid value for region_node_counts["oregon"]',
    "region_node_counts",
  ],
];

function schedule(window: string): string {
  return `change_schedule {\n  window {\n${window}\n  }\n}`;
}

test.each(BAD)("%s is an error at validate, at its line", async (_, body, summary, line) => {
  const found = await diagnostics(body);
  expect(found).toMatchObject([{ severity: "error", summary }]);
  expect(found[0]?.snippet?.code).toContain(line);
  expect(found[0]?.detail).toMatch(/\.$/);
});

test("every broken rule is told at once", async () => {
  const found = await diagnostics('regions = ["oregon", "paris"]\nhigh_availability_node_count = 3');
  expect(found.map(({ summary }) => summary)).toEqual([
    "Wrong number of regions",
    "Node count without high availability",
  ]);
});

test.each([
  [
    "a missing memory",
    'resource "searchcloud_cluster" "a" {\n  vcpu = "2_vcpus"\n  regions = ["oregon"]\n}',
    "memory",
  ],
  ["a misspelt attribute", cluster('nmae = "x"'), "nmae"],
])("%s is Terraform's own to refuse", async (_, text, word) => {
  await on.write(text);
  expect((await on.workspace.validate({ expect: 1 })).output).toContain(word);
});

test.each([
  ["dialect", 'dialect = "elastic"', 'must be one of "search-cloud", "typesense-cloud"'],
  ["poll_interval", 'poll_interval = "often"', "must be a duration"],
  ["requests_per_minute", "requests_per_minute = -1", "must be a whole number from 0"],
])("a wrong %s in the provider block is an error at validate", async (_, settings, words) => {
  await on.write(cluster(), settings);
  const { output } = await on.workspace.validate({ expect: 1 });
  expect(flat(output)).toContain(words);
});

test.each([
  ["SEARCHCLOUD_DIALECT", "elastic"],
  ["SEARCHCLOUD_POLL_INTERVAL", "often"],
  ["SEARCHCLOUD_REQUESTS_PER_MINUTE", "many"],
  ["SEARCHCLOUD_ALLOW_DUPLICATE_NAMES", "maybe"],
])("a wrong %s is an error at plan that names it", async (variable, value) => {
  const before = on.environment[variable];
  on.environment[variable] = value;
  await on.write(cluster());
  const { output } = await on.workspace.plan([], { expect: 1 });
  on.environment[variable] = before;
  expect(output).toContain(`Error: Invalid value in ${variable}`);
  expect(output).toContain(`"${value}"`);
});
