import { type PlannedValue, warnOfUnlisted } from "../../../src/provider/preflight/options";
import { listing, preflightOf } from "./kit";

const OPTIONS = {
  regions: [
    { name: "oregon", available: true },
    { name: "mars", available: true },
  ],
  memory: { "8_gb": ["2_vcpus"], "20_gb": ["3_vcpus"] },
  networks: ["off", "3_regions"],
};
const TABLES = "They can be out of date, so the service decides when it is applied.";

async function said(options: Record<string, unknown> | null, ...values: [string, string][]) {
  const plan = listing(options);
  const planned = values.map(([what, value]): PlannedValue => ({ what, value, path: [`${what}_path`] }));
  await warnOfUnlisted(plan, '"products"', planned);
  return plan.said;
}

test.each<[string, string]>([
  ["memory", "8_gb"],
  ["memory", "20_gb"],
  ["region", "mars"],
  ["target_region", "oregon"],
  ["vcpu", "3_vcpus"],
  ["search_delivery_network", "3_regions"],
  ["search_server_version", "99.9"],
])("%s %p is listed, or nobody lists the alternatives", async (what, value) => {
  expect(await said(OPTIONS, [what, value])).toEqual([]);
});

test("a value that the service does not hold is said, with those like it", async () => {
  expect(await said(OPTIONS, ["new_memory", "16_gb"])).toEqual([
    {
      summary: 'The service may refuse "products": new_memory "16_gb"',
      detail:
        'Its cluster options do not hold this value. Listed are, among others: "8_gb", "20_gb". The service decides when it is applied.',
      path: ["new_memory_path"],
    },
  ]);
});

test("one that is known, and is not offered today, too", async () => {
  const [warning] = await said(OPTIONS, ["region", "paris"]);
  expect(warning?.summary).toBe('The service may refuse "products": region "paris"');
  expect(warning?.detail).toBe(
    "Its cluster options do not hold this value. The service decides when it is applied.",
  );
});

test("several of one setting are one warning, of several settings several", async () => {
  const warnings = await said(
    OPTIONS,
    ["region", "atlantis"],
    ["region", "oregon"],
    ["region", "marz"],
    ["region", "atlantis"],
    ["search_delivery_network", "on"],
  );
  expect(warnings.map(({ summary }) => summary)).toEqual([
    'The service may refuse "products": region "atlantis", "marz"',
    'The service may refuse "products": search_delivery_network "on"',
  ]);
  expect(warnings[0]?.detail).toContain('these values. Listed are, among others: "mars".');
});

test.each<[string, Record<string, unknown> | null]>([
  ["cannot be read", null],
  ["are empty", {}],
  ["speak of regions in another way", { regions: [{ code: "us-west-2" }] }],
])("where the options %s, the tables judge", async (_, options) => {
  expect(await said(options, ["region", "paris"])).toEqual([]);
  expect(await said(options, ["region", "oregn"])).toEqual([
    {
      summary: 'The service may refuse "products": region "oregn"',
      detail: `The tables of this provider do not list this value. Listed are, among others: "oregon". ${TABLES}`,
      path: ["region_path"],
    },
  ]);
});

test("reads nothing when there is nothing to judge", async () => {
  const clusterOptions = jest.fn(async () => null);
  const plan = preflightOf({ clusterOptions });
  await warnOfUnlisted(plan, "x", []);
  expect(clusterOptions).not.toHaveBeenCalled();
});

test("without a client the tables judge", async () => {
  const plan = preflightOf(undefined);
  await warnOfUnlisted(plan, "x", [{ what: "region", value: "nowhere", path: [] }]);
  expect(plan.said).toHaveLength(1);
});
