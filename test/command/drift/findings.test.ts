import { reportOn } from "../../../src/command/drift/findings";
import type { AttributeReport, ResourceReport } from "../../../src/command/drift/report";
import { ADDRESS, failure, PENDING, planOf, type Scenario, SERVICE } from "./plans";

function only(told: Scenario): ResourceReport {
  const { resources } = reportOn(planOf(told), []);
  const [first, ...more] = resources;
  if (first === undefined || more.length > 0) throw new Error(`There are ${resources.length} resources.`);
  return first;
}

const row = ({ path, git, service, deployed, pending, status }: AttributeReport) => [
  ...[path, git, service, deployed, pending, status],
];
const MEMORY = ["memory", "8_gb", "8_gb", "8_gb", null, "drift"];

/** Title and scenario, then the expected status, next deploy and rows. */
const ATTRIBUTES: readonly (readonly [what: string, Scenario, string, string, unknown[][]])[] = [
  ["a resource that matches git is in sync", {}, "in_sync", "nothing", []],
  [
    "a value that somebody changed is drift",
    { service: { ...SERVICE, name: "theirs" }, git: { name: "shop" }, deployed: { name: "shop" } },
    ...["drift", "update"],
    [["name", "shop", "theirs", "shop", null, "drift"]],
  ],
  [
    "a value that changed only in git is not deployed",
    { git: { name: "market" } },
    ...["not_deployed", "update"],
    [["name", "market", "shop", "shop", null, "not_deployed"]],
  ],
  [
    "a value that both have changed is drift, beside one that changed only in git",
    {
      service: { ...SERVICE, name: "theirs" },
      git: { name: "market", memory: "16_gb" },
      deployed: { name: "shop" },
    },
    ...["drift", "update"],
    [
      ["memory", "16_gb", "8_gb", "8_gb", null, "not_deployed"],
      ["name", "market", "theirs", "shop", null, "drift"],
    ],
  ],
  [
    "a value that somebody changed to git's new value is in sync",
    { service: { ...SERVICE, name: "market" }, deployed: { name: "shop" } },
    ...["in_sync", "nothing", []],
  ],
  [
    "an attribute that git no longer has",
    { git: { name: null } },
    ...["not_deployed", "update"],
    [["name", null, "shop", "shop", null, "not_deployed"]],
  ],
  [
    "a map differs by its names",
    {
      service: { ...SERVICE, server_parameters: { "max-per-page": "9", "a.b": "1" } },
      git: { server_parameters: { "max-per-page": "500" } },
      deployed: { server_parameters: { "max-per-page": "500", "a.b": "1" } },
    },
    ...["drift", "update"],
    [
      ['server_parameters["a.b"]', null, "1", "1", null, "not_deployed"],
      ["server_parameters.max-per-page", "500", "9", "500", null, "drift"],
    ],
  ],
  [
    "a scheduled change to git's value is not drift",
    { service: PENDING },
    ...["scheduled", "nothing"],
    [["memory", "16_gb", "8_gb", "16_gb", "16_gb", "scheduled"]],
  ],
  [
    "so is one of an attribute that git leaves to the service",
    { service: PENDING, configured: { name: "" } },
    ...["scheduled", "nothing"],
    [["memory", null, "8_gb", "16_gb", "16_gb", "scheduled"]],
  ],
  [
    "a scheduled change that somebody canceled is drift",
    { git: { memory: "16_gb" }, deployed: { memory: "16_gb", pending_change: PENDING.pending_change } },
    ...["drift", "update"],
    [["memory", "16_gb", "8_gb", "16_gb", null, "drift"]],
  ],
  [
    "a change that somebody else scheduled is drift, with the current and the pending value",
    { service: PENDING, git: { memory: "8_gb" }, deployed: { memory: "8_gb", pending_change: null } },
    ...["drift", "nothing"],
    [[...MEMORY.slice(0, 4), "16_gb", "drift"]],
  ],
  [
    "… a deploy that has something else to do updates it",
    {
      service: PENDING,
      git: { memory: "8_gb", name: "market" },
      deployed: { memory: "8_gb", pending_change: null },
    },
    ...["drift", "update"],
    [
      [...MEMORY.slice(0, 4), "16_gb", "drift"],
      ["name", "market", "shop", "shop", null, "not_deployed"],
    ],
  ],
  [
    "… nor is it overlooked by one where something else runs already",
    {
      service: PENDING,
      git: { memory: "8_gb" },
      deployed: { memory: "8_gb", pending_change: null, live: { memory: "4_gb", high_availability: false } },
    },
    ...["drift", "update"],
    [[...MEMORY.slice(0, 4), "16_gb", "drift"]],
  ],
  [
    "… and what follows from it is pending too, though its record does not say so",
    {
      service: {
        ...PENDING,
        regions: ["paris"],
        live: { ...(PENDING.live as object), region_node_counts: { oregon: 1 } },
      },
      git: { memory: "8_gb", regions: ["oregon"] },
      deployed: { memory: "8_gb", regions: ["oregon"], pending_change: null },
    },
    ...["drift", "nothing"],
    [
      [...MEMORY.slice(0, 4), "16_gb", "drift"],
      ["regions", ["oregon"], ["oregon"], ["oregon"], ["paris"], "drift"],
    ],
  ],
  [
    "a change that somebody else scheduled and that ended just now is drift, though the service does not show it yet",
    {
      service: { ...SERVICE, memory: "16_gb" },
      git: { memory: "8_gb" },
      deployed: { memory: "8_gb" },
    },
    ...["drift", "update"],
    [[...MEMORY.slice(0, 4), "16_gb", "drift"]],
  ],
  [
    "git ahead of a change that is pending is not deployed",
    { service: PENDING, git: { memory: "32_gb" }, unknown: { pending_change: true, live: true } },
    ...["not_deployed", "update"],
    [["memory", "32_gb", "8_gb", "16_gb", "16_gb", "not_deployed"]],
  ],
  [
    "a configured value that is known only after apply",
    { unknown: { name: true } },
    ...["not_deployed", "update"],
    [["name", "(known after apply)", "shop", "shop", null, "not_deployed"]],
  ],
  [
    "an unfinished create has no attributes, though its status has changed",
    {
      service: { ...SERVICE, status: "initializing" },
      deployed: { status: "provisioning" },
      unknown: { status: true, hostnames: true },
    },
    ...["not_deployed", "update", []],
  ],
  [
    "a computed value that was changed outside and causes an update is drift",
    { service: { ...SERVICE, count: 5 }, deployed: { count: 9 }, unknown: { count: true } },
    ...["drift", "update"],
    [["count", "(known after apply)", 5, 9, null, "drift"]],
  ],
  [
    "different sensitive values are not shown",
    {
      service: { ...SERVICE, secret: "s3cret", keys: { a: "one", b: "two" } },
      git: { secret: "n3w", keys: { a: "uno", b: "dos" } },
      deployed: { secret: "0ld" },
      sensitive: { secret: true, keys: { b: true } },
    },
    ...["drift", "update"],
    [
      ["keys.a", "uno", "one", "one", null, "not_deployed"],
      ["keys.b", ...Array(3).fill("(sensitive value)"), null, "not_deployed"],
      ["secret", ...Array(3).fill("(sensitive value)"), null, "drift"],
    ],
  ],
  [
    "a sensitive value inside a list",
    {
      service: { ...SERVICE, all: [{ a: 1, k: "s3cret" }] },
      git: { all: [] },
      sensitive: { all: [{ k: true }] },
    },
    ...["not_deployed", "update"],
    [
      [
        "all",
        [],
        [{ a: 1, k: "(sensitive value)" }],
        [{ a: 1, k: "(sensitive value)" }],
        null,
        "not_deployed",
      ],
    ],
  ],
] as never;

