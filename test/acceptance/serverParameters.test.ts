import { importBlock as importing } from "./changes/importing";
import { at, LARGER, LATER, LATER_SECONDS, type Lines, SMALL, type Stage, staged } from "./changes/kit";

/** `server_parameters` of a cluster: written first, then one change restarts it for them and any edit of the size. */
let on: Stage;
afterEach(() => on.close());

function having(parameters: Record<string, string>, lines: Lines = SMALL): Lines {
  const entries = Object.entries(parameters).map(([name, value]) => `"${name}" = "${value}"`);
  return { ...lines, server_parameters: `{ ${entries.join(", ")} }` };
}
const CALM = { ...SMALL, ...at(LATER) };
const PAGES = { "max-per-page": "500" };

const stored = () =>
  Object.fromEntries(
    on.emulator.state().parameters.map(({ parameter_name: name, parameter_value: value }) => [name, value]),
  );
const running = () => on.emulator.runningParameters(on.id);
const listed = async () => (await on.values()).server_parameters;

const CREATE = "createServerConfigurationParameter";
const UPDATE = "updateServerConfigurationParameter";
const DELETE = "deleteServerConfigurationParameter";
const CHANGE = "createConfigurationChange";

describe("a new cluster", () => {
  test("gets them once it is in service, then one restart; the next plan is empty", async () => {
    on = await staged(having({ ...PAGES, "cors-domains": "https://shop.example" }));
    expect(on.made.writes).toEqual(["createCluster", CREATE, CREATE, CHANGE]);
    expect(running()).toEqual({ ...PAGES, "cors-domains": "https://shop.example" });
    expect(on.changes()).toMatchObject([{ status: "succeeded", new_memory: null }]);
    expect(await on.values()).toMatchObject({ pending_change: null, status: "in_service" });
    await on.empty();
  });

  test("restarts in its schedule, which apply does not wait for", async () => {
    on = await staged(having(PAGES, CALM));
    expect(on.made.writes).toEqual(["createCluster", CREATE, CHANGE]);
    expect(on.made.said).toContain(`its change begins ${LATER}`);
    expect(await on.values()).toMatchObject({ pending_change: { perform_change_at: LATER } });
    expect(running()).toEqual({});
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(running()).toEqual(PAGES);
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
    expect(running()).toEqual({ "cache-num-entries": "5000", ...PAGES });
    await on.empty();
  });
});

