import { type Plannable, UNKNOWN } from "../../../../src/framework/index";
import type { Parameters } from "../../../../src/provider/cluster/parameters/difference";
import { mayWrite } from "../../../../src/provider/cluster/parameters/plan";
import type { ClusterValues } from "../../../../src/provider/cluster/types";
import { updates } from "../../../../src/provider/cluster/update";
import { planning, values } from "../../support";
import { callOf, FakeParameters, KEPT } from "../kit";

type Wanted = Plannable<ClusterValues>["server_parameters"];

const having = (server_parameters: Parameters | null, more: Partial<ClusterValues> = {}) =>
  values({
    id: "c-1",
    name: "products",
    status: "in_service",
    hostnames: { nodes: [], load_balanced: null, search_delivery_network: null },
    server_parameters,
    ...more,
  });
/** What a create that was cut off has left behind. */
const starting = (server_parameters: Parameters | null) =>
  having(server_parameters, { status: "provisioning", hostnames: null });

describe("an apply may write", () => {
  test.each<[string, ClusterValues, Wanted, boolean, boolean]>([
    ["not what is the same", having({ a: "1" }), { a: "1" }, false, false],
    ["not none instead of none at all", having(null), {}, false, false],
    ["another value", having({ a: "1" }), { a: "2" }, true, false],
    ["what nobody knows yet", having({ a: "1" }), UNKNOWN, true, false],
    ["to a cluster that starts, whatever its state says", starting({ a: "1" }), { a: "1" }, true, true],
    ["nothing to a cluster that starts without any", starting(null), null, false, false],
  ])("%s", (_, prior, server_parameters, expected, isDue) => {
    const planned: Plannable<ClusterValues> = { ...prior, server_parameters };
    expect(mayWrite(prior, planned)).toBe(expected);
    expect(updates.parameters.due?.(prior, KEPT, planned)).toBe(isDue);
  });
});

describe("what a plan says", () => {
  const says = (prior: ClusterValues, server_parameters: Wanted) => {
    const fake = planning({ prior, config: { ...prior, server_parameters } });
    updates.parameters.announce?.(fake, ["server_parameters"]);
    return fake.said.map(({ severity, summary, detail }) => `${severity}: ${summary} | ${detail}`);
  };
  const takes = "They take effect when the cluster restarts.";
  const others = "Parameters with other names stay as they are.";
  const of = 'Cluster "products" (c-1)';

  test.each<[string, ClusterValues, Wanted, string[]]>([
    [
      "what is set, in order",
      having({ b: "1", same: "1" }),
      { b: "2", a: "1", same: "1" },
      [`warning: ${of}: apply sets a, b in its server_parameters | ${takes} ${others}`],
    ],
    [
      "both",
      having({ b: "1" }),
      { a: "1" },
      [`warning: ${of}: apply sets a and removes b in its server_parameters | ${takes} ${others}`],
    ],
    [
      "all, for a cluster that starts",
      starting({ a: "1" }),
      { a: "1" },
      [`warning: ${of}: apply sets a in its server_parameters | ${takes} ${others}`],
    ],
    ["nothing of nothing", having({}), null, []],
    [
      "that nobody knows",
      having(null),
      UNKNOWN,
      [`warning: ${of}: its server_parameters are only known at apply | ${takes}`],
    ],
  ])("%s", (_, prior, wanted, expected) => {
    expect(says(prior, wanted)).toEqual(expected);
  });
});

describe("an apply", () => {
  const apply = (fake: FakeParameters, prior: ClusterValues, server_parameters: Parameters | null) => {
    const it = callOf(fake);
    const planned = { ...prior, server_parameters };
    return updates.parameters.apply(it, { prior, planned, changed: ["server_parameters"] });
  };

  test("answers what the service holds", async () => {
    const fake = new FakeParameters({ b: "1" });
    expect(await apply(fake, having({ b: "1" }), { a: "1" })).toEqual({ server_parameters: { a: "1" } });
    expect(fake.held).toEqual({ a: "1" });
  });

  test("of none instead of none at all asks nothing", async () => {
    const fake = new FakeParameters({ a: "1" });
    expect(await apply(fake, having(null), {})).toBeUndefined();
    expect(fake.asked).toEqual([]);
  });
});
