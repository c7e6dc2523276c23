import { cluster, type Scene, scene } from "./support";

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
  readonly address?: string;
  readonly snippet?: { readonly code: string };
}

const NETWORK = 'search_delivery_network = "3_regions"';
const THREE = 'regions = ["oregon", "paris", "tokyo"]';

/** What is wrong, the summary, and the line that Terraform shows: one of each kind, whose rules unit tests prove. */
const BAD: readonly (readonly [name: string, body: string, summary: string, line: string])[] = [
  ["no regions", "regions = null", "Missing regions", 'resource "searchcloud_cluster" "it'],
  [
    "regions and counts that disagree",
    'regions = ["oregon"]\nregion_node_counts = { paris = 1 }',
    "Regions and node counts disagree",
    'regions = ["oregon"]',
  ],
  [
    "a network without high availability",
    `${NETWORK}\n${THREE}\nhigh_availability = false`,
    "A network needs high availability",
    "high_availability = false",
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
  ["no timeout", 'timeouts { create = "soon" }', "Invalid value for timeouts.create", 'create = "soon"'],
  ["an attribute of the service", 'status = "in_service"', "status cannot be set", "status ="],
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

test("every wrong configuration is an error at validate, at its line, and no request is sent", async () => {
  await on.write(BAD.map(([, body], place) => cluster(body, `it${place}`)).join("\n"));
  const run = await on.workspace.terraform(["validate", "-json"], { expect: "any" });
  const diagnostics: Diagnostic[] = JSON.parse(run.stdout).diagnostics;
  for (const [place, [name, , summary, line]] of BAD.entries()) {
    const found = diagnostics.filter(({ address }) => address === `searchcloud_cluster.it${place}`);
    expect([name, found]).toMatchObject([name, [{ severity: "error", summary }]]);
    expect([name, found[0]?.snippet?.code]).toEqual([name, expect.stringContaining(line)]);
    expect(found[0]?.detail).toMatch(/\.$/);
  }
  expect(on.requests()).toEqual([]);
});

test("a wrong environment variable is an error at plan that names it", async () => {
  on.environment.SEARCHCLOUD_DIALECT = "elastic";
  await on.write(cluster());
  const { output } = await on.workspace.plan([], { expect: 1 });
  expect(output).toContain("Error: Invalid value in SEARCHCLOUD_DIALECT");
  expect(output).toContain('"elastic"');
});
