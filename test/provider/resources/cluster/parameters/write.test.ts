import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Parameters } from "../../../../../src/provider/resources/cluster/parameters/difference";
import { writeParameters } from "../../../../../src/provider/resources/cluster/parameters/write";
import { answering, failing, serviceOf } from "../../../kit";
import { changeOf } from "../../../shared/changes/kit";
import { clusterCall, FakeParameters, KNOWN, values } from "../kit";

const DUE = { ...KNOWN, restart_due: true } as const;

function write(
  fake: FakeParameters,
  wanted: Parameters | null,
  prior: Parameters | null = null,
  before = KNOWN,
) {
  const call = clusterCall(serviceOf(fake.client), before);
  const planned = values({ id: "c-1", name: "products", server_parameters: wanted });
  return { call, done: writeParameters(call, planned, prior, call.deadline) };
}

const refuse = (status: number, message?: string) => () => {
  throw answering(status, message);
};

describe("a write", () => {
  test("creates, updates, then deletes; a restart is due, and state has the stored values", async () => {
    const fake = new FakeParameters({ b: "1", old: "1", foreign: "1" });
    const { call, done } = write(fake, { a: "1", b: "2" }, { b: "1", old: "1" });
    expect(await done).toEqual({ a: "1", b: "2" });
    expect(fake.requests).toEqual(["list", "create a=1", "update b=2", "delete old"]);
    expect(fake.held).toEqual({ b: "2", foreign: "1", a: "1" });
    expect(call.privateState).toEqual(DUE);
    expect(call.known).toEqual({ server_parameters: { a: "1", b: "2" } });
  });

  test("of the last name removed leaves none", async () => {
    const { call, done } = write(new FakeParameters({ a: "1" }), null, { a: "1" });
    expect(await done).toBeNull();
    expect(call.known).toEqual({ server_parameters: null });
    expect(call.privateState).toEqual(DUE);
  });

  test("keeps the change that brings an earlier restart", async () => {
    const before = { ...KNOWN, restart_by: "ch1", change: "ch1" };
    const { call, done } = write(new FakeParameters(), { a: "1" }, null, before);
    await done;
    expect(call.privateState).toEqual({ ...before, restart_due: true });
  });

  test.each([
    ["another value is answered as the service has it", "no", DUE],
    ["the value that was there needs no restart", "yes", KNOWN],
  ])("that the service normalises to %s", async (_, before, state) => {
    const fake = new FakeParameters({ a: before });
    fake.normalise = (value) => value.toLowerCase();
    const { call, done } = write(fake, { a: "YES" });
    expect(await done).toEqual({ a: "yes" });
    expect(fake.requests).toEqual(["list", "update a=YES"]);
    expect(call.privateState).toEqual(state);
  });
});

describe("values that the service already has are not written, and", () => {
  test.each<[string, number | null, object, object]>([
    ["no restart is due where nobody knows when it was written", null, KNOWN, KNOWN],
    ["a restart is due that no change has brought since", 100, KNOWN, DUE],
    ["a restart that is due stays due", 100, { ...DUE, change: "ch1" }, { ...DUE, change: "ch1" }],
  ])("%s", async (_, since, before, after) => {
    const fake = new FakeParameters({ a: "1" }, since);
    const { call, done } = write(fake, { a: "1" }, null, before as typeof KNOWN);
    expect(await done).toEqual({ a: "1" });
    expect(fake.requests.filter((one) => one !== "changes")).toEqual(["list"]);
    expect(call.privateState).toEqual(after);
  });

  test("no restart is due that a change has brought since", async () => {
    const fake = new FakeParameters({ a: "1" }, 100);
    fake.changes = [changeOf({ perform_change_at: 160, status: "succeeded" })];
    const { call, done } = write(fake, { a: "1" });
    await done;
    expect(call.privateState).toEqual(KNOWN);
  });
});

