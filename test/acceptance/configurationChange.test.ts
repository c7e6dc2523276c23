import { asked, CHANGE, SHOP } from "./explicit";
import { flat, OPTIONS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
  on.emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
});
afterEach(() => on.close());

const POST = `POST /clusters/${SHOP}/configuration-changes`;
const LARGER = 'new_memory = "16_gb"\nnew_vcpu = "4_vcpus"';
const LATER = 'perform_change_at = "2026-12-01T03:00:00+01:00"';
const cancel = (id: unknown) => `PATCH /clusters/${SHOP}/configuration-changes/${id}`;
const changes = () => on.emulator.state().changes;
const values = async () => (await on.resource(CHANGE)).values;

describe("a change", () => {
  test("is made at once, and waited for", async () => {
    const { output } = await on.applied(asked(LARGER));
    expect(flat(output)).toContain(`Cluster ${SHOP} gets a configuration change: memory, vcpu`);
    expect(on.writes()).toEqual([POST]);
    const [made] = changes();
    expect(await values()).toMatchObject({
      id: made?.id,
      cluster_id: SHOP,
      status: "succeeded",
      new_memory: "16_gb",
      new_gpu: null,
      completed_at: expect.stringMatching(/^2026-11-20T00:/),
      old: { memory: "8_gb", vcpu: "2_vcpus", gpu: false, region_node_counts: { oregon: 1 } },
    });
    await on.workspace.emptyPlan();
    expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  });

  test("waits for its moment, in the user's words, and then catches up", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}\nnotification_email_addresses = ["oncall@example.com"]`));
    expect(changes()).toMatchObject([
      {
        perform_change_at: Date.UTC(2026, 11, 1, 2) / 1000,
        notification_email_addresses: ["oncall@example.com"],
        new_memory: "16_gb",
        new_gpu: null,
      },
    ]);
    expect(await values()).toMatchObject({
      status: "pending",
      perform_change_at: "2026-12-01T03:00:00+01:00",
      completed_at: null,
    });
    await on.workspace.emptyPlan();
    await on.write(
      asked(
        `${LARGER}\n${LATER.replace("03:00:00+01:00", "02:00:00Z")}\nnotification_email_addresses = ["oncall@example.com"]`,
      ),
    );
    await on.workspace.emptyPlan();
    on.emulator.advance(12 * 24 * 3600);
    await on.workspace.emptyPlan();
    await on.workspace.apply();
    expect(await values()).toMatchObject({ status: "succeeded" });
    expect(on.writes()).toEqual([POST]);
  });

  test("begins in its window, chosen from the server's clock", async () => {
    const window = 'window {\n days = ["sunday"]\n start = "02:00"\n timezone = "Europe/Zurich"\n}';
    const { output } = await on.applied(asked(`${LARGER}\n${window}`));
    expect(flat(output)).toContain("02:00 Europe/Zurich");
    expect(await values()).toMatchObject({ status: "pending", perform_change_at: "2026-11-22T01:00:00Z" });
    await on.workspace.emptyPlan();
  });

  test("that turns on high availability is announced as one for good", async () => {
    await on.write(asked(`new_high_availability = true\n${LATER}`));
    const { output } = await on.workspace.plan();
    expect(flat(output)).toContain(`Cluster ${SHOP}: high availability cannot be turned off again`);
  });

  test("whose moment is over is refused, with both times, before any write", async () => {
    const past = 'perform_change_at = "2026-11-01T00:00:00Z"';
    await on.write(asked(`${LARGER}\n${past}`));
    expect(flat((await on.workspace.plan()).output)).toContain("perform_change_at is in the past");
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toMatch(
      /perform_change_at says 2026-11-01T00:00:00Z, and the service's time is 2026-11-20T00:/,
    );
    expect(on.writes()).toEqual([]);
  });
});

describe("a restart", () => {
  test.each([
    ["as perform_change_at alone", "accepted", { new_high_performance_disk: null }, 1],
    [
      "with the disks as they are, where the service demands a size",
      "400",
      { new_high_performance_disk: "no" },
      2,
    ],
  ])("goes %s", async (_, restart_body, size, requests) => {
    on.emulator.setAssumptions({ restart_body });
    on.emulator.patchCluster(SHOP, { auto_upgrade_capacity: true });
    const { output } = await on.applied(asked(`wait = false\ntriggers = { on = "monday" }`));
    expect(flat(output)).toContain(`Cluster ${SHOP} is restarted`);
    expect(on.writes()).toEqual(Array(requests).fill(POST));
    expect(changes()).toMatchObject([{ ...size, new_memory: null, new_vcpu: null }]);
    expect(await values()).toMatchObject({
      new_high_performance_disk: null,
      new_memory: null,
      new_vcpu: null,
    });
  });

  test("of a changed trigger is another one, after the one before is cancelled", async () => {
    await on.applied(asked(`triggers = { on = "monday" }\n${LATER}`));
    const { id } = await values();
    on.writes();
    await on.write(asked(`triggers = { on = "tuesday" }\n${LATER}`));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
    await on.workspace.apply();
    expect(on.writes()).toEqual([cancel(id), POST]);
    expect(changes().map(({ status }) => status)).toEqual(["canceled", "pending"]);
    await on.workspace.emptyPlan();
  });
});

describe("a destroy", () => {
  test("cancels what has not begun", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    const { id } = await values();
    on.writes();
    await on.workspace.destroy();
    expect(on.writes()).toEqual([cancel(id)]);
    expect(changes()).toMatchObject([{ status: "canceled" }]);
  });

  test("leaves what has begun to the service, and says so", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    const { id } = await values();
    on.writes();
    on.emulator.beginChange(SHOP, String(id));
    const { output } = await on.workspace.destroy();
    expect(flat(output)).toContain(`Configuration change ${id} of cluster ${SHOP} has begun and continues`);
    expect(on.writes()).toEqual([]);
    await on.workspace.emptyPlan(["-destroy"]);
  });

  test("that loses the race is the same", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    on.emulator.race({ match: { operation: "cancelConfigurationChange" }, when: "before", do: "begin" });
    expect(flat((await on.workspace.destroy()).output)).toContain("has begun and continues");
    expect(changes()).toMatchObject([{ status: "in_progress" }]);
  });

  test("of what is done is one look", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    on.emulator.finishChange(SHOP, String((await values()).id), "succeeded");
    on.requests();
    await on.workspace.destroy();
    expect(on.requests()).toEqual(["getConfigurationChange"]);
  });

  test("beside a cluster that is going away is done", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    on.emulator.addFault({
      match: { operation: "cancelConfigurationChange" },
      effect: { kind: "status", status: 422, message: "The cluster is going away" },
    });
    on.emulator.race({ match: { operation: "cancelConfigurationChange" }, when: "before", do: "terminate" });
    await on.workspace.destroy();
    expect((await on.workspace.state()).values?.root_module.resources ?? []).toEqual([]);
  });

  test("at another address does not take a 404 for done", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    const before = on.environment.SEARCHCLOUD_BASE_URL;
    on.environment.SEARCHCLOUD_BASE_URL = before?.replace("127.0.0.1", "localhost");
    on.emulator.addFault({
      match: { operation: "getConfigurationChange", times: 0 },
      effect: { kind: "status", status: 404 },
    });
    const { output } = await on.workspace.destroy([], { expect: 1 });
    expect(flat(output)).toContain("Nothing was changed. Set base_url back");
    expect(await values()).toMatchObject({ status: "pending" });
  });
});

describe("outside of Terraform", () => {
  test.each([
    ["failed", "has failed"],
    ["canceled", "was cancelled"],
  ])("a change that has %s later stays, with a warning", async (status, words) => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    const id = String((await values()).id);
    on.writes();
    if (status === "failed") on.emulator.finishChange(SHOP, id, "failed");
    else on.emulator.cancelOutside(SHOP, id);
    const { output } = await on.workspace.emptyPlan();
    expect(flat(output)).toContain(`Warning: Configuration change ${id} of cluster ${SHOP} ${words}`);
    await on.workspace.apply();
    expect(await values()).toMatchObject({ id, status });
    expect(flat((await on.workspace.emptyPlan()).output)).not.toContain(words);
    expect(on.writes()).toEqual([]);
  });

  test("a terminated cluster takes the change along; the plan asks for it again, and apply says why not", async () => {
    await on.applied(asked(`${LARGER}\n${LATER}`));
    on.emulator.forget(SHOP);
    on.writes();
    await on.workspace.planJson();
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`of cluster ${SHOP} is gone`);
    expect(flat(output)).toContain(`There is no cluster ${SHOP} to change`);
    expect(on.writes()).toEqual([]);
  });
});
