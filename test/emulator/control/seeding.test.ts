import { call, emulators } from "../support";

const start = emulators();
const CHANGES = "/clusters/abc/configuration-changes";
const one = { id: "abc", memory: "8_gb", vcpu: "2_vcpus" };
const withChange = (change: object) =>
  start({ seed: { clusters: [{ ...one, changes: [{ id: "c1", ...change }] }] } });

describe("seeded changes", () => {
  const later = 1_798_761_600 + 86_400;
  test.each([
    [{}, { status: "pending", created_at: 1_798_761_600, perform_change_at: later, completed_at: null }],
    [{ perform_change_at: 1_798_761_601 }, { status: "pending", perform_change_at: 1_798_761_601 }],
    [
      { status: "in_progress" },
      { status: "in_progress", perform_change_at: 1_798_761_600, completed_at: null },
    ],
    [
      { status: "succeeded", created_at: 100, perform_change_at: 200, completed_at: 300 },
      { status: "succeeded", created_at: 100, updated_at: 300, perform_change_at: 200, completed_at: 300 },
    ],
    [{ status: "failed" }, { status: "failed", completed_at: 1_798_761_600 }],
    [
      { status: "canceled", created_at: 100, completed_at: 300 },
      { status: "canceled", created_at: 100, updated_at: 300, completed_at: null },
    ],
    [{ notification_email_addresses: ["a@b.example"] }, { notification_email_addresses: ["a@b.example"] }],
    [
      {
        new_high_availability: "yes",
        new_high_availability_node_count: 5,
        new_search_server_version: "29.0",
      },
      {
        old_high_availability: "no",
        new_high_availability: "yes",
        new_high_availability_node_count: 5,
        new_search_server_version: "29.0",
        new_memory: null,
      },
    ],
  ] as const)("%j", async (change, expected) => {
    const emulator = await withChange(change);
    expect((await call(emulator, `GET ${CHANGES}/c1`)).body).toMatchObject({ id: "c1", ...expected });
  });

  test.each([
    ["pending", "succeeded", "16_gb"],
    ["in_progress", "succeeded", "16_gb"],
    ["succeeded", "succeeded", "8_gb"],
    ["failed", "failed", "8_gb"],
    ["canceled", "canceled", "8_gb"],
  ])("%s becomes %s, and the cluster has %s two days later", async (status, later_, memory) => {
    const emulator = await withChange({ status, new_memory: "16_gb" });
    emulator.advance(2 * 86_400);
    expect(emulator.state()).toMatchObject({ clusters: [{ memory }], changes: [{ status: later_ }] });
  });

  test("without an id get one each", async () => {
    const emulator = await start({
      seed: { clusters: [{ id: "abc", changes: [{ status: "succeeded" }, { status: "failed" }] }] },
    });
    const ids = emulator.state().changes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});
