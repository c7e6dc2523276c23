import { cluster, oneScene } from "./support";

/** Errors of `terraform validate` and `plan` in a configuration, before any request. */
const on = oneScene();

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
  readonly snippet?: { readonly code: string };
}

const schedule = (inside: string) => `change_schedule {\n${inside}\n}`;
const window = (days: string) => `window {\n days = ["${days}"]\n start = "02:00"\n}`;

/** Invalid configurations, with the summary and the line that Terraform shows: one of each kind; unit tests prove the rules. */
const BAD: readonly (readonly [body: string, summary: string, line: string])[] = [
  ["regions = null", "Missing regions", 'resource "searchcloud_cluster" "it'],
  [
    "high_performance_disk = true\nhigh_availability = true",
    "High performance disks need whole vCPUs",
    "high_performance_disk = true",
  ],
  [
    schedule(`perform_change_at = "2026-11-22T02:00:00Z"\n${window("sunday")}`),
    "Two schedules",
    "perform_change_at =",
  ],
  [schedule(window("someday")), "Invalid value for change_schedule.window.days", "days ="],
  ['timeouts { create = "soon" }', "Invalid value for timeouts.create", 'create = "soon"'],
  ['status = "in_service"', "status cannot be set", "status ="],
  [
    "region_node_counts = { oregon = null }",
    'Invalid value for region_node_counts["oregon"]',
    "region_node_counts",
  ],
];

test("every wrong configuration is an error at validate, at its line, and no request is sent", async () => {
  await on.write(BAD.map(([body], place) => cluster(body, `it${place}`)).join("\n"));
  const run = await on.workspace.terraform(["validate", "-json"], { expect: "any" });
  const diagnostics: Diagnostic[] = JSON.parse(run.stdout).diagnostics;
  for (const [place, [, summary, line]] of BAD.entries()) {
    const found = diagnostics.filter(({ address }) => address === `searchcloud_cluster.it${place}`);
    expect(found).toMatchObject([{ severity: "error", summary }]);
    expect([summary, found[0]?.snippet?.code]).toEqual([summary, expect.stringContaining(line)]);
    expect(found[0]?.detail).toMatch(/\.$/);
  }
  expect(on.requests()).toEqual([]);
});
