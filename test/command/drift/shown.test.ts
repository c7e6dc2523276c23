import { DOMParser } from "@xmldom/xmldom";
import { reportOn } from "../../../src/command/drift/findings";
import { junitText } from "../../../src/command/drift/junit";
import { type DriftReport, exitCode, type StackReport, worstStatus } from "../../../src/command/drift/report";
import { registerEnvironmentSecrets, registerPlanSecrets } from "../../../src/command/drift/secrets";
import { tableText } from "../../../src/command/drift/text";
import { Secrets } from "../../../src/redaction";
import { ADDRESS, failure, PENDING, planOf, type Scenario, SERVICE } from "./plans";

const stack = (
  name: string,
  told: Scenario,
  diagnostics = [] as ReturnType<typeof failure>[],
): StackReport => ({
  ...{ name, directory: `cdktf.out/stacks/${name}` },
  ...reportOn(planOf(told), diagnostics),
});
const report = (...stacks: StackReport[]): DriftReport => ({
  format_version: "1",
  status: worstStatus(stacks.map(({ status }) => status)),
  stacks,
});

const NASTY = 'a"b\u001b[31m\n<&>\u202e😀\ud800';
const DRIFT: Scenario = {
  service: { ...SERVICE, name: NASTY },
  git: { name: "shop" },
  deployed: { name: "shop" },
};
const FOREIGN: Scenario = {
  service: PENDING,
  git: { memory: "8_gb" },
  deployed: { memory: "8_gb", pending_change: null },
};

test("describes a change scheduled by others, and how a deploy would find it", () => {
  const { pending_change } = PENDING as { readonly pending_change: object };
  const restart = {
    ...SERVICE,
    pending_change: { ...pending_change, new_memory: null, new_high_availability: null },
  };
  const requested = {
    ...FOREIGN.service,
    pending_change: { ...pending_change, created_at: "2026-11-20T00:00:00Z" },
  };
  const text = tableText(
    report(stack("theirs", { ...FOREIGN, service: requested }), stack("restart", { service: restart })),
  );
  expect(text).toContain(
    "A change that this resource did not request leads away from the values in git. Configuration change cc-1 (requested " +
      "2026-11-20T00:00:00Z) begins 2026-12-01T02:00:00Z. A deploy does not look for it, and leaves it alone until it takes effect. With " +
      "SEARCHCLOUD_REFRESH_CHANGES=true, a deploy finds it and restores the values in git.\n",
  );
  expect(text).toMatch(/: scheduled\n.* Configuration change cc-1 \(a restart\) begins /);
});

const ALL = report(
  stack("same", {}),
  stack("later", { service: PENDING }),
  stack("changed", DRIFT),
  stack("broken", { git: { name: "x" }, plan: { errored: true } }, [
    failure("HA stays", ADDRESS),
    failure("no <bucket>"),
  ]),
);

test("prints a table with visible control characters", () => {
  expect(tableText(ALL)).toBe(`same: no drift (1 resource)

later: scheduled (1 resource)

  searchcloud_cluster.it "shop" (c-1): scheduled
    A change is scheduled. Configuration change cc-1 begins 2026-12-01T02:00:00Z.
    ATTRIBUTE  IN GIT   AT THE SERVICE  PENDING  STATUS
    memory     "16_gb"  "8_gb"          "16_gb"  scheduled

changed: drift (1 resource)

  searchcloud_cluster.it "a\\"b\\u001b[31m\\n<&>\\u202e😀\\ud800" (c-1): drift
    It was changed outside of Terraform. The next deploy updates it in place.
    ATTRIBUTE  IN GIT  AT THE SERVICE                       STATUS
    name       "shop"  "a\\"b\\u001b[31m\\n<&>\\u202e😀\\ud800"  drift

broken: error (1 resource)

  Error: no <bucket>
  What to do.

  searchcloud_cluster.it "shop" (c-1): error
    The plan failed. The next deploy cannot fix it: the plan of this stack failed.
    ATTRIBUTE  IN GIT  AT THE SERVICE  STATUS
    name       "x"     "shop"          not deployed yet
    Error: HA stays
    What to do.
`);
});

