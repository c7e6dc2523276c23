import type { ConfigurationChangeRecord } from "../../../src/client";
import { bringAbout, isRefusal, type Wish } from "../../../src/provider/sizing/act";
import { changeOf, NOW, SECONDS, SINGLE } from "./kit";
import { FakeService, refusal } from "./service";

const BIG = { ...SINGLE, memory: "16_gb" };
const NEWER = { ...SINGLE, search_server_version: "31.0" };
const later = SECONDS + 3600;

/** A wish for another memory, as soon as possible. */
const wish: Wish = {
  clusterId: "c-1",
  planned: BIG,
  edited: ["memory", "vcpu"],
  schedule: { kind: "at once" },
  rescheduled: false,
  notificationEmailAddresses: null,
  autoUpgrade: false,
  ownChange: undefined,
};

function act(service: FakeService, changes: Partial<Wish> = {}, signal = new AbortController().signal) {
  const said: string[] = [];
  const ours: (string | null)[] = [];
  const context = {
    client: service.client,
    signal,
    deadline: NOW + 1000,
    warn: (summary: string, detail: string) => void said.push(`${summary}\n${detail}`),
    ours: (change: ConfigurationChangeRecord | null) => void ours.push(change?.id ?? null),
  };
  return { said, ours, outcome: bringAbout({ ...wish, ...changes }, context) };
}

const LOOK = ["changes", "read"];

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
    const slow = {
      ...service.client,
      createChange: (...given: Parameters<typeof post>) => {
        service.now += 90_000;
        return post(...given);
      },
    };
    const { change } = await bringAbout(wish, {
      client: slow,
      signal: new AbortController().signal,
      deadline: 0,
      warn: () => {},
      ours: () => {},
    });
    expect(change?.perform_change_at).toBe(SECONDS + 120);
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

  test("is cancelled when everything is edited back, and nothing is scheduled", async () => {
    const service = new FakeService(SINGLE, own);
    const { outcome, ours } = act(service, { ownChange: "own", planned: SINGLE, edited: ["gpu"] });
    expect((await outcome).change).toBeNull();
    expect(service.asked).toEqual([...LOOK, "cancel own", ...LOOK]);
    expect(ours).toEqual([null, null]);
  });

  test("that begins just before it is cancelled is waited for, outside the lock; then comes the rest", async () => {
    const service = new FakeService(SINGLE, own);
    service.onCancel.push((it) => it.becomes("own", "in_progress"));
    const { outcome } = act(service, { ownChange: "own", planned: { ...BIG, gpu: true } });
    await outcome;
    expect(service.asked).toEqual([...LOOK, "cancel own", ...LOOK, "wait own", ...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
  });

  test("that reads pending and cannot be cancelled any more is waited for at once", async () => {
    const service = new FakeService(SINGLE, own);
    const late: FakeService["client"] = {
      ...service.client,
      cancelChange: async () => ({ kind: "begun", change: own }),
    };
    await bringAbout(
      { ...wish, ownChange: "own", planned: { ...BIG, gpu: true } },
      { client: late, signal: new AbortController().signal, deadline: 0, warn: () => {}, ours: () => {} },
    );
    expect(service.asked).toEqual([...LOOK, "wait own", ...LOOK, "post"]);
  });

  test("that begins just before it is edited back is waited for, and undone by another", async () => {
    const service = new FakeService(SINGLE, own);
    service.onCancel.push((it) => it.becomes("own", "in_progress"));
    await act(service, { ownChange: "own", planned: SINGLE, edited: ["gpu"] }).outcome;
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_gpu: "no" }]);
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
      'Cluster "products" (c-1): a configuration change that was made outside has been superseded\n' +
        "Configuration change foreign (memory 32_gb, search_server_version 31.0, due 2026-01-01T01:00:00Z, pending) was " +
        "cancelled, because one cluster can have one change only. What it asked for besides (search_server_version) is " +
        "part of this apply's change.",
    ]);
  });

  test("that has begun is waited for; what it has brought stays", async () => {
    const service = new FakeService(SINGLE, { ...foreign, status: "in_progress", new_memory: null });
    await act(service).outcome;
    expect(service.asked).toEqual([...LOOK, "wait foreign", ...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
  });

  test("that begins just before it is cancelled: what it has brought stays too", async () => {
    const service = new FakeService(SINGLE, foreign);
    service.onCancel.push((it) => it.becomes("foreign", "in_progress"));
    const { outcome } = act(service);
    expect((await outcome).target).toEqual({ ...BIG, search_server_version: "31.0" });
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
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
      summary: "Cluster c-1 is changed by others all the time",
      detail: expect.stringContaining("In 12 attempts"),
    });
    expect(service.bodies).toEqual([]);
  });
});

