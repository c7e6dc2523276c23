import { cluster, flat, PRODUCTS, type Scene, scene } from "./support";

/** A sizing edit is refused at plan, and is never a replacement (DESIGN.md, L2). One cluster serves all of them. */
let on: Scene;
const BASE = {
  name: '"products"',
  memory: '"8_gb"',
  vcpu: '"4_vcpus"',
  regions: '["oregon"]',
  high_availability: "true",
};
const body = (lines: Record<string, string | undefined>) =>
  Object.entries(lines)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} = ${value}`]))
    .join("\n");

beforeAll(async () => {
  on = await scene();
  await on.applied(cluster(body(BASE)));
});
afterAll(() => on.close());
beforeEach(() => on.requests());

const EDITS: [attribute: string, edit: Record<string, string | undefined>][] = [
  ["memory", { memory: '"16_gb"' }],
  ["vcpu", { vcpu: '"2_vcpus"' }],
  ["gpu", { gpu: "true" }],
  ["high_performance_disk", { high_performance_disk: "true" }],
  ["high_availability", { high_availability: "false" }],
  ["high_availability_node_count", { high_availability_node_count: "5" }],
  [
    "search_delivery_network",
    { search_delivery_network: '"3_regions"', regions: '["oregon", "paris", "tokyo"]' },
  ],
  ["regions", { regions: '["paris"]' }],
  ["region_node_counts", { regions: undefined, region_node_counts: "{ oregon = 5 }" }],
  ["search_server_version", { search_server_version: '"29.0"' }],
];

test.each(EDITS)("%s", async (attribute, edit) => {
  await on.write(cluster(body({ ...BASE, ...edit })));
  const { output } = await on.workspace.plan(["-json"], { expect: 1 });
  const errors = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ diagnostic }) => diagnostic?.severity === "error")
    .map(({ diagnostic }) => diagnostic);
  expect(errors).toMatchObject([
    { summary: expect.stringContaining(attribute), address: PRODUCTS, range: { filename: "main.tf" } },
  ]);
  expect(errors[0].summary).toMatch(/^Changing .* of cluster "products" \(\w+\) is not supported yet$/);
  expect(errors[0].snippet.code).toContain(attribute);
  expect(output).not.toContain('"planned_change"');
  expect(on.writes()).toEqual([]);
});

test("several edits are one error that names them all, and a new name is not sent before it", async () => {
  await on.write(cluster(body({ ...BASE, name: '"catalog"', memory: '"16_gb"', vcpu: '"8_vcpus"' })));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(flat(output)).toContain("Changing memory, vcpu of cluster");
  expect(flat(output)).toContain("lifecycle { ignore_changes = […] }");
  expect(on.writes()).toEqual([]);
});

test("an edit that is ignored is none, and the rest is done", async () => {
  const ignore = "lifecycle { ignore_changes = [memory, regions] }";
  const edited = {
    ...BASE,
    name: '"catalog"',
    memory: '"16_gb"',
    regions: undefined,
    region_node_counts: "{ oregon = 3 }",
  };
  await on.write(cluster(`${body(edited)}\n${ignore}`));
  await on.workspace.apply();
  expect(on.writes()).toEqual([expect.stringMatching(/^PATCH/)]);
  await on.workspace.emptyPlan();
});

test.each([
  ["the whole prefix of the version", { search_server_version: '"30"' }],
  ["the version in full", { search_server_version: '"30.2"' }],
  ["the node counts instead of the regions", { regions: undefined, region_node_counts: "{ oregon = 3 }" }],
  ["both, as they are", { region_node_counts: "{ oregon = 3 }" }],
  ["the node count that is the default", { high_availability_node_count: "3" }],
  ["the defaults of the service", { gpu: "false", search_delivery_network: '"off"' }],
])("no edit: %s", async (_, edit) => {
  await on.write(cluster(body({ ...BASE, name: '"catalog"', ...edit })));
  await on.workspace.emptyPlan();
});
