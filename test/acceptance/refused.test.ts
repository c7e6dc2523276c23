import { cluster, flat, OPTIONS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
  await on.applied(cluster());
  on.requests();
});
afterEach(() => on.close());

test("a change that the service refuses for good is asked for once, however long the next look takes", async () => {
  await on.write(cluster('name = "products"\nmemory = "1_gb"\nvcpu = "64_vcpus"'));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(flat(output)).toContain("64_vcpus");
  expect(flat(output)).not.toContain("changed by others");
  expect(on.writes()).toEqual([expect.stringMatching(/^POST /)]);
});

test("one whose moment passes on the way is asked for again, for a later one", async () => {
  await on.write(cluster('name = "products"\nmemory = "1_gb"\nvcpu = "2_vcpus_2_hr_burst_per_day"'));
  on.emulator.addFault({ match: { operation: "createConfigurationChange" }, effect: { kind: "hold" } });
  const running = await on.start(["apply", "-auto-approve"]);
  await on.emulator.held();
  on.emulator.advance(60);
  on.emulator.releaseHolds();
  const { code } = await running.finished;
  expect(code).toBe(0);
  expect(on.writes()).toHaveLength(2);
  expect(on.emulator.state().changes).toMatchObject([{ status: "succeeded", new_memory: "1_gb" }]);
});
