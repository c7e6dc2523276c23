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

async function said(options: Record<string, unknown> | null, ...given: [what: string, value: string][]) {
  const plan = listing(options);
  const values: PlannedValue[] = given.map(([what, value]) => ({ what, value, path: [`${what}_path`] }));
  await warnOfUnlisted(plan, '"products"', values);
  return plan.said;
}

test.each<[string, string]>([
  ["memory", "20_gb"],
  ["target_region", "oregon"],
  ["search_server_version", "99.9"],
])("%s %p is listed, or has no list", async (what, value) => {
  expect(await said(OPTIONS, [what, value])).toEqual([]);
});

test.each<[string, Record<string, unknown> | null, string]>([
  [
    "options of the service",
    OPTIONS,
    `The service's cluster options do not list this value. Similar values: "oregon". The service decides at apply.`,
  ],
  [
    "tables, where the options are not known",
    null,
    `This provider's tables do not list this value. Similar values: "oregon". The tables may be out of date: the service decides at apply.`,
  ],
])("a value is judged by the %s", async (_, options, detail) => {
  expect(await said(options, ["region", "oregn"])).toEqual([
    { summary: 'The service may refuse "products": region "oregn"', detail, path: ["region_path"] },
  ]);
});

test("several values of one setting are one warning, of several settings several", async () => {
  const warnings = await said(
    OPTIONS,
    ["region", "paris"],
    ["region", "oregon"],
    ["region", "marz"],
    ["region", "paris"],
    ["search_delivery_network", "on"],
  );
  expect(warnings.map(({ summary }) => summary)).toEqual([
    'The service may refuse "products": region "paris", "marz"',
    'The service may refuse "products": search_delivery_network "on"',
  ]);
  expect(warnings[0]?.detail).toContain('these values. Similar values: "mars".');
});

test("no value: nothing is read", async () => {
  const clusterOptions = jest.fn(async () => null);
  await warnOfUnlisted(preflightOf({ clusterOptions }), "x", []);
  expect(clusterOptions).not.toHaveBeenCalled();
});
