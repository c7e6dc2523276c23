import { SMALL, type Stage, staged } from "../changes/kit";
import { CHANGE, CREATE, DELETE, having, PAGES, runningIn, storedIn, UPDATE } from "./kit";

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

  test("a key that may not write them: the capability and its preset are named", async () => {
    on = await staged(SMALL);
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision ?? "";
    expect(await on.plan(having(PAGES))).toContain("cluster_parameters:manage");
    const said = await on.apply(undefined, 1);
    expect(said).toContain("cluster_parameters:manage");
    expect(said).toContain("operate");
    expect(on.wrote()).toEqual([CREATE]);
  });

  test("a lost answer of each write is resolved", async () => {
    on = await staged(SMALL);
    const edits = { [CREATE]: having(PAGES), [UPDATE]: having({ "max-per-page": "600" }), [DELETE]: SMALL };
    for (const [operation, lines] of Object.entries(edits)) {
      on.emulator.addFault({ match: { operation } as never, effect: { kind: "reset", when: "after" } });
      await on.apply(lines);
      expect(on.wrote()).toEqual([operation, CHANGE]);
      expect(runningIn(on)).toEqual(storedIn(on));
      await on.empty();
    }
  });

  test("the cluster goes away between plan and apply: said, and nothing is written", async () => {
    on = await staged(SMALL, { children_of_leaving: "404" });
    await on.write(having(PAGES));
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.terminateOutside(on.id);
    await on.workspace.apply(["plan.out"], { expect: 1 });
    expect(on.wrote().filter((operation) => operation === CHANGE)).toEqual([]);
    expect(storedIn(on)).toEqual({});
  });

  test("what cannot be is an error, and what the tables do not know a warning; refused at once, nothing is due", async () => {
    on = await staged(SMALL);
    for (const map of ['{ "" = "1" }', '{ "max per page" = "1" }']) {
      const said = await on.plan({ ...SMALL, server_parameters: map }, 1);
      expect(said).toMatch(/without a name|with a blank/);
    }
    const said = await on.plan(having({ "max-per-pagee": "5", "max-per-page": "0" }));
    expect(said).toContain("The service may refuse server_parameters");
    expect(said).toContain('"max-per-pagee" is not a known server parameter');
    expect(said).toContain("whole number from 1 to 10000");
    await on.apply(having({ "max-per-page": "99999" }), 1);
    expect(on.wrote()).toEqual([CREATE]);
    await on.empty(SMALL);
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
