import { at, LARGER, LATER, SMALL, type Stage, staged } from "../changes/kit";
import { CALM, CHANGE, CREATE, DELETE, having, PAGES, runningIn, storedIn, UPDATE } from "./kit";

/** `server_parameters` edited: written first, then one change restarts the cluster for them and any edit of the size. */
let on: Stage;
afterEach(() => on.close());

const REPLACED = ["cancelConfigurationChange", CHANGE];

test("edited alone: a restart, which the plan announces; with a size besides: one change", async () => {
  on = await staged();
  const alone = await on.plan(having(PAGES));
  expect(alone).toContain("apply sets max-per-page in its server_parameters");
  expect(alone).toContain("is restarted for its server_parameters");
  expect(alone).toContain("is unavailable for 5 to 60 minutes");
  await on.apply();
  expect(on.posted()).toEqual([{}]);
  expect(on.wrote()).toEqual([CREATE, CHANGE]);
  expect(runningIn(on)).toEqual(PAGES);
  await on.empty();
  const both = await on.plan(having({ "max-per-page": "600" }, LARGER));
  expect(both).toContain("gets one configuration change: memory, vcpu");
  expect(both).toContain("The same change restarts the cluster for its server_parameters");
  await on.apply();
  expect(on.wrote()).toEqual([UPDATE, CHANGE]);
  expect(runningIn(on)).toEqual({ "max-per-page": "600" });
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb" });
  await on.empty();
});

test.each(["false", "true"])(
  "edited alone where a restart has to name a size (400), auto_upgrade_capacity %s: it names the disk that runs",
  async (auto_upgrade_capacity) => {
    const lines = { ...SMALL, auto_upgrade_capacity };
    on = await staged(lines, { restart_body: "400" });
    expect(await on.resized(having(PAGES, lines))).toEqual([{ new_high_performance_disk: "no" }]);
    expect(runningIn(on)).toEqual(PAGES);
  },
);

test("in a schedule: written now, restarted then; edits of all kinds share the restart that waits", async () => {
  on = await staged(CALM);
  await on.apply(having(PAGES, CALM));
  expect(on.wrote()).toEqual([CREATE, CHANGE]);
  expect([storedIn(on), runningIn(on)]).toEqual([PAGES, {}]);
  await on.empty();
  await on.apply(having({ "max-per-page": "600" }, CALM));
  await on.apply(having(PAGES, CALM));
  expect(on.wrote()).toEqual([UPDATE, UPDATE]);
  await on.apply(having(PAGES, { ...LARGER, ...at(LATER) }));
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb", status: "pending" });
  await on.apply(having(PAGES, CALM));
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({ new_memory: null, status: "pending" });
  const sooner = "2026-11-30T02:00:00Z";
  await on.apply(having(PAGES, { ...SMALL, ...at(sooner) }));
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({ perform_change_at: Date.parse(sooner) / 1000 });
  await on.empty();
  on.emulator.advance(12 * 86_400);
  await on.empty();
  expect(runningIn(on)).toEqual(PAGES);
  await on.apply(having(PAGES, CALM));
  expect(on.wrote()).toEqual([]);
});

test("removed from the list: deleted at the service, but nobody else's; what is gone already sends nothing", async () => {
  on = await staged(having({ ...PAGES, "filter-by-max-ops": "200" }));
  on.emulator.setParameterOutside(on.id, "cors-domains", "https://admin.example");
  await on.empty();
  const said = await on.plan(having(PAGES));
  expect(said).toContain("apply removes filter-by-max-ops in its server_parameters");
  await on.apply();
  expect(on.wrote()).toEqual([DELETE, CHANGE]);
  expect(storedIn(on)).toEqual({ ...PAGES, "cors-domains": "https://admin.example" });
  await on.empty();
  await on.write(SMALL);
  await on.workspace.plan(["-out=plan.out"]);
  on.emulator.deleteParameterOutside(on.id, "max-per-page");
  await on.workspace.apply(["plan.out"]);
  expect(on.wrote()).toEqual([]);
  expect((await on.values()).server_parameters).toBeNull();
  await on.empty();
});

test("the requests of an edit are the fewest: the key's capabilities, the list, the write, changes, cluster, POST", async () => {
  on = await staged(having(PAGES, CALM));
  await on.write(having({ "max-per-page": "600" }, CALM));
  on.requests();
  await on.workspace.planJson();
  expect(on.requests()).toEqual([
    "getCluster",
    "listServerConfigurationParameters",
    "listConfigurationChanges",
    "getAccount",
  ]);
  await on.workspace.apply(["plan.out"]);
  // The change that waits brings the restart.
  expect(on.requests()).toEqual([
    "getAccount",
    "listServerConfigurationParameters",
    UPDATE,
    "listConfigurationChanges",
    "getCluster",
  ]);
});
