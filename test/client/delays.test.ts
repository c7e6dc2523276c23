import { createGatekeeper } from "../../src/client/budget/gatekeeper";
import { withDelays } from "../../src/client/delays";
import { memoryLog, never, rejection } from "./kit/client";
import { TestClock } from "./kit/clock";

const pass = async (gate: ReturnType<typeof createGatekeeper>) => (await gate.enter(never(), memoryLog()))();

test("counts what each piece of work waited for, apart from the others", async () => {
  const gate = createGatekeeper(new TestClock(), () => 0, 1);
  const tolls: [string, number][] = [];
  const work = (name: string, requests: number) =>
    withDelays(
      async () => {
        for (let one = 0; one < requests; one += 1) await pass(gate);
        return name;
      },
      ({ budgetMs }) => tolls.push([name, budgetMs]),
    );
  expect(await Promise.all([work("a", 1), work("b", 1), work("c", 1)])).toEqual(["a", "b", "c"]);
  expect(tolls).toEqual([
    ["a", 0],
    ["b", 60_000],
    ["c", 120_000],
  ]);
});

test("tells it also when the work fails; what nobody counts is not counted", async () => {
  const gate = createGatekeeper(new TestClock(), () => 0, 1);
  await pass(gate);
  const told: number[] = [];
  const failed = withDelays(
    async () => {
      await pass(gate);
      throw new Error("refused");
    },
    ({ budgetMs }) => told.push(budgetMs),
  );
  expect((await rejection(failed)) as Error).toMatchObject({ message: "refused" });
  expect(told).toEqual([60_000]);
});
