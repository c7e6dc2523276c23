import {
  CALM,
  CHANGE,
  CREATE,
  DAY,
  eachStage,
  having,
  LATER_SECONDS,
  PAGES,
  SMALL,
  type Stage,
  staged,
  UPDATE,
} from "../changes/kit";
import { APPLY } from "../support";

/** `server_parameters`, their pending restart, and the effect of other clients on both. */
let on: Stage;
afterEach(() => on.close());

test("a value that was changed or deleted outside is drift, and is restored with a restart", async () => {
  on = await staged(having(PAGES));
  on.emulator.setParameterOutside(on.id, "max-per-page", "7");
  const { before, after } = await on.change();
  expect([before?.server_parameters, after?.server_parameters]).toEqual([{ "max-per-page": "7" }, PAGES]);
  await on.apply();
  expect(on.wrote()).toEqual([UPDATE, CHANGE]);
  on.emulator.deleteParameterOutside(on.id, "max-per-page");
  expect((await on.change()).before?.server_parameters).toEqual({});
  await on.apply();
  expect(on.wrote()).toEqual([CREATE, CHANGE]);
  expect(on.runningParameters()).toEqual(PAGES);
  await on.empty();
});

test("a timely restart from outside is enough, with a warning", async () => {
  on = await staged(CALM);
  const id = on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS - 3600 });
  const said = await on.apply(having(PAGES, CALM));
  expect(said).toContain(
    "its server_parameters take effect with a change that was requested outside of Terraform",
  );
  expect(said).toContain(id);
  expect(on.wrote()).toEqual([CREATE]);
  await on.empty();
  on.emulator.advance(12 * DAY);
  await on.empty();
  expect(on.runningParameters()).toEqual(PAGES);
});

test("a restart that was cancelled outside is requested again", async () => {
  on = await staged(CALM);
  await on.apply(having(PAGES, CALM));
  on.emulator.cancelOutside(on.id, on.lastChange().id);
  on.wrote();
  const said = await on.plan();
  expect(said).toContain("have not taken effect yet. The next apply requests another restart");
  expect(said).not.toContain("shows as drift");
  // A plan does not change private state, so the next one repeats the warning.
  expect(await on.apply()).toContain("is restarted for its server_parameters");
  expect(on.wrote()).toEqual([CHANGE]);
  await on.empty();
  on.emulator.advance(12 * DAY);
  await on.empty();
  expect(on.runningParameters()).toEqual(PAGES);
});

test("a busy cluster that refuses writes while a change runs: they wait for it", async () => {
  on = await staged(SMALL, { parameters_during_change: "422", change_seconds: 15 });
  on.emulator.changeOutside(on.id, { perform_change_at: on.inSeconds(2), new_gpu: "no" });
  on.emulator.advance(3);
  await on.apply(having(PAGES));
  expect(on.wrote()).toEqual([CREATE, CREATE, CHANGE]);
  expect(on.runningParameters()).toEqual(PAGES);
  await on.empty();
});

test("a cluster that is being cloned: the restart waits for the clone where it counts as a change", async () => {
  on = await staged(SMALL, { clone_counts_as_change: "yes", clone_seconds: 20 });
  on.emulator.cloneOutside(on.id, {});
  await on.apply(having(PAGES));
  expect(on.wrote()).toEqual([CREATE, CHANGE, CHANGE]);
  expect(on.runningParameters()).toEqual(PAGES);
  await on.empty();
});

const READ = "listServerConfigurationParameters";
const HOUR = 3600;

describe("server_parameters_max_age", () => {
  const on = eachStage(having(PAGES));
  const read = () => on.requests().filter((operation) => operation === READ);

  test("saves the requests of a refresh until they are too old; an edit is still written", async () => {
    on.environment.SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE = "2h";
    await on.workspace.terraform([...APPLY, "-refresh-only"]);
    expect(read()).toEqual([READ]);
    on.emulator.setParameterOutside(on.id, "max-per-page", "600");
    expect(await on.empty()).toContain("Some server_parameters were not read again");
    expect(read()).toEqual([]);
    on.emulator.advance(2 * HOUR);
    expect((await on.change()).before?.server_parameters).toEqual({ "max-per-page": "600" });
    expect(read()).toEqual([READ]);
    await on.apply(having({ "max-per-page": "700" }));
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    await on.empty();
  });
});
