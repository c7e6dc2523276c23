import { FakeService } from "./fakeService";
import { changeOf, NOW, SECONDS, SINGLE } from "./kit";
import { act, BIG, LOOK, later } from "./reconcileKit";

describe("with nobody in the way", () => {
  test("one look and one change, which is ours from then on", async () => {
    const service = new FakeService(SINGLE);
    const { outcome, ours, said } = act(service);
    const { change, target, cluster } = await outcome;
    expect(service.asked).toEqual([...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
    expect(change?.id).toBe("own-1");
    expect(target).toEqual(BIG);
    expect(cluster.memory).toBe("8_gb");
    expect(ours).toEqual(["own-1"]);
    expect(said).toEqual([]);
  });

  test("whoever is to be told is in the body, nobody is not", async () => {
    const told = new FakeService(SINGLE);
    await act(told, { notificationEmailAddresses: ["ops@example.com"] }).outcome;
    expect(told.bodies[0]?.notification_email_addresses).toEqual(["ops@example.com"]);
    const none = new FakeService(SINGLE);
    await act(none, { notificationEmailAddresses: [] }).outcome;
    expect(none.bodies[0]).not.toHaveProperty("notification_email_addresses");
  });

  test("what runs already costs a look", async () => {
    const service = new FakeService(BIG);
    const { outcome, ours } = act(service);
    expect((await outcome).change).toBeNull();
    expect(service.asked).toEqual(LOOK);
    expect(ours).toEqual([null]);
  });

  test("a change that brings just this is adopted, whoever made it", async () => {
    const service = new FakeService(
      SINGLE,
      changeOf({ new_memory: "16_gb", perform_change_at: SECONDS + 10 }),
    );
    const { outcome, ours, said } = act(service);
    expect((await outcome).change?.id).toBe("ch1");
    expect(service.asked).toEqual(LOOK);
    expect(ours).toEqual(["ch1"]);
    expect(said).toEqual([]);
  });

  test("the moment is chosen when the request leaves", async () => {
    const service = new FakeService(SINGLE);
    const post = service.client.createChange;
    // It waits for the request budget.
    const createChange = (...given: Parameters<typeof post>) => {
      service.now += 90_000;
      return post(...given);
    };
    const { outcome } = act(service, {}, { client: { ...service.client, createChange } });
    expect((await outcome).change?.perform_change_at).toBe(SECONDS + 120);
  });

  test("a cluster that has gone away is said to have", async () => {
    const service = new FakeService(SINGLE);
    service.cluster = undefined;
    await expect(act(service).outcome).rejects.toMatchObject({ summary: "Cluster c-1 is gone" });
  });

  test("a moment that is over is refused, naming both times, with nothing sent", async () => {
    const service = new FakeService(SINGLE);
    await expect(
      act(service, { schedule: { kind: "at", at: NOW - 3_600_000 } }).outcome,
    ).rejects.toMatchObject({
      summary: "perform_change_at is in the past",
      detail: expect.stringMatching(/2025-12-31T23:00:00Z.*2026-01-01T00:00:00Z/),
      path: ["change_schedule"],
    });
    expect(service.asked).toEqual(LOOK);
  });
});

describe("a change of our own that waits", () => {
  const own = changeOf({ id: "own", new_gpu: "yes", perform_change_at: later });

  test("is cancelled and replaced by one combined change, without a word", async () => {
    const service = new FakeService(SINGLE, own);
    const { outcome, ours, said } = act(service, { ownChange: "own", planned: { ...BIG, gpu: true } });
    await outcome;
    expect(service.asked).toEqual([...LOOK, "cancel own", ...LOOK, "post"]);
    expect(service.bodies).toEqual([
      { perform_change_at: SECONDS + 30, new_memory: "16_gb", new_gpu: "yes" },
    ]);
    expect(ours).toEqual([null, "own-1"]);
    expect(said).toEqual([]);
  });

  test("is cancelled although it is about to begin", async () => {
    const service = new FakeService(SINGLE, { ...own, perform_change_at: SECONDS + 30 });
    await act(service, { ownChange: "own", planned: { ...BIG, gpu: true } }).outcome;
    expect(service.asked).toEqual([...LOOK, "cancel own", ...LOOK, "post"]);
  });

  test("that begins just before it is cancelled is waited for, outside the lock; then comes the rest", async () => {
    const service = new FakeService(SINGLE, own);
    service.onCancel.push((it) => it.becomes("own", "in_progress"));
    const { outcome, ours } = act(service, { ownChange: "own", planned: { ...BIG, gpu: true } });
    await outcome;
    expect(ours).toEqual(["own-1"]);
    expect(service.asked).toEqual([...LOOK, "cancel own", ...LOOK, "wait own", ...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
  });

  test("that reads pending and cannot be cancelled any more is waited for at once", async () => {
    const service = new FakeService(SINGLE, own);
    const client: FakeService["client"] = {
      ...service.client,
      cancelChange: async () => ({ kind: "begun", record: own }),
    };
    await act(service, { ownChange: "own", planned: { ...BIG, gpu: true } }, { client }).outcome;
    expect(service.asked).toEqual([...LOOK, "wait own", ...LOOK, "post"]);
  });

  test("that ends or vanishes before it is cancelled: another look tells what is left", async () => {
    const ended = new FakeService(SINGLE, own);
    ended.onCancel.push((it) => it.becomes("own", "succeeded"));
    await act(ended, { ownChange: "own", planned: { ...BIG, gpu: true } }).outcome;
    expect(ended.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
    const vanished = new FakeService(SINGLE, own);
    vanished.onCancel.push((it) => {
      it.changes = [];
    });
    await act(vanished, { ownChange: "own", planned: { ...BIG, gpu: true } }).outcome;
    expect(vanished.bodies).toEqual([
      { perform_change_at: SECONDS + 30, new_memory: "16_gb", new_gpu: "yes" },
    ]);
  });
});

describe("a change of somebody else's", () => {
  const foreign = changeOf({
    id: "foreign",
    new_search_server_version: "31.0",
    new_memory: "32_gb",
    perform_change_at: later,
  });

  test("that waits is superseded: what it asked for besides comes along, and that is said", async () => {
    const service = new FakeService(SINGLE, foreign);
    const { outcome, said } = act(service);
    expect((await outcome).target).toEqual({ ...BIG, search_server_version: "31.0" });
    expect(service.bodies).toEqual([
      { perform_change_at: SECONDS + 30, new_memory: "16_gb", new_search_server_version: "31.0" },
    ]);
    expect(said).toEqual([
      'Cluster "products" (c-1): a configuration change that was requested outside of Terraform has been superseded\n' +
        "Configuration change foreign (memory 32_gb, search_server_version 31.0, due 2026-01-01T01:00:00Z, pending) was " +
        "cancelled, because a cluster has one change at a time. Its other settings (search_server_version) are " +
        "part of this apply's change.",
    ]);
  });

  test("that begins just before it is cancelled: what it has brought stays too", async () => {
    const service = new FakeService(SINGLE, foreign);
    service.onCancel.push((it) => it.becomes("foreign", "in_progress"));
    const { outcome, said } = act(service);
    expect((await outcome).target).toEqual({ ...BIG, search_server_version: "31.0" });
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
    expect(said).toEqual([]);
  });

  test("that is about to begin comes first: it is waited for, and what it has brought stays", async () => {
    const service = new FakeService(SINGLE, {
      ...foreign,
      new_memory: null,
      perform_change_at: SECONDS + 30,
    });
    const { outcome, said } = act(service);
    expect((await outcome).target).toEqual({ ...BIG, search_server_version: "31.0" });
    expect(service.asked).toEqual([...LOOK, "wait foreign", ...LOOK, "post"]);
    expect(said).toEqual([]);
  });

  test("that has begun and fails is not asked for again: it was not ours", async () => {
    const service = new FakeService(SINGLE, { ...foreign, status: "in_progress", new_memory: null });
    service.onWait.push((it) => it.becomes("foreign", "failed"));
    await act(service).outcome;
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
  });

  test("again and again: it is given up, and said why", async () => {
    const service = new FakeService(SINGLE);
    for (let round = 0; round < 20; round += 1) {
      service.beforeLook.push((it) => {
        it.changes = [{ ...foreign, id: `foreign-${round}`, status: "in_progress" }];
      });
    }
    await expect(act(service).outcome).rejects.toMatchObject({
      summary: "Cluster c-1 keeps being changed by others",
      detail: expect.stringMatching(
        /^12 attempts to change it .*, last: Configuration change foreign-11 \(.*in_progress\)\./,
      ),
    });
    expect(service.bodies).toEqual([]);
  });
});

describe("a cluster that does not show yet what a change has brought", () => {
  const begins = changeOf({ id: "own", new_memory: "16_gb", perform_change_at: later });
  const back = { ownChange: "own", planned: SINGLE, edited: ["memory", "vcpu"] } as const;
  const lags = (it: FakeService) => {
    it.becomes("own", "succeeded");
    it.runs(SINGLE);
  };

  test("after a lost race is waited for: an edit back is a change of its own", async () => {
    const service = new FakeService(SINGLE, begins);
    service.onCancel.push((it) => it.becomes("own", "in_progress"));
    service.onWait.push(lags);
    service.onClusterLook.push(
      () => {},
      (it) => it.runs(BIG),
    );
    await act(service, back).outcome;
    expect(service.asked).toEqual([
      ...LOOK,
      "cancel own",
      ...LOOK,
      "wait own",
      ...LOOK,
      "wait for the cluster",
      ...LOOK,
      "post",
    ]);
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "8_gb" }]);
  });

  test("is not waited for longer than a cluster takes to show it", async () => {
    const service = new FakeService(SINGLE, begins);
    service.onCancel.push(lags);
    service.onClusterLook.push(
      () => {},
      (it) => {
        it.now += 600_000;
      },
    );
    expect((await act(service, back).outcome).change).toBeNull();
  });
});

test("a run that is stopped stops: nothing is sent, and what is ours has been told", async () => {
  const stop = new AbortController();
  const service = new FakeService(SINGLE, changeOf({ id: "own", new_gpu: "yes", status: "in_progress" }));
  service.onWait.push(() => stop.abort());
  const { outcome } = act(service, { ownChange: "own" }, { signal: stop.signal });
  await expect(outcome).rejects.toThrow("aborted");
  expect(service.asked).toEqual([...LOOK, "wait own"]);
});
