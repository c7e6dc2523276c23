import { importBlock, LATER, SMALL, type Stage, staged } from "../changes/kit";
import { CALM, CHANGE, CREATE, having, PAGES, runningIn, UPDATE } from "./kit";

/** `server_parameters` of a cluster that is made or imported: written when it is in service, then one restart. */
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
    expect(on.made.writes).toEqual(["createCluster", CREATE, CHANGE]);
    expect(on.made.said).toContain(`its change begins ${LATER}`);
    expect(await on.values()).toMatchObject({ pending_change: { perform_change_at: LATER } });
    expect(runningIn(on)).toEqual({});
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(runningIn(on)).toEqual(PAGES);
    await on.apply();
    expect(on.wrote()).toEqual([]);
    expect(await on.values()).toMatchObject({ pending_change: null });
  });

  test("a refused parameter: the cluster stays, and the next apply sets the rest and restarts once", async () => {
    on = await staged(having({ "cache-num-entries": "5", ...PAGES }));
    expect(on.made.writes).toEqual(["createCluster", CREATE]);
    expect(on.made.said).toContain('Server parameter "cache-num-entries" of cluster "products"');
    expect(on.made.said).toContain("nothing is lost");
    expect((await on.change()).actions).toEqual(["update"]);
    await on.apply(having({ "cache-num-entries": "5000", ...PAGES }));
    expect(on.wrote()).toEqual([CREATE, CREATE, CHANGE]);
    expect(runningIn(on)).toEqual({ "cache-num-entries": "5000", ...PAGES });
    await on.empty();
  });
});

describe("a create that was cut off", () => {
  const wanted = having(PAGES);
  const BEFORE_SERVICE = { provisioning_seconds: 3600 };
  /** After which a few more requests are made before it is in service. */
  const ALMOST = 3550;

  async function cutOff(assumptions: Record<string, unknown>) {
    on = await staged(
      { ...wanted, timeouts: 'timeouts {\n create = "1ms"\n}' },
      { ...BEFORE_SERVICE, ...assumptions },
    );
    expect(on.made.writes).toEqual(["createCluster"]);
    expect(await on.values()).toMatchObject({ hostnames: null });
  }

  test("is resumed: they are written when it is in service, and one restart follows", async () => {
    await cutOff({});
    const said = await on.plan(wanted);
    expect(said).toContain("is not in service yet");
    expect(said).toContain("apply sets max-per-page in its server_parameters");
    on.emulator.advance(ALMOST);
    await on.apply();
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(runningIn(on)).toEqual(PAGES);
    expect(await on.values()).toMatchObject({ status: "in_service", pending_change: null });
    await on.empty();
  });

  test("is resumed also where the service shows none before it is in service", async () => {
    await cutOff({});
    on.emulator.addFault({
      match: { operation: "listServerConfigurationParameters" },
      effect: { kind: "status", status: 422, message: "Not in service" },
    });
    on.emulator.advance(ALMOST);
    await on.apply(wanted);
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    await on.empty();
  });

  test("and came into service by itself: what lacks is drift", async () => {
    await cutOff({});
    on.emulator.advance(3600);
    expect((await on.change()).before?.server_parameters).toEqual({});
    await on.apply(wanted);
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(runningIn(on)).toEqual(PAGES);
    await on.empty();
  });
});

describe("an import", () => {
  beforeEach(async () => {
    on = await staged(SMALL);
    await on.workspace.terraform(["state", "rm", "searchcloud_cluster.products"]);
    on.emulator.setParameterOutside(on.id, "max-per-page", "500");
    on.emulator.clearJournal();
  });

  test("with what holds and has taken effect already is an update that sends nothing", async () => {
    const now = Math.floor(Date.parse(on.emulator.state().now) / 1000);
    on.emulator.changeOutside(on.id, { perform_change_at: now + 10 });
    on.emulator.advance(60);
    on.emulator.clearJournal();
    await on.write(importBlock(on.id, having(PAGES)));
    const { actions } = await on.change();
    expect(actions).toEqual(["update"]);
    await on.workspace.apply();
    expect(on.wrote()).toEqual([]);
    await on.empty();
  });

  test("with what holds and has not taken effect yet restarts", async () => {
    await on.write(importBlock(on.id, having(PAGES)));
    await on.workspace.apply();
    expect(on.wrote()).toEqual([CHANGE]);
    await on.empty();
  });

  test("without any asks for none", async () => {
    await on.write(importBlock(on.id, SMALL));
    expect((await on.change()).actions).toEqual(["no-op"]);
    expect(on.requests()).not.toContain("listServerConfigurationParameters");
  });

  test("with other values writes them, and restarts", async () => {
    await on.write(importBlock(on.id, having({ "max-per-page": "600" })));
    await on.workspace.apply();
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    await on.empty();
  });
});