test.each(ATTRIBUTES)("%s", (_, told, status, nextDeploy, rows) => {
  const found = only(told);
  expect([found.status, found.next_deploy]).toEqual([status, nextDeploy]);
  expect(found.attributes.map(row)).toEqual(rows);
  expect(JSON.stringify(found)).not.toMatch(/s3cret|n3w|0ld/);
});

const WHOLE: readonly (readonly [Scenario, string, string, RegExp])[] = [
  [{ service: null }, "not_deployed", "create", /new in git/],
  [{ service: null, deployed: {} }, "drift", "create", /no longer exists at the service/],
  [{ actions: ["delete"], git: null }, "not_deployed", "delete", /removed from git/],
  [{ actions: ["forget"], git: null }, "not_deployed", "forget", /removed from git/],
  [{ actions: ["delete", "create"], git: { name: "b" } }, "not_deployed", "replace", /Git is ahead/],
  [
    { actions: ["delete", "create"], resource: { action_reason: "replace_because_tainted" } },
    ...(["not_deployed", "replace", /failed/] as const),
  ],
  [{ change: { importing: { id: "c-1" } } }, "not_deployed", "import", /imported/],
  [{ resource: { previous_address: "searchcloud_cluster.old" } }, "not_deployed", "nothing", /cluster\.old/],
  [
    { actions: ["delete"], resource: { deposed: "ab12" } },
    "not_deployed",
    "delete",
    /replaced object still exists/,
  ],
  [
    {
      service: {
        ...PENDING,
        pending_change: { ...(PENDING.pending_change as object), status: "in_progress" },
      },
    },
    ...(["scheduled", "nothing", /in progress/] as const),
  ],
];

