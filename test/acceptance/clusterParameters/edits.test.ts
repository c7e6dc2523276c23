import {
  at,
  CALM,
  CHANGE,
  CREATE,
  DAY,
  DELETE,
  having,
  LARGER,
  PAGES,
  REPLACED,
  SCHEDULED,
  SMALL,
  type Stage,
  staged,
  UPDATE,
} from "../changes/kit";

/** Edits of `server_parameters`: written first, then one change restarts the cluster for them and for any edit of the size. */
let on: Stage;
afterEach(() => on.close());

test("edited alone: a restart, as the plan announced; together with a size: one change", async () => {
  on = await staged();
  const alone = await on.apply(having(PAGES));
  expect(alone).toContain("apply sets max-per-page in its server_parameters");
  expect(alone).toContain("is restarted for its server_parameters");
  expect(alone).toContain("is unavailable for 5 to 60 minutes");
  expect(on.posted()).toEqual([{}]);
  expect(on.wrote()).toEqual([CREATE, CHANGE]);
  expect(on.runningParameters()).toEqual(PAGES);
  await on.empty();
  const both = await on.apply(having({ "max-per-page": "600" }, LARGER));
  expect(both).toContain("gets one configuration change: memory, vcpu");
  expect(both).toContain("The same change restarts the cluster for its server_parameters");
  expect(on.wrote()).toEqual([UPDATE, CHANGE]);
  expect(on.runningParameters()).toEqual({ "max-per-page": "600" });
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb" });
  await on.empty();
});

test("edited alone where a restart has to name a size (400), while auto-upgrade is on: it names the live disk", async () => {
  const lines = { ...SMALL, auto_upgrade_capacity: "true" };
  on = await staged(lines, { restart_body: "400" });
  expect(await on.resized(having(PAGES, lines))).toEqual([{ new_high_performance_disk: "no" }]);
  expect(on.runningParameters()).toEqual(PAGES);
});

test("with a schedule: written now, restarted then; edits of all kinds share the pending restart", async () => {
  on = await staged(CALM);
  await on.apply(having(PAGES, CALM));
  expect(on.wrote()).toEqual([CREATE, CHANGE]);
  expect([on.storedParameters(), on.runningParameters()]).toEqual([PAGES, {}]);
  await on.apply(having({ "max-per-page": "600" }, CALM));
  expect(on.wrote()).toEqual([UPDATE]);
  await on.apply(having(PAGES, SCHEDULED));
  expect(on.wrote()).toEqual([UPDATE, ...REPLACED]);
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb", status: "pending" });
  await on.apply(having(PAGES, CALM));
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({ new_memory: null, status: "pending" });
  const sooner = "2026-11-30T02:00:00Z";
  await on.apply(having(PAGES, { ...SMALL, ...at(sooner) }));
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({ perform_change_at: Date.parse(sooner) / 1000 });
  await on.empty();
  on.emulator.advance(12 * DAY);
  await on.empty();
  expect(on.runningParameters()).toEqual(PAGES);
});

test("removed from the list: deleted at the service, but not those of others; a missing one sends nothing", async () => {
  on = await staged(having({ ...PAGES, "filter-by-max-ops": "200" }));
  on.emulator.setParameterOutside(on.id, "cors-domains", "https://admin.example");
  await on.empty();
  const said = await on.apply(having(PAGES));
  expect(said).toContain("apply removes filter-by-max-ops in its server_parameters");
  expect(on.wrote()).toEqual([DELETE, CHANGE]);
  expect(on.storedParameters()).toEqual({ ...PAGES, "cors-domains": "https://admin.example" });
  await on.empty();
  await on.applyAfter(() => on.emulator.deleteParameterOutside(on.id, "max-per-page"), SMALL);
  expect(on.wrote()).toEqual([]);
  expect((await on.values()).server_parameters).toBeNull();
  await on.empty();
});

test("the requests of an edit are the fewest: the key's capabilities, the list, the write, changes, cluster, POST", async () => {
  on = await staged(having(PAGES, CALM));
  let planned: string[] = [];
  on.requests();
  await on.applyAfter(
    () => {
      planned = on.requests();
    },
    having({ "max-per-page": "600" }, CALM),
  );
  expect(planned).toEqual([
    "getCluster",
    "listServerConfigurationParameters",
    "listConfigurationChanges",
    "getAccount",
  ]);
  // The pending change brings the restart.
  expect(on.requests()).toEqual([
    "getAccount",
    "listServerConfigurationParameters",
    UPDATE,
    "listConfigurationChanges",
    "getCluster",
  ]);
});
