import fc from "fast-check";
import {
  ASSUMPTIONS,
  type Assumptions,
  defaultAssumptions,
} from "../../../../src/emulator/domain/assumptions";
import { answerCluster } from "../../../../src/emulator/domain/clusters/answer";
import { phaseAt, provisioningTime, startedShare } from "../../../../src/emulator/domain/clusters/life";
import { START as CREATED, storedCluster as cluster } from "../../support";

const HOUR = 3_600_000;

const assuming = (changes: Partial<Assumptions>): Assumptions => ({ ...defaultAssumptions(), ...changes });

describe("the response for a cluster", () => {
  test("has every field of the document, and no other", () => {
    expect(answerCluster(cluster(), CREATED + 36 * HOUR, defaultAssumptions())).toEqual({
      id: "abc",
      name: "products",
      memory: "8_gb",
      vcpu: "2_vcpus",
      gpu: "no",
      high_performance_disk: "no",
      search_server_version: "30.1",
      high_availability: "yes",
      high_availability_node_count: 3,
      search_delivery_network: "off",
      load_balancing: "yes",
      regions: ["oregon", "oregon", "oregon"],
      region_node_counts: { oregon: 3 },
      auto_upgrade_capacity: null,
      hostnames: {
        nodes: [1, 2, 3].map((node) => `abc-${node}.a1.searchcloud.example`),
        load_balanced: "abc.a1.searchcloud.example",
      },
      usage: { runtime_hours: 35, used_bandwidth_kb: { last_7_days: expect.any(Object) } },
      provisioned_by: { user_name: "ci", user_type: "API Key" },
      provisioned_at: 1_798_761_600,
      status: "in_service",
    });
  });

  const counts = { oregon: 1, tokyo: 1, paris: 1 };
  const NETWORK = { search_delivery_network: "3_regions", region_node_counts: counts };
  test.each([
    [{ high_availability: "no", region_node_counts: { oregon: 1 } }, "no", ["nodes"]],
    [NETWORK, "yes", ["nodes", "load_balanced", "search_delivery_network"]],
  ])("%j: no node count, load balancing %s and hostnames of %j", (changes, load_balancing, kinds) => {
    const answer = answerCluster(cluster(changes), CREATED + HOUR, defaultAssumptions());
    expect(answer).toMatchObject({ high_availability_node_count: null, load_balancing });
    expect(Object.keys(answer?.hostnames ?? {})).toEqual(kinds);
  });

  test.each([
    [{}, { regions: ["oregon"], search_server_version: "30.1", region_node_counts: { oregon: 3 } }],
    [{ regions_before_service: "none" }, { regions: [] }],
    [{ regions_before_service: "all" }, { regions: ["oregon", "oregon", "oregon"] }],
    [{ hostnames_before_service: "null" }, { hostnames: null }],
    [{ server_version_before_service: "null" }, { search_server_version: null }],
    [{ region_node_counts: "none" }, { region_node_counts: null }],
    [{ region_node_counts: "several_regions" }, { region_node_counts: null }],
  ] as const)("while initializing, under %j", (assumptions, expected) => {
    const answer = answerCluster(cluster(), CREATED + 240_000, assuming(assumptions));
    expect(answer).toMatchObject({ status: "initializing", ...expected });
  });

  test("the order of regions changes with time, or not", () => {
    const several = cluster({ region_node_counts: { tokyo: 2, oregon: 1 } });
    const orders = (assumptions: Assumptions) => {
      const seen = Array.from({ length: 3 }, (_, minute) => CREATED + HOUR + minute * 60_000);
      return new Set(seen.map((now) => answerCluster(several, now, assumptions)?.regions.join()));
    };
    expect(orders(defaultAssumptions())).toEqual(
      new Set(["oregon,tokyo,tokyo", "tokyo,tokyo,oregon", "tokyo,oregon,tokyo"]),
    );
    expect(orders(assuming({ regions_order: "sorted" }))).toEqual(new Set(["oregon,tokyo,tokyo"]));
  });

  test("usage grows by itself and stops with the cluster", () => {
    const used = (now: number, terminatedAt: number | null = null) => {
      const stays = assuming({ termination_path: "deprovisioning" });
      const usage = answerCluster(cluster({ terminatedAt }), CREATED + now * HOUR, stays)?.usage;
      const days = Object.entries(usage?.used_bandwidth_kb.last_7_days ?? {});
      return { hours: usage?.runtime_hours, days, today: days[6]?.[1] ?? 0 };
    };
    const { days } = used(0);
    expect([days.length, days[0], days[6]]).toEqual([7, ["2026-12-26", 0], ["2027-01-01", 0]]);
    expect(used(2).hours).toBe(1);
    expect(used(3).today).toBeGreaterThan(used(2).today);
    expect(used(9, CREATED + 2 * HOUR).today).toBe(used(2).today);
  });

  test("in any topology and at any time: hostnames if and only if in service, one region and name per node", () => {
    const regions = fc.constantFrom("oregon", "tokyo", "paris", "london");
    const counts = fc.dictionary(regions, fc.integer({ min: 1, max: 5 }), { minKeys: 1 });
    fc.assert(
      fc.property(counts, fc.nat(500_000), (region_node_counts, elapsed) => {
        const now = CREATED + elapsed;
        const answer = answerCluster(cluster({ region_node_counts }), now, defaultAssumptions());
        const nodes = Object.entries(region_node_counts).flatMap(([region, count]) =>
          Array(count).fill(region),
        );
        const inService = answer?.status === "in_service";
        expect(answer?.hostnames !== undefined).toBe(inService);
        if (!inService) return expect(answer?.regions.length).toBeLessThan(nodes.length);
        expect([...(answer?.regions ?? [])].sort()).toEqual(nodes.sort());
        expect(new Set(answer?.hostnames?.nodes).size).toBe(nodes.length);
      }),
    );
  });
});

