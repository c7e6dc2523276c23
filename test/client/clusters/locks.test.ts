import fc from "fast-check";
import { InterruptedError } from "../../../src/client";
import { createLocks } from "../../../src/client/clusters/locks";
import { bench, never, rejection } from "../kit/client";
import { settled } from "../kit/clock";
import { error } from "../kit/transport";

/** A promise, and what ends it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("one at a time under one name, first come first served; other names go on", async () => {
  const exclusively = createLocks("waiting for another change of the same cluster");
  const [first, order] = [gate(), [] as string[]];
  const all = [
    exclusively("c1", never(), async () => {
      order.push("1 in");
      await first.opened;
      order.push("1 out");
    }),
    exclusively("c1", never(), async () => order.push("2")),
    exclusively("c1", never(), async () => order.push("3")),
    exclusively("c2", never(), async () => order.push("other")),
  ];
  await settled();
  expect(order).toEqual(["1 in", "other"]);
  first.open();
  await Promise.all(all);
  expect(order).toEqual(["1 in", "other", "1 out", "2", "3"]);
});

test("a stop leaves the queue at once, and the queue continues without it", async () => {
  const exclusively = createLocks("waiting for another change of the same cluster");
  const [first, stop, ran] = [gate(), new AbortController(), [] as string[]];
  const running = exclusively("c1", never(), () => first.opened);
  const stopped = rejection(exclusively("c1", stop.signal, async () => ran.push("stopped")));
  const last = exclusively("c1", never(), async () => ran.push("last"));
  stop.abort();
  expect(await stopped).toBeInstanceOf(InterruptedError);
  await settled();
  expect(ran).toEqual([]);
  first.open();
  await Promise.all([running, last]);
  expect(ran).toEqual(["last"]);
});

test("a caller that is already stopped runs nothing", async () => {
  const exclusively = createLocks("waiting for another change of the same cluster");
  const act = jest.fn();
  expect(await rejection(exclusively("c1", AbortSignal.abort(), act))).toBeInstanceOf(InterruptedError);
  expect(act).not.toHaveBeenCalled();
});

test("property: never two at once, and everybody who is not stopped gets through", async () => {
  const visit = fc.record({
    name: fc.constantFrom("c1", "c2"),
    turns: fc.nat(3),
    throws: fc.boolean(),
    stopsAfter: fc.option(fc.nat(6), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 12 }), async (visits) => {
      const exclusively = createLocks("waiting for another change of the same cluster");
      const inside = { c1: 0, c2: 0 };
      const most = { c1: 0, c2: 0 };
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      const outcomes = visits.map(async ({ name, turns, throws, stopsAfter }) => {
        const stop = new AbortController();
        const stopping = (async () => {
          for (let left = stopsAfter ?? 0; left > 0; left -= 1) await turn();
          if (stopsAfter !== null) stop.abort();
        })();
        const outcome = await exclusively(name, stop.signal, async () => {
          inside[name] += 1;
          most[name] = Math.max(most[name], inside[name]);
          for (let left = turns; left > 0; left -= 1) await turn();
          inside[name] -= 1;
          if (throws) throw new Error("thrown");
          return "answered";
        }).catch((error: Error) => (error instanceof InterruptedError ? "stopped" : error.message));
        await stopping;
        const allowed = [throws ? "thrown" : "answered", ...(stopsAfter === null ? [] : ["stopped"])];
        return allowed.includes(outcome);
      });
      expect(await Promise.all(outcomes)).not.toContain(false);
      expect(Math.max(most.c1, most.c2)).toBeLessThanOrEqual(1);
      expect(inside).toEqual({ c1: 0, c2: 0 });
    }),
  );
});

describe("clients", () => {
  const clients = (baseUrls: readonly [string, string]) =>
    baseUrls.map((baseUrl, at) => bench(() => error(404, "no"), { baseUrl, apiKey: `key-${at}` }).client);

  test.each<[string, [string, string], string[]]>([
    [
      "of one base URL share the locks, whatever their keys",
      ["https://one.example/api/v1", "https://ONE.example/api/v1/"],
      [],
    ],
    ["of two base URLs do not", ["https://two.example/api/v1", "https://three.example/api/v1"], ["second"]],
  ])("%s", async (_, baseUrls, meanwhile) => {
    const [first, second] = clients(baseUrls);
    const [held, ran] = [gate(), [] as string[]];
    const holding = first?.exclusively("c1", never(), () => held.opened);
    const other = second?.exclusively("c1", never(), async () => ran.push("second"));
    await settled();
    expect(ran).toEqual(meanwhile);
    held.open();
    await Promise.all([holding, other]);
    expect(ran).toEqual(["second"]);
  });
});
