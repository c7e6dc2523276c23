import type { DesiredState } from "../../../src/provider/clusterChange/reconcile";
import { FakeService, refusal } from "./fakeService";
import { changeOf, NOW, SECONDS, SINGLE } from "./kit";
import { act, BIG, EXPLAIN, LOOK, later, NEWER } from "./reconcileKit";

describe("a refusal", () => {
  test.each([400, 422])(
    "with %i, of a second change: the first is looked at, and superseded",
    async (status) => {
      const service = new FakeService(SINGLE);
      service.onCreate.push((it) => {
        it.changes = [changeOf({ id: "foreign", new_gpu: "yes", perform_change_at: later })];
        throw refusal(status, "A change is pending");
      });
      const { outcome } = act(service);
      expect((await outcome).target).toEqual({ ...BIG, gpu: true });
      expect(service.asked).toEqual([
        ...LOOK,
        "post",
        ...EXPLAIN,
        ...LOOK,
        "cancel foreign",
        ...LOOK,
        "post",
      ]);
    },
  );

  test("of a moment that was over on arrival: it is chosen once more", async () => {
    const service = new FakeService(SINGLE);
    service.onCreate.push((it) => {
      it.now += 31_000;
      throw refusal(400, "perform_change_at is in the past");
    });
    await act(service).outcome;
    expect(service.asked).toEqual([...LOOK, "post", ...EXPLAIN, ...LOOK, "post"]);
    expect(service.bodies.map((body) => body.perform_change_at)).toEqual([SECONDS + 30, SECONDS + 61]);
  });

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
    expect(service.asked).toEqual([...LOOK, "post", ...EXPLAIN, ...LOOK, "post"]);
  });

  describe("for good, after another change was cancelled for ours:", () => {
    const cancelled = changeOf({
      id: "cancelled",
      new_search_server_version: "31.0",
      perform_change_at: later,
      notification_email_addresses: ["ops@example.com"],
    });
    const refuse = (...then: ((it: FakeService) => void)[]) => {
      const service = new FakeService(SINGLE, cancelled);
      service.onCreate.push(
        () => {
          throw refusal(422, "No such pair");
        },
        ...then,
      );
      return service;
    };
    const again = {
      perform_change_at: later,
      new_search_server_version: "31.0",
      notification_email_addresses: ["ops@example.com"],
    };

    test("somebody else's is requested again, for its moment, and that is said", async () => {
      const service = refuse();
      const { outcome, said } = act(service);
      await expect(outcome).rejects.toMatchObject({ summary: "No such pair" });
      expect(service.bodies.at(-1)).toEqual(again);
      expect(said.at(-1)).toMatch(
        /^Cluster c-1: configuration change cancelled was cancelled and has been requested again\n.*It has been replaced by: Configuration change own-2 \(search_server_version 31\.0, due 2026-01-01T01:00:00Z, pending\)\.$/,
      );
    });

    const nothing =
      /^Cluster c-1: configuration change cancelled was cancelled and has not been replaced\n.*search_server_version 31\.0/;

    test.each<[why: string, service: FakeService, changes: Partial<DesiredState>]>([
      ["our own", refuse(), { ownChange: "cancelled" }],
      [
        "one that is refused too",
        refuse(() => {
          throw refusal(422, "No");
        }),
        {},
      ],
    ])("of %s, it is said that it has not been replaced", async (_, service, changes) => {
      const { outcome, said } = act(service, changes);
      await expect(outcome).rejects.toMatchObject({ summary: "No such pair" });
      expect(said.at(-1)).toMatch(nothing);
      expect(service.changes.some(({ status }) => status === "pending")).toBe(false);
    });

    test.each<[why: string, (it: FakeService) => void]>([
      [
        "its moment is over",
        (it) => {
          it.now = later * 1000;
        },
      ],
      [
        "another is in flight",
        (it) => {
          it.changes = [changeOf({ id: "other", perform_change_at: later })];
        },
      ],
    ])("not where %s", async (_, meanwhile) => {
      const service = new FakeService(SINGLE, cancelled);
      service.onCreate.push((it) => {
        meanwhile(it);
        throw refusal(402, "Payment required");
      });
      const { outcome, said } = act(service);
      await expect(outcome).rejects.toMatchObject({ summary: "Payment required" });
      expect(service.bodies).toHaveLength(1);
      expect(said.at(-1)).toMatch(nothing);
    });

    test("nor where nobody knows what became of ours", async () => {
      const service = new FakeService(SINGLE, cancelled);
      service.onCreate.push(() => {
        throw new Error("The connection was lost");
      });
      const { outcome, said } = act(service);
      await expect(outcome).rejects.toThrow("The connection was lost");
      expect(service.bodies).toHaveLength(1);
      expect(said.at(-1)).toMatch(nothing);
    });
  });

  const version = { planned: NEWER, edited: ["search_server_version"] } as const;

  test("with 400, of a body without a size: the disk that runs is sent along, once: nobody else changes it", async () => {
    const service = new FakeService(SINGLE);
    service.onCreate.push(() => {
      throw refusal(400, "At least one of new_memory, new_vcpu … is required");
    });
    await act(service, version).outcome;
    expect(service.asked).toEqual([...LOOK, "post", ...EXPLAIN, ...LOOK, "post"]);
    expect(service.bodies).toEqual([
      { perform_change_at: SECONDS + 30, new_search_server_version: "31.0" },
      { perform_change_at: SECONDS + 30, new_high_performance_disk: "no", new_search_server_version: "31.0" },
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

  test.each<[why: string, status: number, changes: Partial<DesiredState>]>([
    ["a body that has a size", 400, {}],
    ["another status", 422, version],
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
});
