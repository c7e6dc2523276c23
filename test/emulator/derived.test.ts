import { durationOf, spread } from "../../src/emulator/derived";
import { createStore, type RecordKind } from "../../src/emulator/store";

test.each([
  ["cluster", /^[a-z0-9]{16}$/],
  ["change", /^[a-z0-9]{16}$/],
  ["clone", /^[a-z0-9]{16}$/],
  ["parameter", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/],
] as [RecordKind, RegExp][])(
  "ids of a %s look like %s, differ, and are the same in every run",
  (kind, shape) => {
    const [one, other] = [createStore(), createStore()];
    const ids = Array.from({ length: 300 }, () => one.nextId(kind));
    expect(new Set(ids).size).toBe(300);
    expect(ids.filter((id) => !shape.test(id))).toEqual([]);
    expect(Array.from({ length: 300 }, () => other.nextId(kind))).toEqual(ids);
  },
);

test("each kind has ids of its own", () => {
  const store = createStore();
  const kinds = ["cluster", "change", "clone", "parameter"] as const;
  expect(new Set(kinds.map((kind) => store.nextId(kind))).size).toBe(4);
});

test("numbers are spread over the whole range, the same for the same text", () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => spread(`text ${index}`, 10));
  const counts = Array.from({ length: 10 }, (_, number) => numbers.filter((one) => one === number).length);
  expect(Math.min(...counts)).toBeGreaterThan(140);
  expect(spread("text 3", 10)).toBe(numbers[3]);
});

test("a duration is fixed, or lies within its range, always the same for one id, not the same for all", () => {
  expect(durationOf("any", 17, [240, 360])).toBe(17_000);
  const times = Array.from({ length: 200 }, (_, index) => durationOf(`id ${index}`, 0, [240, 360]));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(240_000);
  expect(Math.max(...times)).toBeLessThanOrEqual(360_000);
  expect(new Set(times).size).toBeGreaterThan(50);
  expect(durationOf("id 7", 0, [240, 360])).toBe(times[7]);
});
