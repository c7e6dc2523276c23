import { CHANGE, CREATE, DELETE, eachStage, having, PAGES, SMALL } from "../changes/kit";

/** Failures of writes of `server_parameters`, and the state after them. */
const on = eachStage();

test("a refused restart: the next apply requests it, and writes nothing again", async () => {
  on.emulator.addFault({ match: { operation: CHANGE, times: 0 }, effect: { kind: "status", status: 402 } });
  await on.apply(having(PAGES), 1);
  expect(on.wrote()).toEqual([CREATE, CHANGE]);
  on.emulator.clearFaults();
  const said = await on.apply();
  expect(said).toContain("is restarted for its server_parameters");
  expect(said).not.toContain("apply sets");
  expect(on.wrote()).toEqual([CHANGE]);
  expect(on.runningParameters()).toEqual(PAGES);
  await on.empty();
});

test("refused halfway: the written ones are in the state, and the next apply writes the rest", async () => {
  const said = await on.apply(having({ "cache-num-entries": "2000", "max-per-page": "99999" }), 1);
  expect(said).toContain('Server parameter "max-per-page" of cluster "products"');
  expect(said).toContain("was not set");
  expect(on.wrote()).toEqual([CREATE, CREATE]);
  expect((await on.values()).server_parameters).toEqual({ "cache-num-entries": "2000" });
  expect(on.changes()).toEqual([]);
  // Edited back: the written values are reverted, and the restart is still due.
  await on.apply(SMALL);
  expect(on.wrote()).toEqual([DELETE, CHANGE]);
  await on.empty();
});

test("interrupted during a write (Ctrl-C): its outcome is read, and the restart is not lost", async () => {
  await on.write(having(PAGES));
  on.emulator.addFault({ match: { operation: CREATE }, effect: { kind: "reset", when: "after" } });
  const running = await on.heldAt({ operation: CREATE });
  const run = await on.interruptedButAnswered(running);
  on.emulator.clearFaults();
  expect(run.code).toBe(1);
  expect(on.storedParameters()).toEqual(PAGES);
  on.wrote();
  await on.apply();
  expect(on.wrote()).toEqual([CHANGE]);
  expect(on.runningParameters()).toEqual(PAGES);
  await on.empty();
});

test("interrupted while waiting for the restart: the next plan is empty, and the restart follows", async () => {
  await on.write(having(PAGES));
  expect((await on.interrupted({ operation: "getConfigurationChange" })).code).toBe(1);
  expect(on.wrote()).toEqual([CREATE, CHANGE]);
  await on.empty();
  on.emulator.advance(60);
  await on.empty();
  expect(on.runningParameters()).toEqual(PAGES);
});

test.each<[string, () => Promise<unknown> | undefined]>([
  ["first ones", () => undefined],
  ["an edit", () => on.apply(having({ "max-per-page": "100" }))],
])("killed between the write (of %s) and the restart: the restart is still requested", async (_, prepare) => {
  await prepare();
  await on.write(having(PAGES));
  // After a SIGKILL, the service has the value, but neither the state nor private state does.
  on.emulator.setParameterOutside(on.id, "max-per-page", "500");
  on.wrote();
  expect(await on.apply()).toContain("is restarted for its server_parameters");
  expect(on.wrote()).toEqual([CHANGE]);
  expect(on.runningParameters()).toEqual(PAGES);
  await on.empty();
});