test.each(WHOLE)("reports on a resource as a whole: %j", (told, status, nextDeploy, reason) => {
  const found = only(told);
  expect([found.status, found.next_deploy, found.reason]).toEqual([
    status,
    nextDeploy,
    expect.stringMatching(reason),
  ]);
});

test("reports id, name and pending change, also of a removed resource", () => {
  expect(only({ service: null, deployed: {} })).toMatchObject({ id: "c-1", name: "shop", attributes: [] });
  const pending_change = { id: "cc-1", status: "pending", perform_change_at: "2026-12-01T02:00:00Z" };
  const requested = { created_at: null, settings: { memory: "16_gb" }, in_state: true };
  expect(only({ service: PENDING }).pending_change).toEqual({ ...pending_change, ...requested });
  const explicit = { ...pending_change, id: "cc-2", new_memory: "16_gb" };
  const resource = { type: "searchcloud_configuration_change" };
  expect(only({ service: explicit, resource })).toMatchObject({
    status: "scheduled",
    pending_change: { ...pending_change, id: "cc-2" },
  });
  expect(only({ service: { ...explicit, status: "completed" }, resource }).status).toBe("in_sync");
});

test("fails the check of a cluster whose pending changes are unknown, and nothing else", () => {
  const warning = {
    ...failure("The service does not say which changes are pending for cluster c-1", ADDRESS),
  };
  const { status, resources } = reportOn(planOf({ git: { name: "market" } }), [
    { ...warning, severity: "warning" },
  ]);
  expect([status, resources[0]]).toEqual([
    "error",
    expect.objectContaining({
      status: "error",
      reason: "Unknown whether a change is pending.",
      next_deploy: "update",
      attributes: [expect.objectContaining({ path: "name", status: "not_deployed" })],
    }),
  ]);
});

test("finds the configuration of a resource in a module", () => {
  const address = 'module.eu["a.b"].module.shops[0].searchcloud_cluster.it';
  const inside = planOf({ unknown: { name: true } });
  const module_calls = {
    eu: { module: { module_calls: { shops: { module: inside.configuration?.root_module } } } },
  };
  const told = {
    unknown: { name: true },
    resource: { address, module_address: 'module.eu["a.b"].module.shops[0]' },
    plan: { configuration: { root_module: { module_calls } } },
  };
  expect(only(told).attributes).toHaveLength(1);
  expect(only({ ...told, plan: { configuration: {} } }).attributes).toEqual([]);
});

