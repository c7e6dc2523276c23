import type { DesiredState } from "../../../../src/provider/shared/changes/reconcile";
import type { FakeService } from "./fakeService";
import { changeOf, NOW, SECONDS, SINGLE } from "./kit";
import { act, BIG, failed, later, serviceOf } from "./reconcileKit";

describe("without another change", () => {
  test("one read and one change, which is ours from then on", async () => {
    const { change, target, cluster, ...run } = await act(serviceOf());
    expect(run).toMatchObject({
      log: "observe, post +30 memory=16_gb",
      ours: ["own-1"],
      warnings: [],
    });
    expect([change?.id, target, cluster.memory]).toEqual(["own-1", BIG, "8_gb"]);
  });

  test.each<[what: string, desired: Partial<DesiredState>, log: string]>([
    [
      "the addresses to notify are in the body",
      { notificationEmailAddresses: ["ops@example.com"] },
      "observe, post +30 memory=16_gb notification_email_addresses=ops@example.com",
    ],
    ["none are not", { notificationEmailAddresses: [] }, "observe, post +30 memory=16_gb"],
    ["what runs already costs a read", { planned: SINGLE }, "observe"],
  ])("%s", async (_, desired, log) => {
    expect((await act(serviceOf(), desired)).log).toBe(log);
  });

  test("a change that brings just this is adopted, whoever requested it", async () => {
    const change = changeOf({ new_memory: "16_gb", perform_change_at: SECONDS + 10 });
    expect(await act(serviceOf([change]))).toMatchObject({
      log: "observe",
      change,
      ours: ["ch1"],
      warnings: [],
    });
  });

  test("the time is chosen when the request is sent", async () => {
    const service = serviceOf();
    const post = service.client.createChange;
    // It waits for the request budget.
    const createChange = (...given: Parameters<typeof post>) => {
      service.now += 90_000;
      return post(...given);
    };
    const { log } = await act(service, {}, { client: { ...service.client, createChange } });
    expect(log).toBe("observe, post +120 memory=16_gb");
  });

  test("a missing cluster is an error", async () => {
    const service = Object.assign(serviceOf(), { cluster: undefined });
    expect(await failed(service)).toMatchObject({ summary: "Cluster c-1 is gone" });
  });

  test("a time in the past is rejected, naming both times, with nothing sent", async () => {
    expect(await failed(serviceOf(), { schedule: { kind: "at", at: NOW - 3_600_000 } })).toMatchObject({
      summary: "perform_change_at is in the past",
      detail: expect.stringMatching(/2025-12-31T23:00:00Z.*2026-01-01T00:00:00Z/),
      path: ["change_schedule"],
      log: "observe",
    });
  });
});

describe("our own pending change", () => {
  const own = changeOf({ id: "own", new_gpu: "yes", perform_change_at: later });
  const both: Partial<DesiredState> = { ownChange: "own", planned: { ...BIG, gpu: true } };

  test("is cancelled and replaced by one combined change, without a warning", async () => {
    expect(await act(serviceOf([own]), both)).toMatchObject({
      log: "observe, cancel own, observe, post +30 memory=16_gb gpu=yes",
      ours: [null, "own-1"],
      warnings: [],
    });
  });

  test.each<[what: string, service: FakeService, log: string]>([
    [
      "is cancelled although it is about to begin",
      serviceOf([{ ...own, perform_change_at: SECONDS + 30 }]),
      "observe, cancel own, observe, post +30 memory=16_gb gpu=yes",
    ],
    [
      "that begins just before it is cancelled is waited for, outside the lock; then comes the rest",
      serviceOf([own], { onCancel: [(it) => it.becomes("own", "in_progress")] }),
      "observe, cancel own, observe, wait own, observe, post +30 memory=16_gb",
    ],
    [
      "that ends before it is cancelled: another read tells what is left",
      serviceOf([own], { onCancel: [(it) => it.becomes("own", "succeeded")] }),
      "observe, cancel own, observe, post +30 memory=16_gb",
    ],
    [
      "that vanishes before it is cancelled is requested with the rest",
      serviceOf([own], { onCancel: [(it) => void it.changes.pop()] }),
      "observe, cancel own, observe, post +30 memory=16_gb gpu=yes",
    ],
  ])("%s", async (_, service, log) => {
    expect((await act(service, both)).log).toBe(log);
  });

  test("that reads pending but can no longer be cancelled is awaited at once", async () => {
    const service = serviceOf([own]);
    const cancelChange = async () => ({ kind: "begun", record: own }) as const;
    const { log } = await act(service, both, { client: { ...service.client, cancelChange } });
    expect(log).toBe("observe, wait own, observe, post +30 memory=16_gb");
  });
});