describe("an edit", () => {
  test("of one and of the memory in one apply is one change", async () => {
    on = await staged(having(PAGES));
    const edited = having({ "max-per-page": "600" }, LARGER);
    const said = await on.plan(edited);
    expect(said).toContain("apply sets max-per-page in its server_parameters");
    expect(said).toContain("gets one configuration change: memory, vcpu");
    expect(said).toContain("The same change restarts the cluster for its server_parameters");
    await on.apply();
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    expect(running()).toEqual({ "max-per-page": "600" });
    expect(on.lastChange()).toMatchObject({ new_memory: "16_gb" });
    await on.empty();
  });

  test("alone is a restart, which the plan announces", async () => {
    on = await staged();
    const said = await on.plan(having(PAGES));
    expect(said).toContain("apply sets max-per-page in its server_parameters");
    expect(said).toContain('Cluster "products"');
    expect(said).toContain("is restarted for its server_parameters");
    expect(said).toContain("does not answer for 5 to 60 minutes");
    await on.apply();
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(on.posted()).toEqual([]);
    expect(running()).toEqual(PAGES);
    await on.empty();
  });

  test("alone where a restart has to name a size (400): it names the one that runs", async () => {
    on = await staged(SMALL, { restart_body: "400" });
    expect(await on.resized(having(PAGES))).toEqual([{ new_memory: "8_gb", new_vcpu: "2_vcpus" }]);
    expect(running()).toEqual(PAGES);
  });

  test("in a schedule: written now, restarted then, and every plan in between is empty", async () => {
    on = await staged(CALM);
    await on.apply(having(PAGES, CALM));
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(stored()).toEqual(PAGES);
    expect(running()).toEqual({});
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(running()).toEqual(PAGES);
  });

  test("while its restart waits is covered by the same one; so is an edit back", async () => {
    on = await staged(CALM);
    await on.apply(having(PAGES, CALM));
    await on.apply(having({ "max-per-page": "600" }, CALM));
    await on.apply(having(PAGES, CALM));
    expect(on.wrote()).toEqual([CREATE, CHANGE, UPDATE, UPDATE]);
    expect(on.changes()).toHaveLength(1);
    await on.empty();
  });

  test("of the memory while the restart waits: one change for both; edited back, the restart is still to come", async () => {
    on = await staged(CALM);
    await on.apply(having(PAGES, CALM));
    await on.apply(having(PAGES, { ...LARGER, ...at(LATER) }));
    expect(on.wrote()).toEqual([CREATE, CHANGE, "cancelConfigurationChange", CHANGE]);
    expect(on.lastChange()).toMatchObject({ new_memory: "16_gb", status: "pending" });
    await on.apply(having(PAGES, CALM));
    expect(on.wrote()).toEqual(["cancelConfigurationChange", CHANGE]);
    expect(on.lastChange()).toMatchObject({ new_memory: null, status: "pending" });
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(running()).toEqual(PAGES);
  });

  test("of the schedule while the restart waits moves it", async () => {
    on = await staged(CALM);
    await on.apply(having(PAGES, CALM));
    await on.apply(having(PAGES, { ...SMALL, ...at("2026-11-30T02:00:00Z") }));
    expect(on.wrote()).toEqual([CREATE, CHANGE, "cancelConfigurationChange", CHANGE]);
    expect(on.lastChange()).toMatchObject({ perform_change_at: Date.parse("2026-11-30T02:00:00Z") / 1000 });
    await on.empty();
  });

  test("of the schedule alone, with nothing waiting, sends nothing", async () => {
    on = await staged(having(PAGES));
    await on.apply(having(PAGES, CALM));
    expect(on.wrote()).toEqual([]);
    await on.empty();
  });

  test("while a change runs: the restart comes after it", async () => {
    on = await staged({ ...LARGER, ...at(LATER) });
    await on.apply(CALM);
    on.emulator.beginChange(on.id, on.lastChange().id);
    on.wrote();
    await on.apply(having(PAGES, { ...SMALL, schedule: "change_schedule {\n wait = false\n}" }));
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "pending"]);
  });

  test("takes off the list deletes ours at the service, and nobody else's", async () => {
    on = await staged(having({ ...PAGES, "filter-by-max-ops": "200" }));
    on.emulator.setParameterOutside(on.id, "cors-domains", "https://admin.example");
    await on.empty();
    const said = await on.plan(having(PAGES));
    expect(said).toContain("apply removes filter-by-max-ops in its server_parameters");
    await on.apply();
    expect(on.wrote()).toEqual([DELETE, CHANGE]);
    expect(stored()).toEqual({ ...PAGES, "cors-domains": "https://admin.example" });
    await on.empty();
    await on.apply(SMALL);
    expect(on.wrote()).toEqual([DELETE, CHANGE]);
    expect(running()).toEqual({ "cors-domains": "https://admin.example" });
    expect(await listed()).toBeNull();
    await on.empty();
  });

  test("takes off what is gone already: nothing is sent, and nothing restarts", async () => {
    on = await staged(having(PAGES));
    await on.write(SMALL);
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.deleteParameterOutside(on.id, "max-per-page");
    await on.workspace.apply(["plan.out"]);
    expect(on.wrote()).toEqual([]);
    await on.empty();
  });
});

