import { CHANGE, explicit, SHOP } from "./explicit";
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
const changes = () => on.emulator.state().changes;
const values = async () => (await on.resource(CHANGE)).values;

describe("a change", () => {
  test("is created at once, and waited for", async () => {
    const { output } = await on.applied(explicit(LARGER));
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
    await on.applied(explicit(`${LARGER}\n${LATER}\nnotification_email_addresses = ["oncall@example.com"]`));
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
      explicit(
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
    const { output } = await on.applied(explicit(`wait = false\ntriggers = { on = "monday" }`));
    expect(flat(output)).toContain(`Cluster ${SHOP} is restarted`);
    expect(on.writes()).toEqual(Array(requests).fill(POST));
    expect(changes()).toMatchObject([{ ...size, new_memory: null, new_vcpu: null }]);
    expect(await values()).toMatchObject({
      new_high_performance_disk: null,
      new_memory: null,
      new_vcpu: null,
    });
  });
});

describe("a destroy", () => {
  test("leaves what has begun to the service, and says so", async () => {
    await on.applied(explicit(`${LARGER}\n${LATER}`));
    const { id } = await values();
    on.writes();
    on.emulator.beginChange(SHOP, String(id));
    const { output } = await on.workspace.destroy();
    expect(flat(output)).toContain(`Configuration change ${id} of cluster ${SHOP} has begun and continues`);
    expect(on.writes()).toEqual([]);
    await on.workspace.emptyPlan(["-destroy"]);
  });
});

describe("outside of Terraform", () => {
  test("a change that fails later stays, with a warning", async () => {
    await on.applied(explicit(`${LARGER}\n${LATER}`));
    const id = String((await values()).id);
    on.writes();
    on.emulator.finishChange(SHOP, id, "failed");
    const { output } = await on.workspace.emptyPlan();
    expect(flat(output)).toContain(`Warning: Configuration change ${id} of cluster ${SHOP} has failed`);
    await on.workspace.apply();
    expect(await values()).toMatchObject({ id, status: "failed" });
    expect(flat((await on.workspace.emptyPlan()).output)).not.toContain("has failed");
    expect(on.writes()).toEqual([]);
  });
});
