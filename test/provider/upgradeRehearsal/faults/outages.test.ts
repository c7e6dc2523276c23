import { Account, NOTHING } from "./kit";

/**
 * A service, or its nodes, that goes away at any request, for some minutes or until somebody applies again: that is no verdict, and
 * the same clone is gone on with (docs/design/laws.md#l1, #l2).
 */
const AWAY = [
  ["the management API", "/clusters**", 15],
  ["the nodes", "/nodes/**", 9],
] as const;
const MINUTES = 5;

test("so many requests are sent", async () => {
  const on = new Account();
  await on.apply(NOTHING, () => on.emulator.clearJournal());
  const isOfNode = ({ path }: { readonly path: string }) => path.startsWith("/nodes/");
  const [nodes, all] = [on.emulator.journal().filter(isOfNode).length, on.emulator.journal().length];
  expect([all - nodes, nodes]).toEqual(AWAY.map(([, , count]) => count));
});

/** Before the clone is requested, an apply that ends leaves nothing. */
const [FIRST_OF_API, FIRST_OF_NODES] = [5, 3] as const;
const CASES = AWAY.flatMap(([what, path, count]) => {
  const first = path === "/nodes/**" ? FIRST_OF_NODES : FIRST_OF_API;
  const long = Array.from(
    { length: count - first + 1 },
    (_, at) => [what, first + at, "for long", path] as const,
  );
  return [[what, first, "for minutes", path] as const, ...long];
});

test.each(CASES)("%s away from request %i on, %s", async (_, nth, long, path) => {
  const on = new Account();
  let ran = await on.apply(NOTHING, () => {
    on.emulator.addFault({ match: { path, nth, times: 0 }, effect: { kind: "reset" } });
    if (long === "for minutes")
      void on.clock.sleep(MINUTES * 60_000, new AbortController().signal).then(on.emulator.clearFaults);
  });
  const first = { status: ran.state?.status, said: ran.said, forgotten: on.forgotten(ran) };
  expect(first).toEqual({ ...first, forgotten: [] });
  expect(first).not.toMatchObject({ status: "failed" });
  on.emulator.clearFaults();
  if (ran.state?.status !== "passed") ran = await on.apply(ran);
  expect({ first, last: ran }).toMatchObject({ first, last: { state: { status: "passed" }, failed: false } });
  expect({ first, clones: on.clones.length, billed: on.billed }).toEqual({ first, clones: 1, billed: [] });
});