test("writes JUnit XML: a suite per stack, a case per resource and per error without one", () => {
  const onError = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  const text = junitText(ALL);
  const { documentElement: root } = new DOMParser({ onError }).parseFromString(text, "text/xml");
  if (root === null) throw new Error("There is no element.");
  const said = (name: string, ...attributes: string[]) =>
    [...root.getElementsByTagName(name)].map((one) => attributes.map((key) => one.getAttribute(key)));
  expect([root.getAttribute("tests"), root.getAttribute("failures"), root.getAttribute("errors")]).toEqual([
    "5",
    "1",
    "2",
  ]);
  expect(said("testsuite", "name", "tests", "failures", "errors")).toEqual([
    ["same", "1", "0", "0"],
    ["later", "1", "0", "0"],
    ["changed", "1", "1", "0"],
    ["broken", "2", "0", "2"],
  ]);
  expect(said("testcase", "classname", "name")).toEqual([
    ["same", ADDRESS],
    ["later", ADDRESS],
    ["changed", ADDRESS],
    ["broken", "plan"],
    ["broken", ADDRESS],
  ]);
  expect(said("failure", "type", "message")).toEqual([["drift", "It was changed outside of Terraform."]]);
  expect(said("error", "message")).toEqual([["no <bucket>"], ["HA stays"]]);
  const [output] = root.getElementsByTagName("system-out");
  expect(output?.textContent).toContain("Configuration change cc-1 begins 2026-12-01T02:00:00Z.");
  expect(root.getElementsByTagName("failure")[0]?.textContent).toContain("<&>");
  expect(junitText(report({ ...stack("none", {}), resources: [] }))).toContain(
    '<testcase classname="none" name="plan"/>',
  );
  const raw = { ...stack("none", {}), name: "a\u0000\ud800b", resources: [] };
  expect(junitText(report(raw))).toContain('<testsuite name="a\\u0000\\ud800b"');
});

test("the most severe status counts: 2 is drift or not deployed, 1 an error", () => {
  expect(worstStatus([])).toBe("in_sync");
  expect([ALL.status, worstStatus(["drift", "scheduled"])]).toEqual(["error", "drift"]);
  expect((["in_sync", "scheduled", "not_deployed", "drift", "error"] as const).map(exitCode)).toEqual([
    0, 0, 2, 2, 1,
  ]);
});

test("redacts keys and proxy credentials of the environment", () => {
  const secrets = new Secrets();
  const env = {
    SEARCHCLOUD_API_KEY: "management-key-1",
    SEARCHCLOUD_DATA_API_KEY: "data-plane-key-2",
    https_proxy: "http://somebody:pass%2Fword-3@proxy.example:3128",
  };
  registerEnvironmentSecrets({ env, secrets });
  expect(secrets.outgoing("management-key-1, data-plane-key-2, somebody:pass/word-3, pass%2fword-3")).toBe(
    "(the API key), (the API key), (the credentials of the proxy), (the credentials of the proxy)",
  );
});

test("redacts sensitive values of a plan", () => {
  const secrets = new Secrets();
  const change = (type: string, value: string) => ({
    ...{ address: `${type}.x`, mode: "managed", type, name: "x" },
    change: {
      actions: ["update"],
      before: { name: "shop-name", keys: [{ value: `${value}-before` }] },
      before_sensitive: { keys: [{ value: true }] },
      after: { name: "shop-name", api_key: `${value}-after` },
      after_sensitive: { api_key: true },
    },
  });
  registerPlanSecrets(
    { resource_changes: [change("searchcloud_key", "s3cret-1"), change("other_thing", "production")] },
    secrets,
  );
  expect(secrets.outgoing("shop-name s3cret-1-before s3cret-1-after production-after")).toBe(
    "shop-name (a sensitive value) (a sensitive value) production-after",
  );
});