describe("a refusal", () => {
  test.each([400, 409, 422])(
    "with %i, of a second change: the first is looked at, and superseded",
    async (status) => {
      const service = new FakeService(SINGLE);
      service.onCreate.push((it) => {
        it.changes = [changeOf({ id: "foreign", new_gpu: "yes", perform_change_at: later })];
        throw refusal(status, "A change is pending");
      });
      const { outcome } = act(service);
      expect((await outcome).target).toEqual({ ...BIG, gpu: true });
      expect(service.asked).toEqual([...LOOK, "post", ...LOOK, "cancel foreign", ...LOOK, "post"]);
    },
  );

  test.each([400, 422])(
    "with %i, of a moment that was over on arrival: it is chosen once more",
    async (status) => {
      const service = new FakeService(SINGLE);
      service.onCreate.push((it) => {
        it.now += 31_000;
        throw refusal(status, "perform_change_at is in the past");
      });
      await act(service).outcome;
      expect(service.asked).toEqual([...LOOK, "post", ...LOOK, "post"]);
      expect(service.bodies.map((body) => body.perform_change_at)).toEqual([SECONDS + 30, SECONDS + 61]);
    },
  );

  test("that lasts ends the apply with what was said, however slow everything is", async () => {
    const service = new FakeService(SINGLE);
    for (let round = 0; round < 20; round += 1) {
      service.onCreate.push((it) => {
        it.now += 60_000;
        throw refusal(422, "The plan of this account does not allow it");
      });
    }
    await expect(act(service).outcome).rejects.toMatchObject({
      summary: "The plan of this account does not allow it",
    });
    expect(service.bodies).toHaveLength(2);
  });

  test("of a moment that the configuration gives and that has passed on the way: named as such", async () => {
    const service = new FakeService(SINGLE);
    service.onCreate.push((it) => {
      it.now += 120_000;
      throw refusal(400, "perform_change_at is in the past");
    });
    const { outcome } = act(service, { schedule: { kind: "at", at: NOW + 60_000 } });
    await expect(outcome).rejects.toMatchObject({ summary: "perform_change_at is in the past" });
    expect(service.bodies).toHaveLength(1);
  });

  test("of a change that has come and gone meanwhile: it is tried again", async () => {
    const service = new FakeService(SINGLE);
    service.onCreate.push((it) => {
      it.changes = [changeOf({ id: "foreign", status: "canceled" })];
      throw refusal(422, "A change is pending");
    });
    await act(service).outcome;
    expect(service.asked).toEqual([...LOOK, "post", ...LOOK, "post"]);
  });

  const sizes = { new_memory: "8_gb", new_vcpu: "2_vcpus" };
  const version = { planned: NEWER, edited: ["search_server_version"] } as const;

  test("with 400, of a body without a size: the sizes that run are sent along, once", async () => {
    const service = new FakeService(SINGLE);
    service.onCreate.push(() => {
      throw refusal(400, "At least one of new_memory, new_vcpu … is required");
    });
    await act(service, version).outcome;
    expect(service.asked).toEqual([...LOOK, "post", ...LOOK, "post"]);
    expect(service.bodies).toEqual([
      { perform_change_at: SECONDS + 30, new_search_server_version: "31.0" },
      { perform_change_at: SECONDS + 30, ...sizes, new_search_server_version: "31.0" },
    ]);
  });

  test("with 400 twice: the first message is what the person reads", async () => {
    const service = new FakeService(SINGLE);
    for (const message of ["Version 31.0 is not offered", "Still not"]) {
      service.onCreate.push(() => {
        throw refusal(400, message);
      });
    }
    await expect(act(service, version).outcome).rejects.toMatchObject({
      summary: "Version 31.0 is not offered",
    });
    expect(service.bodies).toHaveLength(2);
  });

  test.each<[why: string, status: number, changes: Partial<Wish>]>([
    ["a body that has a size", 400, {}],
    ["another status", 422, version],
    ["a cluster whose size the service may raise meanwhile", 400, { ...version, autoUpgrade: true }],
  ])("is not answered with more for %s", async (_, status, changes) => {
    const service = new FakeService(SINGLE);
    service.onCreate.push(() => {
      throw refusal(status, "No");
    });
    await expect(act(service, changes).outcome).rejects.toMatchObject({ summary: "No" });
    expect(service.bodies).toHaveLength(1);
  });

  test("that is none, such as of the payment, is thrown at once", async () => {
    const service = new FakeService(SINGLE);
    service.onCreate.push(() => {
      throw refusal(402, "Payment required");
    });
    await expect(act(service).outcome).rejects.toMatchObject({ summary: "Payment required" });
    expect(service.asked).toEqual([...LOOK, "post"]);
  });

  test.each<[error: unknown, is: boolean]>([
    [refusal(400, ""), true],
    [refusal(409, ""), true],
    [refusal(422, ""), true],
    [refusal(402, ""), false],
    [refusal(404, ""), false],
    [Object.assign(new Error(), { status: 422 }), false],
    [undefined, false],
  ])("%p: %p", (error, is) => {
    expect(isRefusal(error)).toBe(is);
  });
});

test("a run that is stopped stops: nothing is sent, and what is ours has been told", async () => {
  const stop = new AbortController();
  const service = new FakeService(SINGLE, changeOf({ id: "own", new_gpu: "yes", status: "in_progress" }));
  service.onWait.push(() => stop.abort());
  const { outcome } = act(service, { ownChange: "own" }, stop.signal);
  await expect(outcome).rejects.toThrow("aborted");
  expect(service.asked).toEqual([...LOOK, "wait own"]);
});
