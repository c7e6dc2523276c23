import type { Client } from "../../../src/client";
import { createCluster } from "../../../src/provider/cluster/create";
import type { ClusterValues } from "../../../src/provider/cluster/types";
import { FakeService, refusal } from "../clusterChange/fakeService";
import { SECONDS, SINGLE } from "../clusterChange/kit";
import { call, record, seen, service, values } from "../support";
import { answered, FakeParameters } from "./kit";

/** A new cluster with server parameters: written when it is in service, then one restart. */
const KEPT = { id: "c-1", host: "api.example", protected: false };
const PLANNED = values({ name: "products", regions: ["oregon"], server_parameters: { a: "1" } });
const later = { perform_change_at: "2026-01-04T02:00:00Z", wait: null, window: null };

function making(planned: ClusterValues = PLANNED) {
  const parameters = new FakeParameters();
  const sizing = new FakeService(SINGLE);
  const done: string[] = [];
  const deadlines: number[] = [];
  const client: Partial<Client> = {
    ...sizing.client,
    clock: { now: () => 5000, sleep: () => Promise.reject(new Error("nobody sleeps")) } as never,
    parameters: async () => {
      done.push("list");
      return [];
    },
    createParameter: async (id, body, options) => {
      done.push(`create ${body.parameter_name}`);
      return parameters.client.exclusively?.(id, options.signal, async () =>
        parameters.client.createParameter?.(id, body, options),
      ) as never;
    },
    createCluster: async () => record({ status: "provisioning", hostnames: null }),
    waitForCluster: async (_, spec) => {
      done.push("in service");
      const answer = seen(record());
      spec.judge(answer as never);
      return answer as never;
    },
    waitForChange: async (id, change, spec) => {
      deadlines.push(spec.deadline);
      return sizing.client.waitForChange(id, change, spec);
    },
  };
  const it = call(service([], { client }));
  return { it, sizing, parameters, done, deadlines, learned: createCluster(it, planned) };
}

test("they are written when it is in service, and a restart has the time of an update", async () => {
  const { it, sizing, done, deadlines, learned } = making();
  expect(await learned).toMatchObject({
    status: "in_service",
    server_parameters: { a: "1" },
    pending_change: null,
  });
  // The last is what shows that the restart is over.
  expect(done).toEqual(["in service", "list", "create a", "in service"]);
  expect(sizing.bodies).toEqual([{ perform_change_at: SECONDS + 30 }]);
  expect(deadlines).toEqual([5000 + 6 * 3_600_000]);
  expect(it.keeps()).toEqual(KEPT);
});

test("in a schedule the restart waits for it", async () => {
  const { it, sizing, learned } = making({ ...PLANNED, change_schedule: later });
  expect(await learned).toMatchObject({
    pending_change: { id: "own-1", perform_change_at: later.perform_change_at },
  });
  expect(sizing.bodies).toEqual([{ perform_change_at: Date.UTC(2026, 0, 4, 2) / 1000 }]);
  expect(it.keeps()).toEqual({ ...KEPT, change: "own-1", restart_by: "own-1" });
});

test("the restart changes nothing of the cluster, whatever it was made into", async () => {
  const { sizing, learned } = making({ ...PLANNED, memory: "16_gb" });
  await learned;
  expect(sizing.bodies).toEqual([{ perform_change_at: SECONDS + 30 }]);
});

test.each([null, {}])("with none (%j) nothing is asked", async (server_parameters) => {
  const { sizing, done, learned } = making({ ...PLANNED, server_parameters });
  await learned;
  expect(done).toEqual(["in service"]);
  expect(sizing.requests).toEqual([]);
});

test("a refused one ends it there: nothing was written, and nothing is due", async () => {
  const { it, sizing, parameters, learned } = making();
  parameters.beforeWrite.push(() => {
    throw answered(403, "Not allowed");
  });
  await expect(learned).rejects.toMatchObject({ summary: expect.stringContaining('Server parameter "a"') });
  expect(sizing.requests).toEqual([]);
  expect(it.keeps()).toEqual(KEPT);
});

test("a refused restart leaves it due", async () => {
  const { it, sizing, learned } = making();
  sizing.onCreate.push(() => {
    throw refusal(402, "Payment required");
  });
  await expect(learned).rejects.toThrow("Payment required");
  expect(it.keeps()).toEqual({ ...KEPT, restart_due: true });
});
