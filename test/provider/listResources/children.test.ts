import { type Emulated, emulated } from "../emulated";
import { query } from "./kit";

const DAY = 86_400;
const now = Math.floor(Date.now() / 1000);
const ended = (days: number) => ({ created_at: now - days * DAY, completed_at: now - days * DAY + 60 });

let at: Emulated;
beforeAll(async () => {
  at = await emulated({
    seed: {
      clusters: [
        {
          id: "shop1",
          changes: [
            { id: "ch-1", status: "succeeded", ...ended(9), new_memory: "16_gb", new_vcpu: "4_vcpus" },
            { id: "ch-2", status: "canceled", ...ended(3), notification_email_addresses: ["a@b.example"] },
            {
              id: "ch-3",
              status: "pending",
              perform_change_at: now + DAY,
              new_memory: "32_gb",
              new_vcpu: "4_vcpus",
            },
          ],
          clones: [{ id: "cl-1", status: "succeeded", ...ended(5), target_region: "paris" }],
          parameters: { "max-per-page": "500", "thread-pool-size": "32" },
        },
      ],
    },
  });
  at.emulator.clearJournal();
});
afterAll(() => at.close());
afterEach(() => at.emulator.clearJournal());

const on = { cluster_id: "shop1", includesResource: true };
const operations = () => at.emulator.journal().map(({ operation }) => operation);

test("the changes of a cluster, with the settings that they requested, are one request", async () => {
  const { found, names } = await query(at.service, "configuration_change", on);
  expect(names).toEqual([
    expect.stringMatching(/^Configuration change ch-3 \(.*pending\)$/),
    expect.stringMatching(/^Configuration change ch-2 \(a restart.*canceled\)$/),
    expect.stringMatching(/^Configuration change ch-1 \(.*succeeded\)$/),
  ]);
  expect(found[0]).toMatchObject({
    values: { cluster_id: "shop1", id: "ch-3" },
    whole: { new_memory: "32_gb", status: "pending" },
  });
  expect(found[1]?.whole).toMatchObject({ new_memory: null, notification_email_addresses: ["a@b.example"] });
  expect(operations()).toEqual(["listConfigurationChanges"]);
  const { names: pending } = await query(at.service, "configuration_change", { ...on, status: "pending" });
  expect(pending).toEqual([names[0]]);
});

test("the cloning operations of a cluster", async () => {
  const { found } = await query(at.service, "cloning_operation", on);
  expect(found).toMatchObject([
    { values: { id: "cl-1", cluster_id: "shop1" }, whole: { target_region: "paris", status: "succeeded" } },
  ]);
  expect(operations()).toEqual(["listCloningOperations"]);
  expect((await query(at.service, "cloning_operation", { ...on, status: "failed" })).names).toEqual([]);
});

test("the server parameters of a cluster, by name", async () => {
  const { found, names } = await query(at.service, "server_parameter", on);
  expect(names).toEqual(["max-per-page", "thread-pool-size"]);
  expect(found[0]?.whole).toMatchObject({ cluster_id: "shop1", name: "max-per-page", value: "500" });
  expect(operations()).toEqual(["listServerConfigurationParameters"]);
});

test("a cluster that does not exist is an error", async () => {
  await expect(query(at.service, "configuration_change", { cluster_id: "nobody" })).rejects.toThrow();
});
