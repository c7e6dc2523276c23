import { durationOf, spread } from "../../../src/emulator/domain/derived";
import { createStore } from "../../../src/emulator/domain/store/store";

const LETTERS = /^[a-z0-9]{16}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

test("ids have the form of their kind, differ, and are the same in every run", () => {
  const kinds = [
    ["cluster", LETTERS],
    ["change", LETTERS],
    ["clone", LETTERS],
    ["parameter", UUID],
  ] as const;
  const idsOf = (store: ReturnType<typeof createStore>) =>
    kinds.map(([kind]) => Array.from({ length: 300 }, () => store.nextId(kind)));
  const ids = idsOf(createStore());
  expect(new Set(ids.flat()).size).toBe(1_200);
  for (const [place, [, shape]] of kinds.entries()) {
    expect(ids[place]?.filter((id) => !shape.test(id))).toEqual([]);
  }
  expect(idsOf(createStore())).toEqual(ids);
});

test("numbers are spread over the whole range", () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => spread(`text ${index}`, 10));
  const counts = Array.from({ length: 10 }, (_, number) => numbers.filter((one) => one === number).length);
  expect(Math.min(...counts)).toBeGreaterThan(140);
});

test("a duration is fixed, or lies within its range, always the same for one id, not the same for all", () => {
  expect(durationOf("any", 17, [240, 360])).toBe(17_000);
  const times = Array.from({ length: 2_000 }, (_, index) => durationOf(`id ${index}`, 0, [240, 360]));
  expect([Math.min(...times), Math.max(...times)]).toEqual([240_000, 360_000]);
  expect(durationOf("id 7", 0, [240, 360])).toBe(times[7]);
});
