import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { failure } from "../../../../src/client/messages/error";
import type { Parameters } from "../../../../src/provider/cluster/parameters/difference";
import { writeParameters } from "../../../../src/provider/cluster/parameters/write";
import { values } from "../../support";
import { answered, callOf, FakeParameters, failed, KEPT } from "../kit";

const DUE = { ...KEPT, restart_due: true };

function write(
  fake: FakeParameters,
  wanted: Parameters | null,
  owned: Parameters | null = null,
  kept = KEPT,
) {
  const it = callOf(fake, kept);
  const planned = values({ id: "c-1", name: "products", server_parameters: wanted });
  return { it, done: writeParameters(it, planned, owned, 1000) };
}

describe("what is written", () => {
  test("what lacks and what differs, then what goes; a restart is due, and state says what is held", async () => {
    const fake = new FakeParameters({ b: "1", old: "1", foreign: "1" });
    const { it, done } = write(fake, { a: "1", b: "2" }, { b: "1", old: "1" });
    expect(await done).toEqual({ a: "1", b: "2" });
    expect(fake.asked).toEqual(["list", "create a=1", "update b=2", "delete old"]);
    expect(fake.held).toEqual({ a: "1", b: "2", foreign: "1" });
    expect(it.keeps()).toEqual(DUE);
    expect(it.keptValues()).toEqual({ server_parameters: { a: "1", b: "2" } });
  });

  test("nothing, where all hold: one look, and no restart is due", async () => {
    const fake = new FakeParameters({ a: "1" });
    const { it, done } = write(fake, { a: "1" });
    expect(await done).toEqual({ a: "1" });
    expect(fake.asked).toEqual(["list"]);
    expect(it.keeps()).toEqual(KEPT);
  });

  test.each([
    ["that no change has brought since makes a restart due", 100, [], DUE],
    [
      "that a change has brought since does not",
      100,
      [{ perform_change_at: 160, status: "succeeded" }],
      KEPT,
    ],
  ])("a value that holds already and state does not know, %s", async (_, updated_at, changes, kept) => {
    const fake = new FakeParameters({ a: "1" }, updated_at);
    fake.changes = changes.map((one) => ({ id: "ch1", ...one }));
    const { it, done } = write(fake, { a: "1" });
    expect(await done).toEqual({ a: "1" });
    expect(fake.asked).toEqual(["list", "changes"]);
    expect(it.keeps()).toEqual(kept);
  });

  test("the restart that is due from before stays due where nothing is written", async () => {
    const kept = { ...KEPT, restart_due: true, change: "ch1" } as const;
    const { it, done } = write(new FakeParameters({ a: "1" }), { a: "1" }, null, kept);
    await done;
    expect(it.keeps()).toEqual(kept);
  });

  test("the change that brings an earlier restart is kept in mind", async () => {
    const kept = { ...KEPT, restart_by: "ch1", change: "ch1" } as const;
    const { it, done } = write(new FakeParameters(), { a: "1" }, null, kept);
    await done;
    expect(it.keeps()).toEqual({ ...kept, restart_due: true });
  });

  test("the last one taken away leaves none", async () => {
    const { it, done } = write(new FakeParameters({ a: "1" }), null, { a: "1" });
    expect(await done).toBeNull();
    expect(it.keptValues()).toEqual({ server_parameters: null });
    expect(it.keeps()).toEqual(DUE);
  });

  test("a value that the service writes in other words is answered as the service has it", async () => {
    const fake = new FakeParameters();
    fake.normalise = (value) => value.toLowerCase();
    const { it, done } = write(fake, { a: "YES" });
    expect(await done).toEqual({ a: "yes" });
    expect(it.keeps()).toEqual(DUE);
  });

  test("a value that the service makes into what was there needs no restart", async () => {
    const fake = new FakeParameters({ a: "yes" });
    fake.normalise = (value) => value.toLowerCase();
    const { it, done } = write(fake, { a: "YES" });
    expect(await done).toEqual({ a: "yes" });
    expect(fake.asked).toEqual(["list", "update a=YES"]);
    expect(it.keeps()).toEqual(KEPT);
  });
});

