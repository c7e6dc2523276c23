import { LATER_SECONDS, SMALL, type Stage, staged } from "../changes/kit";
import { CALM, CHANGE, CREATE, having, PAGES, runningIn, UPDATE } from "./kit";

/** `server_parameters`, the restart they wait for, and what others do to both. */
let on: Stage;
afterEach(() => on.close());

describe("what others do", () => {
  test("a value that was changed, deleted or set outside is drift, and mended with a restart", async () => {
    on = await staged();
    on.emulator.setParameterOutside(on.id, "max-per-page", "7");
    await on.apply(having(PAGES));
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    on.emulator.setParameterOutside(on.id, "max-per-page", "7");
    const { before, after } = await on.change();
    expect([before?.server_parameters, after?.server_parameters]).toEqual([{ "max-per-page": "7" }, PAGES]);
    await on.apply();
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    on.emulator.deleteParameterOutside(on.id, "max-per-page");
    expect((await on.change()).before?.server_parameters).toEqual({});
    await on.apply();
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(runningIn(on)).toEqual(PAGES);
    await on.empty();
  });

  test("a restart from outside that comes in time is enough, with a warning", async () => {
    on = await staged(CALM);
    const id = on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS - 3600 });
    const said = await on.apply(having(PAGES, CALM));
    expect(said).toContain(
      "its server_parameters take effect with a change that was requested outside of Terraform",
    );
    expect(said).toContain(id);
    expect(on.wrote()).toEqual([CREATE]);
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(runningIn(on)).toEqual(PAGES);
  });

  test("a restart that was cancelled outside is requested again", async () => {
    on = await staged(CALM);
    await on.apply(having(PAGES, CALM));
    on.emulator.cancelOutside(on.id, on.lastChange().id);
    on.wrote();
    const said = await on.plan();
    expect(said).toContain("have not taken effect yet. The next apply requests another restart");
    expect(said).not.toContain("shows as drift");
    // A plan does not change what is kept: the next one says it again.
    expect(await on.plan()).toContain("is restarted for its server_parameters");
    await on.apply();
    expect(on.wrote()).toEqual([CHANGE]);
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(runningIn(on)).toEqual(PAGES);
  });
});

describe("a busy cluster", () => {
  test("that refuses writes while a change runs: they wait for it", async () => {
    const busy = { parameters_during_change: "422", change_seconds: 15 };
    on = await staged(SMALL, busy);
    const now = Math.floor(Date.parse(on.emulator.state().now) / 1000);
    on.emulator.changeOutside(on.id, { perform_change_at: now + 2, new_gpu: "no" });
    on.emulator.advance(3);
    await on.apply(having(PAGES));
    expect(on.wrote()).toEqual([CREATE, CREATE, CHANGE]);
    expect(runningIn(on)).toEqual(PAGES);
    await on.empty();
  });

  test("that is being cloned: the restart waits for the clone where it counts as a change", async () => {
    on = await staged(SMALL, { clone_counts_as_change: "yes" });
    on.emulator.cloneOutside(on.id, {});
    await on.apply(having(PAGES));
    expect(on.wrote()).toEqual([CREATE, CHANGE, CHANGE]);
    expect(runningIn(on)).toEqual(PAGES);
    await on.empty();
  });
});