const USUAL = { termination_path: "deprovisioning,terminated,404", termination_step_seconds: 60 } as const;
const TIMELINE = { provisionedAt: 0, inServiceAt: 300_000, terminatedAt: null };

describe("the status of a cluster", () => {
  test.each([
    [179_999, "provisioning", 0],
    [180_000, "initializing", 0],
    [240_000, "initializing", 0.5],
    [299_999, "initializing", expect.closeTo(1, 4)],
    [300_000, "in_service", 1],
    [9_000_000_000, "in_service", 1],
  ])("%i ms after POST: %s, and a share of %p of the nodes is up", (now, phase, share) => {
    expect([phaseAt(TIMELINE, now, USUAL), startedShare(TIMELINE, now)]).toEqual([phase, share]);
  });

  test.each(ASSUMPTIONS.termination_path.alternatives)(
    "after terminate along %s, a step a minute",
    (path) => {
      const timeline = { ...TIMELINE, terminatedAt: 1_000_000 };
      const assumptions = { ...USUAL, termination_path: path };
      const seen = [0, 1, 2, 3, 4].map((minute) =>
        phaseAt(timeline, 1_000_000 + minute * 60_000, assumptions),
      );
      const steps = path.replaceAll("404", "gone").split(",");
      expect(seen).toEqual(seen.map((_, minute) => steps[minute] ?? steps.at(-1)));
    },
  );

  test("is at the end of the path at once if a step takes no time", () => {
    const timeline = { ...TIMELINE, terminatedAt: 5 };
    expect(phaseAt(timeline, 5, { ...USUAL, termination_step_seconds: 0 })).toBe("gone");
  });

  test("follows from the termination even before it was in service", () => {
    expect(phaseAt({ ...TIMELINE, terminatedAt: 1_000 }, 1_000, USUAL)).toBe("deprovisioning");
    expect(phaseAt({ ...TIMELINE, terminatedAt: 1_000 }, 999, USUAL)).toBe("provisioning");
  });

  test("never goes back, whenever it is read", () => {
    const order = ["provisioning", "initializing", "in_service", "deprovisioning", "terminated", "gone"];
    const moments = fc.array(fc.nat(1_000_000), { minLength: 2 });
    const terminated = fc.option(fc.nat(1_000_000), { nil: null });
    fc.assert(
      fc.property(moments, terminated, fc.integer({ min: 1, max: 600_000 }), (times, terminatedAt, took) => {
        const timeline = { provisionedAt: 0, inServiceAt: took, terminatedAt };
        const ranks = times
          .sort((left, right) => left - right)
          .map((now) => order.indexOf(phaseAt(timeline, now, USUAL)));
        expect(ranks).toEqual([...ranks].sort((left, right) => left - right));
        expect(ranks).not.toContain(-1);
      }),
    );
  });
});

test("provisioning takes 4 to 6 minutes", () => {
  const seeded = { provisioning_seconds: 0 };
  const times = Array.from({ length: 2_000 }, (_, index) => provisioningTime(`cluster ${index}`, seeded));
  expect([Math.min(...times), Math.max(...times)]).toEqual([240_000, 360_000]);
});
