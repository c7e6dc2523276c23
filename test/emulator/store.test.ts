import { spread } from "../../src/emulator/clusters/record";
import { createStore } from "../../src/emulator/store";

test("ids are 16 letters and digits, differ, and are the same in every store", () => {
  const [one, other] = [createStore(), createStore()];
  const ids = Array.from({ length: 500 }, () => one.nextId());
  expect(new Set(ids).size).toBe(500);
  expect(ids.filter((id) => !/^[a-z0-9]{16}$/.test(id))).toEqual([]);
  expect(Array.from({ length: 500 }, () => other.nextId())).toEqual(ids);
});

test("changes have ids of their own kind, none of them a cluster's", () => {
  const [one, other] = [createStore(), createStore()];
  const ids = Array.from({ length: 200 }, () => one.nextChangeId());
  expect(Array.from({ length: 200 }, () => other.nextChangeId())).toEqual(ids);
  const clusters = Array.from({ length: 200 }, () => one.nextId());
  expect(new Set([...ids, ...clusters]).size).toBe(400);
});

test("numbers are spread over the whole range, the same for the same text", () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => spread(`text ${index}`, 10));
  const counts = Array.from({ length: 10 }, (_, number) => numbers.filter((one) => one === number).length);
  expect(Math.min(...counts)).toBeGreaterThan(140);
  expect(spread("text 3", 10)).toBe(numbers[3]);
});

test("parameters and clones have ids of their own kind", () => {
  const store = createStore();
  const uuids = Array.from({ length: 200 }, () => store.nextParameterId());
  expect(new Set(uuids).size).toBe(200);
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(uuids.filter((id) => !shape.test(id))).toEqual([]);
  const clones = Array.from({ length: 200 }, () => store.nextCloneId());
  const changes = Array.from({ length: 200 }, () => store.nextChangeId());
  expect(new Set([...clones, ...changes]).size).toBe(400);
});
