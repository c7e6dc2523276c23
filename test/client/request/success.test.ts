import { parameterId, SEED, type Write, writes } from "../faults/operations";
import { run } from "../faults/run";
import { never, rejection } from "../kit/client";

/** Answers that read as success and are none: an error, which keeps the state of whoever called (docs/design/laws.md#l8). */

const WRITES = writes(parameterId(run({ seed: SEED }).service)).map(
  (write) => [write.operation, write] as const,
);

const answered = ({ operation, run: perform }: Write, json: unknown) => {
  const { service, client } = run({ seed: SEED });
  service.addFault({ match: { operation, times: 0 }, effect: { kind: "answer", status: 200, json } });
  return rejection(perform(client, { signal: never() }));
};

describe.each(WRITES)("%s, not done", (operation, write) => {
  test.each<[string, unknown]>([
    ["an Error body", { success: false, message: "Not today" }],
    ["an Error body without `success`", { message: "Not today", error: "conflict" }],
  ])("answered as success with %s: what the service said", async (_, body) => {
    const failure = { messages: expect.arrayContaining(["Not today"]) };
    expect(await answered(write, body)).toMatchObject({ kind: "invalid", status: 200, failure });
  });

  test.each<[string, unknown]>([
    ["an Error body that holds a record", { success: false, message: "Not today", cluster: {}, id: "x" }],
    ["a list", []],
  ])("answered as success with %s: nobody knows what became of it", async (_, body) => {
    expect(await answered(write, body)).toMatchObject({ kind: "lost_write", operation });
  });
});

test.each(WRITES.filter(([operation]) => !/^(terminate|delete)/.test(operation)))(
  "%s, answered with an envelope without the record: nobody knows what became of it",
  async (_, write) => {
    expect(await answered(write, { success: true })).toMatchObject({ kind: "lost_write" });
  },
);

test("a cancel that is accepted with a record that is still pending is an error", async () => {
  const cancel = WRITES.find(([operation]) => operation === "cancelCloningOperation")?.[1] as Write;
  expect(
    await answered(cancel, { success: true, cloning_operation: { id: "cl3", status: "pending" } }),
  ).toMatchObject({
    kind: "lost_write",
    detail: expect.stringContaining("still reads pending"),
  });
});
