import { importBlock, LATER, SMALL, type Stage, staged } from "../changes/kit";
import { CALM, CHANGE, CREATE, having, PAGES, runningIn, UPDATE } from "./kit";

/** `server_parameters` of a cluster that is created or imported: written when it is in service, then one restart. */
let on: Stage;
afterEach(() => on.close());

describe("a new cluster", () => {
  test("gets them once it is in service, then one restart; the next plan is empty", async () => {
    on = await staged(having({ ...PAGES, "cors-domains": "https://shop.example" }));
    expect(on.made.writes).toEqual(["createCluster", CREATE, CREATE, CHANGE]);
    expect(runningIn(on)).toEqual({ ...PAGES, "cors-domains": "https://shop.example" });
    expect(on.changes()).toMatchObject([{ status: "succeeded", new_memory: null }]);
    expect(await on.values()).toMatchObject({ pending_change: null, status: "in_service" });
    await on.empty();
  });

  test("restarts in its schedule, which apply does not wait for", async () => {
    on = await staged(having(PAGES, CALM));
    expect(on.made.said).toContain(`its change begins ${LATER}`);
    expect(await on.values()).toMatchObject({ pending_change: { perform_change_at: LATER } });
    expect(runningIn(on)).toEqual({});
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(runningIn(on)).toEqual(PAGES);
  });

  test("a refused parameter: the cluster stays, and the next apply sets the rest and restarts once", async () => {
    on = await staged(having({ "cache-num-entries": "5", ...PAGES }));
    expect(on.made.writes).toEqual(["createCluster", CREATE]);
    expect(on.made.said).toContain('Server parameter "cache-num-entries" of cluster "products"');
    expect(on.made.said).toContain("nothing is lost");
    expect((await on.change()).actions).toEqual(["update"]);
    await on.apply(having({ "cache-num-entries": "5000", ...PAGES }));
    expect(on.wrote()).toEqual([CREATE, CREATE, CHANGE]);
    await on.empty();
  });
});

describe("a create that was cut off", () => {
  const wanted = having(PAGES);

  beforeEach(async () => {
    const brief = { ...wanted, timeouts: 'timeouts {\n create = "1ms"\n}' };
    on = await staged(brief, { provisioning_seconds: 3600 });
    expect(on.made.writes).toEqual(["createCluster"]);
    expect(await on.values()).toMatchObject({ hostnames: null });
  });

  test.each(["shows its parameters", "refuses to show any before it is in service"])(
    "is resumed while the service %s: they are written in service, and one restart follows",
    async (shows) => {
      if (shows.startsWith("refuses")) {
        on.emulator.addFault({
          match: { operation: "listServerConfigurationParameters" },
          effect: { kind: "status", status: 422, message: "Not in service" },
        });
      }
      const said = await on.plan(wanted);
      expect(said).toContain("is not in service yet");
      expect(said).toContain("apply sets max-per-page in its server_parameters");
      on.emulator.advance(3550);
      await on.apply();
      expect(on.wrote()).toEqual([CREATE, CHANGE]);
      expect(runningIn(on)).toEqual(PAGES);
      expect(await on.values()).toMatchObject({ status: "in_service", pending_change: null });
      await on.empty();
    },
  );

  test("and came into service by itself: what lacks is drift", async () => {
    on.emulator.advance(3600);
    expect((await on.change()).before?.server_parameters).toEqual({});
    await on.apply(wanted);
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    await on.empty();
  });
});

test.each<[string, number, Record<string, string>, string[]]>([
  ["what holds and has taken effect sends nothing", 10, PAGES, []],
  ["what holds and has not taken effect yet restarts", 0, PAGES, [CHANGE]],
  ["other values writes them, and restarts", 0, { "max-per-page": "600" }, [UPDATE, CHANGE]],
])("an import with %s", async (_, restartIn, parameters, writes) => {
  on = await staged(SMALL);
  await on.workspace.terraform(["state", "rm", "searchcloud_cluster.products"]);
  on.emulator.setParameterOutside(on.id, "max-per-page", "500");
  const now = Math.floor(Date.parse(on.emulator.state().now) / 1000);
  if (restartIn > 0) on.emulator.changeOutside(on.id, { perform_change_at: now + restartIn });
  on.emulator.advance(60);
  on.emulator.clearJournal();
  await on.write(importBlock(on.id, SMALL));
  expect((await on.change()).actions).toEqual(["no-op"]);
  expect(on.requests()).not.toContain("listServerConfigurationParameters");
  await on.write(importBlock(on.id, having(parameters)));
  expect((await on.change()).actions).toEqual(["update"]);
  await on.workspace.apply();
  expect(on.wrote()).toEqual(writes);
  await on.empty();
});