describe("if the plan failed", () => {
  const live = { high_availability: true, memory: "16_gb" };
  const outside = { ...SERVICE, ...live, live, name: "theirs" };
  const told: Scenario = {
    service: outside,
    deployed: { high_availability: false, name: "shop", memory: "8_gb" },
    configured: { high_availability: false, region: "oregon" },
  };
  const { resource_changes, ...rest } = planOf(told);

  test("reports configured attributes that were changed outside, and that no deploy fixes them", () => {
    const error = failure("It can never be turned off", ADDRESS);
    const { status, resources, errors } = reportOn({ ...rest, errored: true }, [error]);
    expect([status, errors]).toEqual(["error", []]);
    expect(resources).toEqual([
      expect.objectContaining({ address: ADDRESS, id: "c-1", status: "error", next_deploy: "fail" }),
    ]);
    expect(resources[0]?.errors[0]?.summary).toBe("It can never be turned off");
    expect(resources[0]?.attributes.map(row)).toEqual([
      ["high_availability", false, true, false, null, "drift"],
    ]);
  });

  test("reports a resource that another failure kept out of the plan if it was changed outside", () => {
    const found = reportOn({ ...rest, errored: true }, [failure("no bucket")]);
    expect(found.resources).toEqual([
      expect.objectContaining({ address: ADDRESS, status: "drift", next_deploy: "fail", errors: [] }),
    ]);
    const same = planOf({ deployed: { status: "initializing" } });
    expect(
      reportOn({ ...same, resource_changes: [], errored: true }, [failure("no bucket")]).resources,
    ).toEqual([]);
    expect(reportOn({ ...rest, errored: false }, []).resources).toEqual([]);
  });

  test("reports errors of unknown resources, and those without a resource", () => {
    const errors = [failure("no such name", "module.a[0].searchcloud_key.k"), failure("no bucket")];
    errors.push(failure("no answer", "data.searchcloud_clusters.all"));
    const found = reportOn({ errored: true }, errors);
    expect(found.resources).toEqual([
      expect.objectContaining({
        address: "module.a[0].searchcloud_key.k",
        type: "searchcloud_key",
        id: null,
      }),
    ]);
    expect(found.errors.map(({ summary }) => summary)).toEqual(["no bucket", "no answer"]);
  });

  test("no deploy fixes other differences; resources in sync stay in sync", () => {
    const differing = planOf({ git: { name: "market" }, plan: { errored: true } });
    expect(reportOn(differing, [failure("no bucket")]).resources[0]).toMatchObject({
      status: "not_deployed",
      next_deploy: "fail",
    });
    const same = reportOn(planOf({ plan: { errored: true } }), [failure("no bucket")]);
    expect([same.status, same.resources[0]?.next_deploy]).toEqual(["error", "nothing"]);
  });
});

test("reports warnings with their resource, others with the stack", () => {
  const warning = (summary: string, address?: string) => ({
    ...failure(summary, address),
    severity: "warning",
  });
  const found = reportOn(planOf({}), [warning("raised", ADDRESS), warning("slow")]);
  expect(found.status).toBe("in_sync");
  expect(found.resources[0]?.warnings.map(({ summary }) => summary)).toEqual(["raised"]);
  expect(found.warnings.map(({ summary }) => summary)).toEqual(["slow"]);
});

test("ignores data sources; reports outputs that differ, unless they follow from a resource", () => {
  const output = (before: unknown, after: unknown, more = {}) => ({
    ...{
      actions: ["update"],
      before,
      after,
      after_unknown: false,
      before_sensitive: false,
      after_sensitive: false,
    },
    ...more,
  });
  const output_changes = {
    same: output(1, 1, { actions: ["no-op"] }),
    endpoint: output("a", "b"),
    secret: output("s3cret", "n3w", { after_sensitive: true }),
    later: output("a", undefined, { after_unknown: true }),
  };
  const reported = (told: Scenario) =>
    reportOn(planOf({ ...told, plan: { output_changes } }), []).resources.map(({ address, attributes }) => [
      address,
      ...attributes.map(({ git }) => git),
    ]);
  const read: Scenario = { actions: ["read"], resource: { mode: "data" } };
  expect(reported(read)).toEqual([
    ["output.endpoint", "b"],
    ["output.later", "(known after apply)"],
    ["output.secret", "(sensitive value)"],
  ]);
  expect(reported({ git: { name: "market" } }).map(([address]) => address)).not.toContain("output.later");
});