describe("a change of another client", () => {
  const version = { id: "foreign", new_search_server_version: "31.0" };
  const foreign = changeOf({ ...version, new_memory: "32_gb", perform_change_at: later });

  test("that is pending is superseded: its other settings are included, with a warning", async () => {
    const { log, target, warnings } = await act(serviceOf([foreign]));
    expect(log).toBe("observe, cancel foreign, observe, post +30 memory=16_gb search_server_version=31.0");
    expect(target).toEqual({ ...BIG, search_server_version: "31.0" });
    expect(warnings).toEqual([
      'Cluster "products" (c-1): a configuration change that was requested outside of Terraform has been superseded\n' +
        "Configuration change foreign (memory 32_gb, search_server_version 31.0, due 2026-01-01T01:00:00Z, pending) was " +
        "cancelled, because a cluster has one change at a time. Its other settings (search_server_version) are " +
        "part of this apply's change.",
    ]);
  });

  test.each<[what: string, service: FakeService, log: string]>([
    [
      "begins just before it is cancelled",
      serviceOf([foreign], { onCancel: [(it) => it.becomes("foreign", "in_progress")] }),
      "observe, cancel foreign, observe, wait foreign, observe, post +30 memory=16_gb",
    ],
    [
      "is about to begin, and so comes first",
      serviceOf([changeOf({ ...version, perform_change_at: SECONDS + 30 })]),
      "observe, wait foreign, observe, post +30 memory=16_gb",
    ],
  ])("that %s is awaited, and its result stays", async (_, service, log) => {
    const target = { ...BIG, search_server_version: "31.0" };
    expect(await act(service)).toMatchObject({ log, target, warnings: [] });
  });

  test("that has begun and fails is not requested again, because it was not ours", async () => {
    const begun = changeOf({ ...version, status: "in_progress" });
    const service = serviceOf([begun], { onWait: [(it) => it.becomes("foreign", "failed")] });
    expect((await act(service)).log).toBe("observe, wait foreign, observe, post +30 memory=16_gb");
  });

  test("again and again: the apply gives up, and gives the reason", async () => {
    const another = (_: unknown, round: number) => (it: FakeService) => {
      it.changes = [{ ...foreign, id: `foreign-${round}`, status: "in_progress" }];
    };
    const service = serviceOf([], { onRead: Array.from({ length: 20 }, another) });
    expect(await failed(service)).toMatchObject({
      summary: "Cluster c-1 keeps being changed by others",
      detail: expect.stringMatching(
        /^Gave up after 12 attempts: .*, last: Configuration change foreign-11 \(.*in_progress\)\./,
      ),
      log: expect.not.stringContaining("post"),
    });
  });
});

describe("a cluster that does not yet show the result of a change", () => {
  const begins = changeOf({ id: "own", new_memory: "16_gb", perform_change_at: later });
  const back = { ownChange: "own", planned: SINGLE, edited: ["memory", "vcpu"] } as const;
  const lags = (it: FakeService) => {
    it.becomes("own", "succeeded");
    it.runs(SINGLE);
  };
  const nothing = () => {};

  test("after a lost race is awaited: an edit back is a separate change", async () => {
    const service = serviceOf([begins], {
      onCancel: [(it) => it.becomes("own", "in_progress")],
      onWait: [lags],
      onPoll: [nothing, (it) => it.runs(BIG)],
    });
    expect((await act(service, back)).log).toBe(
      "observe, cancel own, observe, wait own, observe, wait for the cluster, observe, post +30 memory=8_gb",
    );
  });

  test("is awaited no longer than a cluster takes to show it", async () => {
    const onPoll = [nothing, (it: FakeService) => it.passes(600_000)];
    const service = serviceOf([begins], { onCancel: [lags], onPoll });
    expect((await act(service, back)).change).toBeNull();
  });
});

test("an interrupted apply sends nothing more", async () => {
  const stop = new AbortController();
  const running = changeOf({ id: "own", new_gpu: "yes", status: "in_progress" });
  const service = serviceOf([running], { onWait: [() => stop.abort()] });
  const apply = act(service, { ownChange: "own" }, { signal: stop.signal });
  await expect(apply).rejects.toThrow("aborted");
  expect(service.requests).toEqual(["changes", "read", "wait own"]);
});
