import type { Client, CloningOperationRecord } from "../../../src/client/index";
import { NoCluster } from "../../../src/provider/api/errors";
import { whenFree } from "../../../src/provider/clusterChange/whenFree";
import { clientOf } from "../../../src/provider/service";
import { changeRecord } from "../configurationChange/kit";
import { callOf, failing, inTurn, look, NOW, serviceOf } from "../kit";

const REFUSED = failing("refused", 422, "Not now");
const RUNNING = changeRecord({ status: "in_progress", perform_change_at: NOW / 1000 - 60 });
const SCHEDULED = changeRecord({ status: "pending", perform_change_at: NOW / 1000 + 86_400 });
const CLONING = { id: "cl-1", status: "in_progress" } as CloningOperationRecord;

function during(given: Partial<Client>, ...answers: (string | Error)[]) {
  const waits: string[] = [];
  const service = serviceOf({
    waitForChange: async (_, id) => {
      waits.push(id);
      return RUNNING;
    },
    waitForCloningOperation: async (_, id) => {
      waits.push(id);
      return CLONING;
    },
    waitForCluster: async (_, { judge }) => {
      waits.push(
        `starting ${judge(look("initializing"))}, suspended ${judge(look("suspended"))}, in service ${judge(look("in_service"))}`,
      );
      return look("in_service");
    },
    ...given,
  });
  let writes = 0;
  const next = inTurn(...answers);
  const write = async () => {
    if (!service.locked()) throw new Error("without the lock");
    writes += 1;
    return next();
  };
  const run = (isFinal = false) =>
    whenFree(callOf(service), clientOf(service), "c-1", {
      purpose: "to set it of",
      isFinal,
      attempt: async () => ({ done: await write() }),
    });
  return { run, waits, writes: () => writes };
}

test("a write that is taken is all there is", async () => {
  const read = jest.fn();
  const { run, writes } = during({ read }, "done");
  await expect(run()).resolves.toBe("done");
  expect([writes(), read.mock.calls]).toEqual([1, []]);
});

describe("a refusal is looked into: waited for, and written again", () => {
  test.each<[string, Partial<Client>, string]>([
    ["while a change runs", { changes: async () => [RUNNING] }, "ch-1"],
    ["while a clone is made", { cloningOperations: async () => [CLONING] }, "cl-1"],
    [
      "while the cluster starts",
      { read: async () => look("provisioning") },
      "starting pending, suspended done, in service done",
    ],
  ])("%s", async (_, client, waited) => {
    const { run, waits, writes } = during(client, REFUSED, "done");
    await expect(run()).resolves.toBe("done");
    expect([waits, writes()]).toEqual([[waited], 2]);
  });

  test("again and again, but not for ever", async () => {
    const { run, writes } = during({ changes: async () => [RUNNING] }, REFUSED);
    await expect(run()).rejects.toMatchObject({
      summary: "Cluster c-1 keeps being changed by others",
      detail: expect.stringMatching(/^12 attempts to set it of it .*, last: Configuration change ch-1 \(/),
    });
    expect(writes()).toBe(12);
  });
});

describe("a refusal that means what it says", () => {
  test.each<[string, Partial<Client>, Error, boolean]>([
    ["with nothing on its way", {}, REFUSED, false],
    ["as 400, whatever runs", { changes: async () => [RUNNING] }, failing("invalid", 400), false],
    [
      "as 404 of something else than the cluster",
      { changes: async () => [RUNNING] },
      failing("not_found", 404),
      false,
    ],
    ["when it is hopeless, whatever runs", { changes: async () => [RUNNING] }, REFUSED, true],
  ])("%s", async (_, client, error, hopeless) => {
    const { run, waits, writes } = during(client, error);
    await expect(run(hopeless)).rejects.toBe(error);
    expect([waits, writes()]).toEqual([[], 1]);
  });
});

test("a change that begins tomorrow may be the reason for a refusal, so it is named", async () => {
  const { run, waits } = during({ changes: async () => [SCHEDULED] }, REFUSED);
  await expect(run()).rejects.toMatchObject({
    summary: "Not now",
    detail: expect.stringMatching(
      /^As the service says\. In flight at the cluster: Configuration change ch-1 \(.*due 2026-11-21/,
    ),
  });
  expect(waits).toEqual([]);
});

describe("a cluster that is gone", () => {
  test.each<[string, Error, string | null, string]>([
    ["404", failing("not_found", 404), null, "The service answers 404 for it"],
    ["422 on its way out", REFUSED, "deprovisioning", "Its status is deprovisioning"],
    ["400 after its end", failing("invalid", 400), "terminated", "Its status is terminated"],
  ])("%s", async (_, error, status, words) => {
    const { run } = during({ read: async () => look(status) }, error);
    await expect(run()).rejects.toThrow(NoCluster);
    await expect(run()).rejects.toMatchObject({
      summary: "There is no cluster c-1 to set it of",
      detail: expect.stringContaining(words),
      path: ["cluster_id"],
      status,
    });
  });
});

test.each([failing("auth", 403), failing("payment", 402), failing("lost_write", null), new Error("a fault")])(
  "any other failure is not looked into: %s",
  async (error) => {
    const read = jest.fn();
    const { run, writes } = during({ read }, error);
    await expect(run()).rejects.toBe(error);
    expect([writes(), read.mock.calls]).toEqual([1, []]);
  },
);
