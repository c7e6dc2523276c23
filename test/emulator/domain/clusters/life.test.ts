import fc from "fast-check";
import { ASSUMPTIONS } from "../../../../src/emulator/domain/assumptions";
import { phaseAt, provisioningTime, startedShare } from "../../../../src/emulator/domain/clusters/life";

const USUAL = { termination_path: "deprovisioning,terminated,404", termination_step_seconds: 60 } as const;
const CREATED = { provisionedAt: 0, inServiceAt: 300_000, terminatedAt: null };

describe("the status of a cluster", () => {
  test.each([
    [179_999, "provisioning", 0],
    [180_000, "initializing", 0],
    [240_000, "initializing", 0.5],
    [299_999, "initializing", expect.closeTo(1, 4)],
    [300_000, "in_service", 1],
    [9_000_000_000, "in_service", 1],
  ])("%i ms after POST: %s, and a share of %p of the nodes is up", (now, phase, share) => {
    expect([phaseAt(CREATED, now, USUAL), startedShare(CREATED, now)]).toEqual([phase, share]);
  });

  test.each(ASSUMPTIONS.termination_path.alternatives)(
    "after terminate along %s, a step a minute",
    (path) => {
      const timeline = { ...CREATED, terminatedAt: 1_000_000 };
      const assumptions = { ...USUAL, termination_path: path };
      const seen = [0, 1, 2, 3, 4].map((minute) =>
        phaseAt(timeline, 1_000_000 + minute * 60_000, assumptions),
      );
      const steps = path.replaceAll("404", "gone").split(",");
      expect(seen).toEqual(seen.map((_, minute) => steps[minute] ?? steps.at(-1)));
    },
  );

  test("is at the end of the path at once when a step takes no time", () => {
    const timeline = { ...CREATED, terminatedAt: 5 };
    expect(phaseAt(timeline, 5, { ...USUAL, termination_step_seconds: 0 })).toBe("gone");
  });

  test("follows from the termination even before it was in service", () => {
    expect(phaseAt({ ...CREATED, terminatedAt: 1_000 }, 1_000, USUAL)).toBe("deprovisioning");
    expect(phaseAt({ ...CREATED, terminatedAt: 1_000 }, 999, USUAL)).toBe("provisioning");
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
