import { SMALL, type Stage, staged } from "../changes/kit";
import { CHANGE, CREATE, DELETE, having, PAGES, runningIn, storedIn } from "./kit";

/** What goes wrong with `server_parameters`, and what is left then. */
let on: Stage;
afterEach(() => on.close());

describe("what goes wrong", () => {
  test("a refused restart: the next apply asks for it, and writes nothing again", async () => {
    on = await staged(SMALL);
    on.emulator.addFault({ match: { operation: CHANGE, times: 0 }, effect: { kind: "status", status: 402 } });
    await on.apply(having(PAGES), 1);
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    on.emulator.clearFaults();
    const said = await on.plan();
    expect(said).toContain("is restarted for its server_parameters");
    expect(said).not.toContain("apply sets");
    await on.apply();
    expect(on.wrote()).toEqual([CHANGE]);
    expect(runningIn(on)).toEqual(PAGES);
    await on.empty();
  });

  test("refused halfway: what was written is in the state, and the rest comes with the next apply", async () => {
    on = await staged(SMALL);
    const said = await on.apply(having({ "cache-num-entries": "2000", "max-per-page": "99999" }), 1);
    expect(said).toContain('Server parameter "max-per-page" of cluster "products"');
    expect(said).toContain("was not set");
    expect(on.wrote()).toEqual([CREATE, CREATE]);
    expect((await on.values()).server_parameters).toEqual({ "cache-num-entries": "2000" });
    expect(on.changes()).toEqual([]);
    // Edited back: what was written is taken away again, and the restart is due all the same.
    await on.apply(SMALL);
    expect(on.wrote()).toEqual([DELETE, CHANGE]);
    await on.empty();
  });

  test("stopped in the middle of a write (Ctrl-C): whether it was done is found out, and the restart is not lost", async () => {
    on = await staged(SMALL);
    await on.write(having(PAGES));
    const { code } = await on.interrupted(["apply", "-auto-approve"], { operation: CREATE });
    expect(code).toBe(1);
    await on.until(() => storedIn(on)["max-per-page"] === "500");
    on.wrote();
    await on.apply();
    expect(on.wrote()).toEqual([CHANGE]);
    expect(runningIn(on)).toEqual(PAGES);
    await on.empty();
  });

  test("stopped while the restart is waited for: the next plan is empty, and the restart comes", async () => {
    on = await staged(SMALL);
    await on.write(having(PAGES));
    const { code } = await on.interrupted(["apply", "-auto-approve"], {
      operation: "getConfigurationChange",
    });
    expect(code).toBe(1);
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    await on.empty();
    on.emulator.advance(60);
    await on.empty();
    expect(runningIn(on)).toEqual(PAGES);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ["first ones", {}, true],
    ["an edit", { "max-per-page": "100" }, false],
  ])(
    "killed between the write (of %s) and the restart: the restart is requested all the same",
    async (_, before, isFirst) => {
      on = await staged(isFirst ? SMALL : having(before));
      await on.write(having(PAGES));
      // What a SIGKILL leaves: the service holds the value, and neither the state nor private state knows.
      on.emulator.setParameterOutside(on.id, "max-per-page", "500");
      on.wrote();
      expect(await on.plan()).toContain("is restarted for its server_parameters");
      await on.apply();
      expect(on.wrote()).toEqual([CHANGE]);
      expect(runningIn(on)).toEqual(PAGES);
      await on.empty();
    },
  );
});
