import fc from "fast-check";
import { mapAhead } from "../../../src/framework/rpc/mapAhead";
import { messagesOf } from "../../support/rpc";

async function* numbers(count: number, pulled: number[] = []) {
  for (let n = 0; n < count; n += 1) {
    pulled.push(n);
    yield n;
  }
}

test("the order stays, and never more are in progress than allowed", () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 5 }),
      fc.nat({ max: 20 }),
      async (scheduler, width, count) => {
        let running = 0;
        let most = 0;
        const map = async (n: number) => {
          most = Math.max(most, ++running);
          await scheduler.schedule(Promise.resolve());
          running -= 1;
          return n * 2;
        };
        const found = messagesOf(mapAhead(numbers(count), () => width, map));
        expect(await scheduler.waitFor(found)).toEqual(Array.from({ length: count }, (_, n) => n * 2));
        expect(most).toBeLessThanOrEqual(width);
      },
    ),
  ));

test("nothing begins while the reader does not read", async () => {
  const pulled: number[] = [];
  const found = mapAhead(
    numbers(100, pulled),
    () => 3,
    async (n) => n,
  );
  expect(pulled).toEqual([]);
  await found.next();
  await new Promise(setImmediate);
  const begun = pulled.length;
  expect(begun).toBeLessThanOrEqual(3);
  await new Promise(setImmediate);
  expect(pulled).toHaveLength(begun);
});

test("an item that is ready does not wait for the next one to be found", async () => {
  async function* stuck() {
    yield 1;
    await new Promise(() => {});
  }
  const found = mapAhead(
    stuck(),
    () => 8,
    async (n) => n,
  );
  expect(await found.next()).toEqual({ done: false, value: 1 });
});

test("a reader that stops ends the source", async () => {
  let hasEnded = false;
  async function* source() {
    try {
      yield* numbers(100);
    } finally {
      hasEnded = true;
    }
  }
  expect(
    await messagesOf(
      mapAhead(
        source(),
        () => 2,
        async (n) => n,
      ),
      3,
    ),
  ).toEqual([0, 1, 2]);
  expect(hasEnded).toBe(true);
});

test("failures of the source and of an item end the iteration", async () => {
  async function* broken() {
    yield 1;
    throw new Error("no second page");
  }
  await expect(
    messagesOf(
      mapAhead(
        broken(),
        () => 1,
        async (n) => n,
      ),
    ),
  ).rejects.toThrow("no second page");
  const fail = async (n: number) => Promise.reject(new Error(`not ${n}`));
  await expect(messagesOf(mapAhead(numbers(9), () => 4, fail))).rejects.toThrow("not 0");
});
