import { asked, SHOP } from "./explicit";
import { cluster, flat, OPTIONS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
});
afterEach(() => on.close());

const data = (body = "", id = SHOP) =>
  `data "searchcloud_configuration_changes" "all" {\ncluster_id = "${id}"\n${body}\n}
output "changes" {\nvalue = data.searchcloud_configuration_changes.all.configuration_changes\n}`;

async function shown(text: string): Promise<Record<string, unknown>[]> {
  await on.applied(text);
  const { values } = await on.workspace.state();
  return values?.outputs?.changes?.value as Record<string, unknown>[];
}

describe("data.searchcloud_configuration_changes", () => {
  const DAY = 86_400;
  const NOW = Date.UTC(2026, 10, 20) / 1000;
  const seed = () =>
    on.emulator.seed({
      clusters: [
        {
          id: SHOP,
          memory: "8_gb",
          vcpu: "2_vcpus",
          changes: Array.from({ length: 23 }, (_, day) => ({
            id: `c${day}`,
            status:
              day === 0 ? ("pending" as const) : day === 1 ? ("failed" as const) : ("succeeded" as const),
            created_at: NOW - day * DAY,
            perform_change_at: NOW - day * DAY + (day === 0 ? DAY : 60),
            new_memory: "16_gb",
          })),
        },
      ],
    });

  test.each(["by_id"])("shows all of them from every page, newest first (%s)", async (list_order) => {
    on.emulator.setAssumptions({ list_order });
    seed();
    const all = await shown(data());
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 23 }, (_, day) => `c${day}`));
    expect(on.requests().filter((operation) => operation === "listConfigurationChanges").length % 3).toBe(0);
  });

  test("shows a change as the service has it, moments in RFC 3339", async () => {
    seed();
    const [pending] = await shown(data());
    expect(pending).toMatchObject({
      id: "c0",
      status: "pending",
      created_at: "2026-11-20T00:00:00Z",
      perform_change_at: "2026-11-21T00:00:00Z",
      completed_at: null,
      notification_email_addresses: [],
      old_memory: "8_gb",
      new_memory: "16_gb",
      new_vcpu: null,
      old_gpu: false,
      new_gpu: null,
      old_region_node_counts: { oregon: 1 },
      new_region_node_counts: null,
    });
  });

  test.each([["pending", ["c0"]]])("shows only those that are %s", async (status, ids) => {
    seed();
    const some = await shown(data(`status = "${status}"`));
    expect(some.map(({ id }) => id)).toEqual(ids);
  });

  test("of a cluster that is not there is an error", async () => {
    await on.write(data("", "nowhere"));
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(flat(output)).toMatch(/404/);
    expect(flat(output)).toContain("nowhere");
  });
});

test("a new cluster and its restart fit into one apply, and neither is drift of the other", async () => {
  const restart = asked('triggers = { on = "monday" }\nperform_change_at = "2026-12-01T00:00:00Z"').replace(
    `"${SHOP}"`,
    "searchcloud_cluster.products.id",
  );
  await on.applied(`${cluster()}\n${restart}`);
  expect(on.writes()).toEqual(["POST /clusters", expect.stringMatching(/configuration-changes$/)]);
  await on.workspace.emptyPlan();
  on.emulator.advance(12 * 86_400);
  await on.workspace.emptyPlan();
  await on.workspace.destroy();
  expect(on.emulator.state().changes).toMatchObject([{ status: "succeeded" }]);
});