describe("what others do", () => {
  test("a value that was changed outside is drift, and mended with a restart", async () => {
    on = await staged(having(PAGES));
    on.emulator.setParameterOutside(on.id, "max-per-page", "7");
    const { before, after } = await on.change();
    expect([before?.server_parameters, after?.server_parameters]).toEqual([{ "max-per-page": "7" }, PAGES]);
    await on.apply();
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    expect(running()).toEqual(PAGES);
    await on.empty();
  });

  test("one that was deleted outside is drift, and made again", async () => {
    on = await staged(having(PAGES));
    on.emulator.deleteParameterOutside(on.id, "max-per-page");
    expect((await on.change()).before?.server_parameters).toEqual({});
    await on.apply();
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    await on.empty();
  });

  test("one that was made outside with another value: taken over by its edit", async () => {
    on = await staged();
    on.emulator.setParameterOutside(on.id, "max-per-page", "7");
    await on.apply(having(PAGES));
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    await on.empty();
  });

  test("one that is made outside in between: looked at again, and edited", async () => {
    on = await staged();
    on.emulator.race({
      match: { operation: CREATE },
      when: "before",
      do: { set_parameter: { name: "max-per-page", value: "7" } },
    });
    await on.apply(having(PAGES));
    expect(on.wrote()).toEqual([CREATE, UPDATE, CHANGE]);
    expect(stored()).toEqual(PAGES);
    await on.empty();
  });

  test("a restart of somebody else's that comes in time is enough, and that is said", async () => {
    on = await staged(CALM);
    const id = on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS - 3600 });
    const said = await on.apply(having(PAGES, CALM));
    expect(said).toContain("its server_parameters take effect with a change that was made outside");
    expect(said).toContain(id);
    expect(on.wrote()).toEqual([CREATE]);
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(running()).toEqual(PAGES);
  });

  test.each<[string, (id: string) => void]>([
    ["cancelled outside", (id) => on.emulator.cancelOutside(on.id, id)],
    ["failed", (id) => on.emulator.finishChange(on.id, id, "failed")],
  ])("a restart that was %s is asked for again", async (_, end) => {
    on = await staged(CALM);
    await on.apply(having(PAGES, CALM));
    end(on.lastChange().id);
    on.wrote();
    const said = await on.plan();
    expect(said).toContain("have not taken effect; the next apply asks for another one");
    expect(said).not.toContain("shows as drift");
    // A plan does not change what is kept: the next one says it again.
    expect(await on.plan()).toContain("is restarted for its server_parameters");
    await on.apply();
    expect(on.wrote()).toEqual([CHANGE]);
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(running()).toEqual(PAGES);
  });

  test("a restart that was cancelled outside for another change: that one brings it", async () => {
    on = await staged(CALM);
    await on.apply(having(PAGES, CALM));
    on.emulator.cancelOutside(on.id, on.lastChange().id);
    on.emulator.advance(60);
    on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS - 7200 });
    await on.empty();
    on.emulator.advance(12 * 86_400);
    await on.empty();
    expect(running()).toEqual(PAGES);
  });
});

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
    expect(running()).toEqual(PAGES);
    await on.empty();
  });

  test("refused halfway: what was written is in the state, and the rest comes with the next apply", async () => {
    on = await staged(SMALL);
    const said = await on.apply(having({ "cache-num-entries": "2000", "max-per-page": "99999" }), 1);
    expect(said).toContain('Server parameter "max-per-page" of cluster "products"');
    expect(said).toContain("was not set");
    expect(on.wrote()).toEqual([CREATE, CREATE]);
    expect(await listed()).toEqual({ "cache-num-entries": "2000" });
    expect(on.changes()).toEqual([]);
    // Edited back: what was written is taken away again, and the restart is due all the same.
    await on.apply(SMALL);
    expect(on.wrote()).toEqual([DELETE, CHANGE]);
    await on.empty();
  });

  test("refused at once: nothing was written, and so nothing is due", async () => {
    on = await staged(SMALL);
    await on.apply(having({ "max-per-page": "99999" }), 1);
    expect(on.wrote()).toEqual([CREATE]);
    await on.empty(SMALL);
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

  test.each([CREATE, UPDATE, DELETE] as const)("a lost answer of %s is settled", async (operation) => {
    on = await staged(operation === CREATE ? SMALL : having(PAGES));
    on.emulator.addFault({ match: { operation }, effect: { kind: "reset", when: "after" } });
    const after = { [CREATE]: having(PAGES), [UPDATE]: having({ "max-per-page": "600" }), [DELETE]: SMALL };
    await on.apply(after[operation]);
    expect(on.wrote()).toEqual([operation, CHANGE]);
    expect(running()).toEqual(stored());
    await on.empty();
  });

  test("the cluster goes away between plan and apply: said, and nothing is written", async () => {
    on = await staged(SMALL, { children_of_leaving: "404" });
    await on.write(having(PAGES));
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.terminateOutside(on.id);
    await on.workspace.apply(["plan.out"], { expect: 1 });
    expect(on.wrote().filter((operation) => operation === CHANGE)).toEqual([]);
    expect(stored()).toEqual({});
  });

  test.each(['{ "" = "1" }', '{ "max per page" = "1" }'])("a name such as in %s is refused", async (map) => {
    on = await staged(SMALL);
    const said = await on.plan({ ...SMALL, server_parameters: map }, 1);
    expect(said).toContain("server_parameters");
    expect(said).toMatch(/without a name|with a blank/);
  });

  test("what the tables do not know is a warning", async () => {
    on = await staged(SMALL, { unknown_parameter: "accepted" });
    const said = await on.plan(having({ "max-per-pagee": "5", "max-per-page": "0" }));
    expect(said).toContain("The service may refuse server_parameters");
    expect(said).toContain('"max-per-pagee" is none of the known server parameters');
    expect(said).toContain("whole number from 1 to 10000");
  });
});

