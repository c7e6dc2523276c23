import { UNKNOWN } from "../../../../src/framework/index";
import { liveSizing } from "../../../../src/provider/api/sizing";
import { planNewParameters, warnOfParameters } from "../../../../src/provider/cluster/parameters/plan";
import type { ClusterValues } from "../../../../src/provider/cluster/types";
import { NOW } from "../../clusterChange/kit";
import { config, type PlanningOf, planning, record, service, values } from "../../support";

const at = (perform_change_at: string) => ({ perform_change_at, wait: null, window: null });
const client = { pollInterval: 60_000, serverNow: () => NOW, knowsServerTime: () => true };
const planOf = (given: PlanningOf) => planning({ service: service([], { client }), ...given });

describe("the plan of a new cluster", () => {
  const written =
    "Apply writes them when the cluster is in service, and then restarts it once. The restart begins";
  test.each<[string, Parameters<typeof config>[0], unknown, string[]]>([
    ["without any has no change", { server_parameters: null }, null, []],
    ["with none of them has no change", { server_parameters: {} }, null, []],
    [
      "with some has a restart, as soon as possible",
      { name: "products", server_parameters: { "max-per-page": "5" } },
      UNKNOWN,
      [
        `warning: The server_parameters of the new cluster "products" take effect with a restart | ${written} as soon as they are written.`,
      ],
    ],
    [
      "in a schedule, when that says",
      { server_parameters: { "max-per-page": "5" }, change_schedule: at("2026-01-04T02:00:00Z") },
      UNKNOWN,
      [
        `warning: The server_parameters of the new cluster take effect with a restart | ${written} Sunday 2026-01-04 02:00 UTC (2026-01-04T02:00:00Z), or at the next moment that change_schedule allows.`,
      ],
    ],
    [
      "with some that nobody knows, in a schedule that nobody knows",
      { server_parameters: UNKNOWN, change_schedule: UNKNOWN },
      UNKNOWN,
      [],
    ],
  ])("%s", (_, given, pending, expected) => {
    const fake = planOf({ config: config(given) });
    planNewParameters(fake);
    expect(fake.planned?.pending_change).toBe(pending);
    expect(fake.said.map(({ severity, summary, detail }) => `${severity}: ${summary} | ${detail}`)).toEqual(
      expected,
    );
  });

  test("whose only moment is over is refused", () => {
    const change_schedule = at("2025-12-31T23:00:00Z");
    const fake = planOf({ config: config({ server_parameters: { "max-per-page": "5" }, change_schedule }) });
    planNewParameters(fake);
    expect(fake.said).toEqual([
      expect.objectContaining({
        severity: "error",
        summary: "perform_change_at is in the past",
        path: ["change_schedule"],
      }),
    ]);
  });

  test("without any bears a moment that is over", () => {
    const fake = planOf({ config: config({ change_schedule: at("2025-12-31T23:00:00Z") }) });
    planNewParameters(fake);
    expect(fake.said).toEqual([]);
  });
});

describe("what the service may refuse", () => {
  const doubts = (given: PlanningOf) => {
    const fake = planOf(given);
    warnOfParameters(fake);
    return fake.said.map(({ severity, summary, detail }) => `${severity}: ${summary} | ${detail}`);
  };
  const decides =
    "The service decides when the plan is applied; it may know parameters that this provider does not.";
  const oldServer = (more: Partial<ClusterValues> = {}) =>
    values({
      id: "c-1",
      name: "products",
      live: liveSizing(record({ search_server_version: "26.0" })),
      ...more,
    });

  test("a name, a range, a version: one warning", () => {
    const server_parameters = { "max-per-page": "0", "max-group-limit": "9", typo: "1" };
    const said = doubts({
      config: config({ name: "products", server_parameters, search_server_version: "28.1" }),
    });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(
      'warning: The service may refuse server_parameters of the new cluster "products" | ',
    );
    expect(said[0]).toContain('"max-per-page" is a whole number from 1 to 10000, not "0".');
    expect(said[0]).toContain('"max-group-limit" needs server 29 or later, and is written while 28.1 runs.');
    expect(said[0]).toContain('"typo" is not a known server parameter.');
    expect(said[0]).toContain(decides);
  });

  test.each<[string, PlanningOf]>([
    ["nothing of what is fine", { config: config({ server_parameters: { "max-per-page": "500" } }) }],
    ["nothing of what nobody knows", { config: config({ server_parameters: UNKNOWN }) }],
    [
      "nothing of a version that nobody knows",
      { config: config({ server_parameters: { "max-group-limit": "9" }, search_server_version: UNKNOWN }) },
    ],
    [
      "nothing of a version in other words",
      { config: config({ server_parameters: { "max-group-limit": "9" }, search_server_version: "nightly" }) },
    ],
    [
      "nothing of what was there before",
      {
        prior: oldServer({ server_parameters: { typo: "1" } }),
        config: oldServer({ server_parameters: { typo: "1" } }),
      },
    ],
  ])("%s", (_, given) => {
    expect(doubts(given)).toEqual([]);
  });

  test("an edit is judged by the server that runs when it is written, not by the one that comes", () => {
    const prior = oldServer();
    const edited = { ...prior, server_parameters: { "max-group-limit": "9" }, search_server_version: "30.2" };
    expect(doubts({ prior, config: edited })).toEqual([
      'warning: The service may refuse server_parameters of cluster "products" (c-1) | ' +
        `"max-group-limit" needs server 29 or later, and is written while 26.0 runs. ${decides}`,
    ]);
  });
});