describe("a refusal", () => {
  const refuse =
    (status: number, message = "No") =>
    () => {
      throw answered(status, message);
    };

  test.each([400, 402, 403])(
    "with %s is what the person reads, at once and with the name; nothing is due",
    async (status) => {
      const fake = new FakeParameters();
      fake.beforeWrite.push(refuse(status, "Not allowed"));
      const { it, done } = write(fake, { a: "1" });
      await expect(done).rejects.toMatchObject({
        summary: 'Server parameter "a" of cluster "products" (c-1) was not set',
        detail: expect.stringContaining("Not allowed"),
        path: ["server_parameters", { key: "a" }],
      });
      expect(fake.asked).toEqual(["list", "create a=1"]);
      expect(it.keeps()).toEqual(KEPT);
      expect(it.keptValues()).toEqual({ server_parameters: null });
    },
  );

  test("with 422 is looked into: nothing is on its way, so it meant what it said", async () => {
    const fake = new FakeParameters({ old: "1" });
    fake.beforeWrite.push(refuse(422, "Out of range"));
    const { it, done } = write(fake, null, { old: "1" });
    await expect(done).rejects.toMatchObject({
      summary: 'Server parameter "old" of cluster "products" (c-1) was not removed',
      detail: expect.stringContaining("Out of range"),
      path: ["server_parameters"],
    });
    expect(fake.asked).toEqual(["list", "delete old", "list", "read", "changes", "clones"]);
    expect(it.keeps()).toEqual(KEPT);
    expect(it.keptValues()).toEqual({ server_parameters: { old: "1" } });
  });

  test("halfway leaves what was written in the state, and the restart due", async () => {
    const fake = new FakeParameters({ c: "1" });
    fake.beforeWrite.push(() => {}, refuse(403));
    const { it, done } = write(fake, { a: "1", b: "1" }, { c: "1" });
    await expect(done).rejects.toThrow('"b"');
    expect(it.keptValues()).toEqual({ server_parameters: { a: "1", c: "1" } });
    expect(it.keeps()).toEqual(DUE);
  });

  test.each<[string, Partial<FakeParameters>, string]>([
    [
      "a change that runs",
      { changes: [{ id: "ch1", status: "in_progress", perform_change_at: null }] },
      "wait ch1",
    ],
    ["a clone", { clones: [{ id: "cl1", status: "in_progress" }] }, "wait clone cl1"],
  ])("while there is %s: it is waited for, outside the lock, and asked once more", async (_, busy, wait) => {
    const fake = Object.assign(new FakeParameters(), busy);
    fake.beforeWrite.push(refuse(422, "Busy"));
    const { done } = write(fake, { a: "1" });
    expect(await done).toEqual({ a: "1" });
    expect(fake.asked.filter((one) => !["list", "read", "changes", "clones"].includes(one))).toEqual([
      "create a=1",
      wait,
      "create a=1",
    ]);
  });

  test("after that wait is what the person reads", async () => {
    const fake = new FakeParameters();
    fake.changes = [{ id: "ch1", status: "in_progress", perform_change_at: null }];
    fake.beforeWrite.push(refuse(422, "Busy"), refuse(422, "Out of range"));
    await expect(write(fake, { a: "1" }).done).rejects.toMatchObject({
      detail: expect.stringContaining("Out of range"),
    });
  });

  test("because somebody else was faster: theirs is edited", async () => {
    const fake = new FakeParameters();
    fake.beforeWrite.push((it) => it.set("a", "theirs"));
    expect(await write(fake, { a: "1" }).done).toEqual({ a: "1" });
    expect(fake.asked).toEqual(["list", "create a=1", "list", "list", "update a=1"]);
  });

  test("because it was deleted just then: it is made anew", async () => {
    const fake = new FakeParameters({ a: "0" });
    fake.beforeWrite.push((it) => it.drop("a"));
    expect(await write(fake, { a: "1" }).done).toEqual({ a: "1" });
    expect(fake.asked).toEqual(["list", "update a=1", "list", "list", "create a=1"]);
  });

  test("because others change them all the time is given up", async () => {
    const fake = new FakeParameters();
    for (let round = 0; round < 20; round += 1) {
      fake.beforeWrite.push((it) => (round % 2 === 0 ? it.set("a", "theirs") : it.drop("a")));
    }
    await expect(write(fake, { a: "1" }).done).rejects.toMatchObject({
      summary: expect.stringContaining("keeps being changed by others"),
    });
    expect(fake.asked.filter((one) => /create|update/.test(one))).toHaveLength(12);
  });
});

describe("a lost answer", () => {
  test("that the list settles as somebody else's: theirs is edited", async () => {
    const fake = new FakeParameters();
    fake.beforeWrite.push((it) => {
      it.set("a", "theirs");
      throw failed(failure("unavailable", { status: 503 }), "Somebody else has set it", "refused");
    });
    expect(await write(fake, { a: "1" }).done).toEqual({ a: "1" });
    expect(fake.asked).toEqual(["list", "create a=1", "list", "list", "update a=1"]);
  });
});

describe("a write whose fate nobody knows", () => {
  test("leaves the restart due", async () => {
    const fake = new FakeParameters();
    fake.afterWrite.push(() => {
      throw failed(failure("network"), "It may have been done", "lost_write");
    });
    const { it, done } = write(fake, { a: "1" });
    await expect(done).rejects.toThrow("It may have been done");
    expect(it.keeps()).toEqual(DUE);
  });

  test("leaves it due also when the run was stopped", async () => {
    const fake = new FakeParameters();
    fake.beforeWrite.push(() => {
      throw new Error("Interrupted");
    });
    const { it, done } = write(fake, { a: "1" });
    await expect(done).rejects.toThrow("Interrupted");
    expect(it.keeps()).toEqual(DUE);
  });

  test("leaves nothing due when it certainly never left", async () => {
    const fake = new FakeParameters();
    fake.beforeWrite.push(() => {
      throw failed(failure("network", { sent: false }), "Connection refused");
    });
    const { it, done } = write(fake, { a: "1" });
    await expect(done).rejects.toThrow('"a"');
    expect(it.keeps()).toEqual(KEPT);
  });
});

test("wherever it ends, state says what is held, and a restart is due exactly when something was written", async () => {
  const some = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("1", "2"));
  await fc.assert(
    fc.asyncProperty(some, some, some, fc.nat({ max: 5 }), async (wanted, owned, others, fine) => {
      const fake = new FakeParameters({ ...others, ...owned });
      const before = fake.held;
      for (let write = 0; write < fine; write += 1) fake.beforeWrite.push(() => {});
      fake.beforeWrite.push(() => {
        throw answered(403, "Not allowed");
      });
      const { it, done } = write(fake, wanted, owned);
      const isDone = await done.then(
        () => true,
        () => false,
      );
      const names = [...Object.keys(wanted), ...Object.keys(owned)];
      const ours = Object.fromEntries(Object.entries(fake.held).filter(([name]) => names.includes(name)));
      expect(it.keptValues()).toEqual({ server_parameters: ours });
      expect(it.keeps()).toEqual(isDeepStrictEqual(fake.held, before) ? KEPT : DUE);
      if (isDone) expect(ours).toEqual(wanted);
    }),
  );
});