describe("a create that was cut off", () => {
  const wanted = having(PAGES);
  const BEFORE_SERVICE = { provisioning_seconds: 3600 };

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
    on.emulator.setAssumptions({ provisioning_seconds: 3 });
    await on.apply();
    expect(on.wrote()).toEqual([CREATE, CHANGE]);
    expect(running()).toEqual(PAGES);
    expect(await on.values()).toMatchObject({ status: "in_service", pending_change: null });
    await on.empty();
  });

  test("is resumed also where the service shows none before it is in service", async () => {
    await cutOff({});
    on.emulator.addFault({
      match: { operation: "listServerConfigurationParameters" },
      effect: { kind: "status", status: 422, message: "Not in service" },
    });
    on.emulator.setAssumptions({ provisioning_seconds: 3 });
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
    expect(running()).toEqual(PAGES);
    await on.empty();
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
    expect(running()).toEqual(PAGES);
    await on.empty();
  });

  test("that is being cloned: the restart waits for the clone where it counts as a change", async () => {
    on = await staged(SMALL, { clone_counts_as_change: "yes" });
    on.emulator.cloneOutside(on.id, {});
    await on.apply(having(PAGES));
    expect(on.wrote()).toEqual([CREATE, CHANGE, CHANGE]);
    expect(running()).toEqual(PAGES);
    await on.empty();
  });

  test("a lost answer of the restart: looked up, and not sent twice", async () => {
    on = await staged(SMALL);
    on.emulator.addFault({ match: { operation: CHANGE }, effect: { kind: "reset", when: "after" } });
    await on.apply(having(PAGES));
    expect(on.changes()).toHaveLength(1);
    expect(running()).toEqual(PAGES);
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

  test("with what holds already is an update that sends nothing", async () => {
    await on.write(importing(on.id, having(PAGES)));
    const { actions } = await on.change();
    expect(actions).toEqual(["update"]);
    await on.workspace.apply();
    expect(on.wrote()).toEqual([]);
    await on.empty();
  });

  test("without any asks for none", async () => {
    await on.write(importing(on.id, SMALL));
    expect((await on.change()).actions).toEqual(["no-op"]);
    expect(on.requests()).not.toContain("listServerConfigurationParameters");
  });

  test("with other values writes them, and restarts", async () => {
    await on.write(importing(on.id, having({ "max-per-page": "600" })));
    await on.workspace.apply();
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    await on.empty();
  });
});
