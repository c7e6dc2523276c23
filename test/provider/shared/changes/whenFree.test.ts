import type { Client, CloningOperationRecord } from "../../../../src/client/index";
import { NoClusterError } from "../../../../src/provider/model/errors";
import { whenFree } from "../../../../src/provider/shared/changes/whenFree";
import { clientOf } from "../../../../src/provider/shared/service";
import { callOf, failing, inTurn, look, NOW, serviceOf } from "../../kit";
import { changeRecord } from "../../resources/configurationChange/kit";

const REFUSED = failing("refused", 422, "Not now");
const RUNNING = changeRecord({ status: "in_progress", perform_change_at: NOW / 1000 - 60 });
const SCHEDULED = changeRecord({ status: "pending", perform_change_at: NOW / 1000 + 86_400 });
const CLONING = { id: "cl-1", status: "in_progress" } as CloningOperationRecord;
const running: Partial<Client> = { changes: async () => [RUNNING] };

/** Writes with these answers, one attempt after the other; returns the waits and the reads of the cluster in between. */
async function write(given: Partial<Client>, answers: (string | Error)[], isFinal = false) {
  const requests: string[] = [];
  const next = inTurn(...answers);
  const read = given.read ?? (async () => look("in_service"));
  const service = serviceOf({
    waitForChange: async (_, id) => {
      requests.push(`wait for ${id}`);
      return RUNNING;
    },
    waitForCloningOperation: async (_, id) => {
      requests.push(`wait for ${id}`);
      return CLONING;
    },
    waitForCluster: async (_, { judge }) => {
      const judged = ["initializing", "suspended", "in_service"].map((status) => judge(look(status)));
      requests.push(`wait for the cluster: ${judged}`);
      return look("in_service");
    },
    ...given,
    read: (...options) => {
      requests.push("read");
      return read(...options);
    },
  });
  const attempt = async () => {
    if (!service.locked()) throw new Error("without the lock");
    requests.push("write");
    return { done: await next() };
  };
  const outcome = await whenFree(callOf(service), clientOf(service), "c-1", {
    purpose: "to set it of",
    isFinal,
    attempt,
  }).catch((error: unknown) => error);
  return { outcome, requests };
}

test("an accepted write needs nothing else", async () => {
  expect(await write({}, ["done"])).toEqual({ outcome: "done", requests: ["write"] });
});

describe("a refusal is observed", () => {
  test.each<[string, Partial<Client>, string]>([
    ["while a change runs", running, "wait for ch-1"],
    ["while a clone is created", { cloningOperations: async () => [CLONING] }, "wait for cl-1"],
    [
      "while the cluster starts",
      { read: async () => look("provisioning") },
      "wait for the cluster: pending,done,done",
    ],
  ])("and written again after a wait %s", async (_, client, waited) => {
    const { outcome, requests } = await write(client, [REFUSED, "done"]);
    expect([outcome, requests]).toEqual(["done", ["write", "read", waited, "write"]]);
  });

  test("repeatedly, but not for ever", async () => {
    const { outcome, requests } = await write(running, [REFUSED]);
    expect(outcome).toMatchObject({
      summary: "Cluster c-1 keeps being changed by others",
      detail: expect.stringMatching(/^Gave up after 12 attempts: .*, last: Configuration change ch-1 \(/),
    });
    expect(requests.filter((request) => request === "write")).toHaveLength(12);
  });

  test.each<[string, Partial<Client>, Error, isFinal: boolean]>([
    ["with nothing in flight", {}, REFUSED, false],
    ["with 400, whatever runs", running, failing("invalid", 400), false],
    ["with 404 of something else than the cluster", running, failing("not_found", 404), false],
    ["where no wait helps, whatever runs", running, REFUSED, true],
  ])("and thrown as it is %s", async (_, client, error, isFinal) => {
    const { outcome, requests } = await write(client, [error], isFinal);
    expect(outcome).toBe(error);
    expect(requests).toEqual(["write", "read"]);
  });

  test("and names a change that begins tomorrow, which may be its reason", async () => {
    const { outcome, requests } = await write({ changes: async () => [SCHEDULED] }, [REFUSED]);
    expect(outcome).toMatchObject({
      summary: "Not now",
      detail: expect.stringMatching(
        /^As the service says\. In flight at the cluster: Configuration change ch-1 \(.*due 2026-11-21/,
      ),
    });
    expect(requests).toEqual(["write", "read"]);
  });

  test.each<[string, Error, string | null, string]>([
    ["404", failing("not_found", 404), null, "The service answers 404 for it"],
    ["422 on its way out", REFUSED, "deprovisioning", "Its status is deprovisioning"],
    ["400 after its end", failing("invalid", 400), "terminated", "Its status is terminated"],
  ])("and says that the cluster is gone: %s", async (_, error, status, words) => {
    const { outcome } = await write({ read: async () => look(status) }, [error]);
    expect(outcome).toBeInstanceOf(NoClusterError);
    expect(outcome).toMatchObject({
      summary: `Cannot set it: cluster c-1 ${status === null ? "not found" : `is ${status}`}`,
      detail: expect.stringContaining(words),
      path: ["cluster_id"],
      status,
    });
  });
});

test.each([failing("auth", 403), failing("lost_write", null), new Error("a fault")])(
  "any other failure is thrown at once: %s",
  async (error) => {
    expect(await write(running, [error])).toEqual({ outcome: error, requests: ["write"] });
  },
);
