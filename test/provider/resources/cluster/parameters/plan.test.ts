import { type Plannable, UNKNOWN } from "../../../../../src/framework/index";
import type { ClusterValues } from "../../../../../src/provider/resources/cluster/schema";
import { updates } from "../../../../../src/provider/resources/cluster/update";
import { serviceOf } from "../../../kit";
import { NOW, SINGLE } from "../../../shared/changes/kit";
import { clusterCall, config, FakeParameters, planCluster, stateOf } from "../kit";

const at = (perform_change_at: string) => ({ perform_change_at, wait: null, window: null });
const client = { serverNow: () => NOW };
const planOf = (given: Parameters<typeof planCluster>[0]) => planCluster({ client, ...given });
const PAGES = { "max-per-page": "5" };

describe("the plan of a new cluster", () => {
  const effect = (who: string) => `warning: The server_parameters of ${who} take effect with a restart`;
  const written =
    "Apply writes them when the cluster is in service, and then restarts it once. The restart begins";
  test.each<[string, Parameters<typeof config>[0], unknown, string[]]>([
    [
      "with none of them has no change, and bears a moment that is over",
      { server_parameters: {}, change_schedule: at("2025-12-31T23:00:00Z") },
      null,
      [],
    ],
    [
      "with some has a restart, as soon as possible",
      { name: "products", server_parameters: PAGES },
      UNKNOWN,
      [`${effect('the new cluster "products"')} | ${written} as soon as they are written.`],
    ],
    [
      "in a schedule, when that says",
      { server_parameters: PAGES, change_schedule: at("2026-01-04T02:00:00Z") },
      UNKNOWN,
      [
        `${effect("the new cluster")} | ${written} Sunday 2026-01-04 02:00 UTC (2026-01-04T02:00:00Z), or at the next moment that change_schedule allows.`,
      ],
    ],
    [
      "with some that nobody knows, in a schedule that nobody knows",
      { server_parameters: UNKNOWN, change_schedule: { ...at(""), perform_change_at: UNKNOWN } as never },
      UNKNOWN,
      [],
    ],
    [
      "whose only moment is over is refused",
      { server_parameters: PAGES, change_schedule: at("2025-12-31T23:00:00Z") },
      UNKNOWN,
      [
        expect.stringMatching(
          /^error: perform_change_at is in the past .* the change of the new cluster\. Set/,
        ),
      ],
    ],
  ])("%s", async (_, given, pending, expected) => {
    const { planned, texts } = await planOf({ config: config(given) });
    expect(planned.pending_change).toBe(pending);
    expect(texts).toEqual(expected);
  });
});

describe("values that the service may refuse", () => {
  const doubts = async (given: Parameters<typeof planCluster>[0]) =>
    (await planOf(given)).texts.filter((text) => text.includes("may refuse server_parameters"));
  const decides =
    "The service decides when the plan is applied; it may know parameters that this provider does not.";

  test("a name, a range, a version: one warning", async () => {
    const server_parameters = { "max-per-page": "0", "max-group-limit": "9", typo: "1" };
    const [text, ...others] = await doubts({
      config: config({ name: "products", server_parameters, search_server_version: "28.1" }),
    });
    expect(others).toEqual([]);
    for (const words of [
      'warning: The service may refuse server_parameters of the new cluster "products" | ',
      '"max-per-page" is a whole number from 1 to 10000, not "0".',
      '"max-group-limit" needs server 29 or later, and is written while 28.1 runs.',
      '"typo" is not a known server parameter.',
      decides,
    ])
      expect(text).toContain(words);
  });

  const old = stateOf({ ...SINGLE, search_server_version: "26.0" }, { server_parameters: { typo: "1" } });

  test.each<[string, Parameters<typeof planCluster>[0]]>([
    ["what is fine", { config: config({ server_parameters: { "max-per-page": "500" } }) }],
    ["what nobody knows", { config: config({ server_parameters: UNKNOWN }) }],
    [
      "a version that nobody knows",
      { config: config({ server_parameters: { "max-group-limit": "9" }, search_server_version: UNKNOWN }) },
    ],
    [
      "a version in other words",
      { config: config({ server_parameters: { "max-group-limit": "9" }, search_server_version: "nightly" }) },
    ],
    ["what was there before", { prior: old, config: { ...old, name: "renamed" } }],
  ])("not %s", async (_, given) => {
    expect(await doubts(given)).toEqual([]);
  });

  test("an edit is checked against the server that runs when it is written, not against the next one", async () => {
    const edited = { ...old, server_parameters: { "max-group-limit": "9" }, search_server_version: "30.2" };
    expect(await doubts({ prior: old, config: edited })).toEqual([
      'warning: The service may refuse server_parameters of cluster "products" (c-1) | ' +
        `"max-group-limit" needs server 29 or later, and is written while 26.0 runs. ${decides}`,
    ]);
  });
});

type Wanted = Plannable<ClusterValues>["server_parameters"];
const having = (server_parameters: Record<string, string> | null) => stateOf(SINGLE, { server_parameters });
/** Returns the state after an interrupted create. */
const starting = (server_parameters: Record<string, string> | null) =>
  stateOf(SINGLE, { server_parameters, status: "provisioning", hostnames: null });

describe("the plan of an edit", () => {
  const takes = "They take effect when the cluster restarts.";
  const apply = (edits: string) =>
    `warning: Cluster "products" (c-1): apply ${edits} in its server_parameters | ${takes} Parameters with other names stay as they are.`;

  test.each<[string, ClusterValues, Wanted, isRestart: boolean, string[]]>([
    [
      "names what is set, in order",
      having({ b: "1", c: "1" }),
      { b: "2", a: "1", c: "1" },
      true,
      [apply("sets a, b")],
    ],
    ["names what is removed too", having({ b: "1" }), { a: "1" }, true, [apply("sets a and removes b")]],
    ["of a cluster that starts names all", starting({ a: "1" }), { a: "1" }, true, [apply("sets a")]],
    [
      "that nobody knows says so",
      having(null),
      UNKNOWN,
      true,
      [`warning: Cluster "products" (c-1): its server_parameters are only known at apply | ${takes}`],
    ],
    ["to none from none at all is nothing to apply", having(null), {}, false, []],
    ["to what they are is nothing to apply", having({ a: "1" }), { a: "1" }, false, []],
    ["of a cluster that starts without any is none", starting(null), null, false, []],
  ])("%s", async (_, prior, server_parameters, isRestart, expected) => {
    const { planned, texts } = await planOf({ prior, config: { ...prior, server_parameters } });
    expect(
      texts.filter((text) => text.includes("its server_parameters") && !text.includes("restarted")),
    ).toEqual(expected);
    expect(planned.pending_change === UNKNOWN).toBe(isRestart);
  });
});

describe("an apply", () => {
  const apply = (fake: FakeParameters, prior: ClusterValues, server_parameters: Record<string, string>) =>
    updates.parameters.apply(clusterCall(serviceOf(fake.client)), {
      prior,
      planned: { ...prior, server_parameters },
      changed: ["server_parameters"],
    });

  test("returns the values of the service", async () => {
    const fake = new FakeParameters({ b: "1" });
    expect(await apply(fake, having({ b: "1" }), { a: "1" })).toEqual({ server_parameters: { a: "1" } });
    expect(fake.held).toEqual({ a: "1" });
  });

  test("of an empty map instead of null needs no request", async () => {
    const fake = new FakeParameters({ a: "1" });
    expect(await apply(fake, having(null), {})).toBeUndefined();
    expect(fake.requests).toEqual([]);
  });
});
