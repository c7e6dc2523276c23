import {
  CALM,
  CHANGE,
  CREATE,
  DAY,
  eachStage,
  forgetState,
  having,
  LATER,
  PAGES,
  SMALL,
  type Stage,
  staged,
  UPDATE,
} from "../changes/kit";
import { cluster, importBlock } from "../support";

/** `server_parameters` of a created or imported cluster: written when it is in service, then one restart. */
describe("a new cluster", () => {
  let on: Stage;
  afterEach(() => on.close());

  test("gets them once it is in service, then one restart; the next plan is empty", async () => {
    on = await staged(having({ ...PAGES, "cors-domains": "https://shop.example" }));
    expect(on.created.writes).toEqual(["createCluster", CREATE, CREATE, CHANGE]);
    expect(on.runningParameters()).toEqual({ ...PAGES, "cors-domains": "https://shop.example" });
    expect(on.changes()).toMatchObject([{ status: "succeeded", new_memory: null }]);
    expect(await on.values()).toMatchObject({ pending_change: null, status: "in_service" });
    await on.empty();
  });

  test("restarts by its schedule, and apply does not wait", async () => {
    on = await staged(having(PAGES, CALM));
    expect(on.created.said).toContain(`its change begins ${LATER}`);
    expect(await on.values()).toMatchObject({ pending_change: { perform_change_at: LATER } });
    expect(on.runningParameters()).toEqual({});
    on.emulator.advance(12 * DAY);
    await on.empty();
    expect(on.runningParameters()).toEqual(PAGES);
  });

  test("a refused parameter: the cluster stays, and the next apply sets the rest and restarts once", async () => {
    on = await staged(having({ "cache-num-entries": "5", ...PAGES }));
    expect(on.created.writes).toEqual(["createCluster", CREATE]);
    expect(on.created.said).toContain('Server parameter "cache-num-entries" of cluster "products"');
    expect(on.created.said).toContain("nothing is lost");
    expect((await on.change()).actions).toEqual(["update"]);
    await on.apply(having({ "cache-num-entries": "5000", ...PAGES }));
    expect(on.wrote()).toEqual([CREATE, CREATE, CHANGE]);
    await on.empty();
  });
});

describe("an interrupted create", () => {
  const wanted = having(PAGES);
  const brief = { ...wanted, timeouts: 'timeouts {\n create = "1ms"\n}' };
  const on = eachStage(brief, { provisioning_seconds: 3600 });

  test("is resumed, even if the service shows none before: they are written once it is in service, and one restart follows", async () => {
    expect(on.created.writes).toEqual(["createCluster"]);
    expect(await on.values()).toMatchObject({ hostnames: null });
    on.emulator.addFault({
      match: { operation: "listServerConfigurationParameters" },
      effect: { kind: "status", status: 422, message: "Not in service" },
    });
    const said = await on.plan(wanted);
    expect(said).toContain("is not in service yet");
    expect(said).toContain("apply sets max-per-page in its server_parameters");
    on.emulator.advance(3550);
    await on.apply();
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(on.runningParameters()).toEqual(PAGES);
    expect(await on.values()).toMatchObject({ status: "in_service", pending_change: null });
    await on.empty();
  });

  test("whose cluster came into service by itself: missing parameters are drift", async () => {
    on.emulator.advance(3600);
    expect((await on.change()).before?.server_parameters).toEqual({});
    await on.apply(wanted);
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    await on.empty();
  });
});

describe("an import", () => {
  const on = eachStage(SMALL);

  test.each<[string, number, Record<string, string>, string[]]>([
    ["what holds and has taken effect sends nothing", 10, PAGES, []],
    ["what holds and has not taken effect yet restarts", 0, PAGES, [CHANGE]],
    ["other values writes them, and restarts", 0, { "max-per-page": "600" }, [UPDATE, CHANGE]],
  ])("with %s", async (_, restartIn, parameters, writes) => {
    await forgetState(on);
    on.emulator.setParameterOutside(on.id, "max-per-page", "500");
    if (restartIn > 0) on.emulator.changeOutside(on.id, { perform_change_at: on.inSeconds(restartIn) });
    on.emulator.advance(60);
    on.emulator.clearJournal();
    const configured = `${importBlock(on.id)}\n${cluster(having(parameters))}`;
    expect((await on.change(configured)).actions).toEqual(["update"]);
    await on.apply();
    expect(on.wrote()).toEqual(writes);
    await on.empty();
  });
});
