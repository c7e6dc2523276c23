import { CHANGE, CLONE } from "../../../../src/provider/shared/changes/inFlight";
import { awaitChange, untilEnd } from "../../../../src/provider/shared/changes/waits";
import { cloneRecord } from "../../resources/cloningOperation/kit";
import { FakeService } from "./fakeService";
import { changeOf, clusterOf, NOW, SECONDS, SINGLE } from "./kit";

const { signal } = new AbortController();
const BIG = { ...SINGLE, memory: "16_gb" };
const own = changeOf({ id: "own", new_memory: "16_gb" });

describe("waiting for a change to show", () => {
  const succeeds = (live = SINGLE) => {
    const service = new FakeService(SINGLE, own);
    // The record shows the result before the cluster does.
    service.onWait.push((it) => {
      it.becomes("own", "succeeded");
      it.runs(live);
    });
    return service;
  };
  const shown = ({ client }: FakeService, autoUpgrade = false) =>
    awaitChange("c-1", own, BIG, autoUpgrade, { client, signal, deadline: NOW + 1000, timeout: "1s" });

  test("follows the wait for its end, until the cluster is in service with its result", async () => {
    const service = succeeds();
    service.onPoll.push(
      () => {},
      (it) => {
        it.cluster = clusterOf(BIG, { status: "initializing" });
      },
      (it) => it.runs(BIG),
    );
    expect(await shown(service)).toEqual(clusterOf(BIG));
    expect(service.requests).toEqual(["wait own", "wait for the cluster"]);
  });

  test("accepts more than was requested where the service may raise it", async () => {
    const service = succeeds({ ...SINGLE, memory: "64_gb", vcpu: "8_vcpus" });
    expect((await shown(service, true)).memory).toBe("64_gb");
  });

  test.each<[status: string, summary: string, detail: RegExp]>([
    [
      "failed",
      "Configuration change own of cluster c-1 has failed",
      /^Configuration change own \(memory 16_gb, .*, failed\)\. The service leaves the cluster in a state between old and new/,
    ],
    [
      "canceled",
      "Configuration change own of cluster c-1 was cancelled outside of Terraform",
      /canceled\)\. The cluster stays as it was\. The next plan shows what differs\.$/,
    ],
  ])("ends with an error that names a change that %s", async (status, summary, detail) => {
    const service = new FakeService(SINGLE, own);
    service.onWait.push((it) => it.becomes("own", status));
    await expect(shown(service)).rejects.toMatchObject({ summary, detail: expect.stringMatching(detail) });
    expect(service.requests).toEqual(["wait own"]);
  });

  test("ends with an error if the cluster is deleted", async () => {
    const service = succeeds();
    service.onPoll.push((it) => {
      it.cluster = undefined;
    });
    await expect(shown(service)).rejects.toMatchObject({ summary: "Cluster c-1 is gone" });
  });
});

describe("waiting for the end of the change or clone in flight", () => {
  const HOUR = 3_600_000;
  function ending(deadline: number, change: Parameters<typeof changeOf>[0]) {
    const service = new FakeService(SINGLE);
    const waits: unknown[] = [];
    const waitForChange = async (
      _: string,
      id: string,
      { performChangeAt }: { performChangeAt?: number | null },
    ) => void waits.push([id, performChangeAt]);
    const client = { ...service.client, waitForChange } as never;
    const inFlight = { workflow: CHANGE, record: changeOf(change) };
    const { wait } = untilEnd({ deadline: NOW + deadline, timeout: "1h", signal }, client, "c-1", inFlight);
    return { wait, waits };
  }

  test.each<[what: string, Parameters<typeof changeOf>[0], deadline: number, from: number | null]>([
    ["that begins just in time", {}, HOUR, SECONDS + 3600],
    ["that runs, whatever its moment was", { status: "in_progress" }, 0, null],
    ["without a moment", { perform_change_at: null }, 0, null],
  ])("polls a change %s", async (_, change, deadline, from) => {
    const { wait, waits } = ending(deadline, change);
    await wait();
    expect(waits).toEqual([["ch1", from]]);
  });

  test("rejects a change that begins too late, with its time and advice", async () => {
    const { wait, waits } = ending(HOUR - 1, {});
    await expect(wait()).rejects.toMatchObject({
      summary: "Cluster c-1 has another change in flight: ch1",
      detail: expect.stringMatching(/ch1 .*due 2026-01-01T01:00:00Z.*does not begin within 1h.*Cancel it/),
    });
    expect(waits).toEqual([]);
  });

  test("polls a clone", async () => {
    const waitForCloningOperation = jest.fn();
    const inFlight = { workflow: CLONE, record: cloneRecord({ id: "cl-0" }) };
    const client = { waitForCloningOperation } as never;
    await untilEnd({ deadline: 0, timeout: "1h", signal }, client, "c-1", inFlight).wait();
    expect(waitForCloningOperation).toHaveBeenCalledWith("c-1", "cl-0", expect.anything());
  });
});