describe("a refusal", () => {
  test.each([400, 403])("with %s is reported at once, with the name; nothing is due", async (status) => {
    const fake = new FakeParameters();
    fake.beforeWrite.push(refuse(status, "Not allowed"));
    const { call, done } = write(fake, { a: "1" });
    await expect(done).rejects.toMatchObject({
      summary: 'Server parameter "a" of cluster "products" (c-1) was not set',
      detail: expect.stringContaining("Not allowed"),
      path: ["server_parameters", { key: "a" }],
    });
    expect(fake.requests).toEqual(["list", "create a=1"]);
    expect(call.privateState).toEqual(KNOWN);
    expect(call.known).toEqual({ server_parameters: null });
  });

  test("with 422 is final when nothing is in flight", async () => {
    const fake = new FakeParameters({ old: "1" });
    fake.beforeWrite.push(refuse(422, "Out of range"));
    const { call, done } = write(fake, null, { old: "1" });
    await expect(done).rejects.toMatchObject({
      summary: 'Server parameter "old" of cluster "products" (c-1) was not removed',
      detail: expect.stringContaining("Out of range"),
      path: ["server_parameters"],
    });
    expect(fake.requests).toEqual(["list", "delete old", "list", "read", "changes", "clones"]);
    expect(call.privateState).toEqual(KNOWN);
    expect(call.known).toEqual({ server_parameters: { old: "1" } });
  });

  test("halfway leaves the written values in the state, and the restart due", async () => {
    const fake = new FakeParameters({ c: "1" });
    fake.beforeWrite.push(() => {}, refuse(403));
    const { call, done } = write(fake, { a: "1", b: "1" }, { c: "1" });
    await expect(done).rejects.toThrow('"b"');
    expect(call.known).toEqual({ server_parameters: { a: "1", c: "1" } });
    expect(call.privateState).toEqual(DUE);
  });

  test("while a change runs: the write waits for its end, and reports a later refusal", async () => {
    const running = () => {
      const fake = new FakeParameters();
      fake.changes = [changeOf({ status: "in_progress" })];
      fake.beforeWrite.push(refuse(422, "Busy"));
      return fake;
    };
    const fake = running();
    expect(await write(fake, { a: "1" }).done).toEqual({ a: "1" });
    const READS = ["list", "read", "changes", "clones"];
    expect(fake.requests.filter((one) => !READS.includes(one))).toEqual([
      "create a=1",
      "wait ch1",
      "create a=1",
    ]);
    const refusing = running();
    refusing.beforeWrite.push(refuse(422, "Out of range"));
    await expect(write(refusing, { a: "1" }).done).rejects.toThrow("Out of range");
  });

  const theirs = (fake: FakeParameters) => {
    fake.held.a = "theirs";
  };
  const gone = (fake: FakeParameters) => {
    delete fake.held.a;
  };
  const lost = (fake: FakeParameters) => {
    theirs(fake);
    throw failing("refused", 503, "Somebody else has set it");
  };

  test.each<[string, Parameters, (fake: FakeParameters) => void, string[]]>([
    ["it exists just then: theirs is edited", {}, theirs, ["create a=1", "update a=1"]],
    ["it was deleted just then: it is created", { a: "0" }, gone, ["update a=1", "create a=1"]],
    ["a lost answer turned out to be somebody else's", {}, lost, ["create a=1", "update a=1"]],
  ])("because %s", async (_, held, race, [first = "", second = ""]) => {
    const fake = new FakeParameters(held);
    fake.beforeWrite.push(race);
    expect(await write(fake, { a: "1" }).done).toEqual({ a: "1" });
    expect(fake.requests).toEqual(["list", first, "list", "list", second]);
  });

  test("because others keep changing them ends the apply", async () => {
    const fake = new FakeParameters();
    for (let round = 0; round < 20; round += 1) fake.beforeWrite.push(round % 2 === 0 ? theirs : gone);
    await expect(write(fake, { a: "1" }).done).rejects.toMatchObject({
      summary: expect.stringContaining("keeps being changed by others"),
    });
    expect(fake.requests.filter((one) => /create|update/.test(one))).toHaveLength(12);
  });
});

test.each<[string, Error, object]>([
  ["whose outcome is unknown leaves the restart due", failing("lost_write", null), DUE],
  ["that was interrupted leaves it due", new Error("Interrupted"), DUE],
  ["that certainly never left leaves nothing due", failing("network", null, "No", false), KNOWN],
])("a write %s", async (_, error, state) => {
  const fake = new FakeParameters();
  fake.beforeWrite.push(() => {
    throw error;
  });
  const { call, done } = write(fake, { a: "1" });
  await expect(done).rejects.toThrow();
  expect(call.privateState).toEqual(state);
});

test("wherever it ends, state has the stored values, and a restart is due exactly if something was written", async () => {
  const some = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("1", "2"), {
    noNullPrototype: true,
  });
  await fc.assert(
    fc.asyncProperty(some, some, some, fc.nat({ max: 5 }), async (wanted, prior, others, fine) => {
      const before = { ...others, ...prior };
      const fake = new FakeParameters({ ...before });
      for (let written = 0; written < fine; written += 1) fake.beforeWrite.push(() => {});
      fake.beforeWrite.push(refuse(403));
      const { call, done } = write(fake, wanted, prior);
      const isDone = await done.then(
        () => true,
        () => false,
      );
      const names = [...Object.keys(wanted), ...Object.keys(prior)];
      const ours = Object.fromEntries(Object.entries(fake.held).filter(([name]) => names.includes(name)));
      expect(call.known).toEqual({ server_parameters: ours });
      expect(call.privateState).toEqual(isDeepStrictEqual(fake.held, before) ? KNOWN : DUE);
      if (isDone) expect(ours).toEqual(wanted);
    }),
  );
});
