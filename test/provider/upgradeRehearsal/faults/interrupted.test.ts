import { Account, type Kept, NOTHING, type Ran, SOURCE } from "./kit";

/**
 * A rehearsal that ends at any of its requests: at most one clone is billed, and it is in the state, or the next plan names it
 * (docs/design/laws.md#l1, #l2).
 */
/** How many requests an apply sends that nothing interrupts, and with which of them the clone is requested. */
const [REQUESTS, POST] = [24, 7] as const;
const EACH = Array.from({ length: REQUESTS }, (_, at) => at + 1);
const SINCE_POST = EACH.filter((after) => after >= POST);

test("so many requests are sent", async () => {
  const on = new Account();
  await on.apply(NOTHING, () => on.emulator.clearJournal());
  const sent = on.emulator.journal().map(({ operation }) => operation);
  expect([on.sent, sent[POST - 1]]).toEqual([REQUESTS, "createCloningOperation"]);
});

/** Goes on, and expects it to pass, in the end with nothing billed. */
async function expectPassed(on: Account, kept: Kept, clones: number): Promise<void> {
  const { state, failed, said } = await on.apply(kept);
  expect({ said, state, failed }).toMatchObject({ state: { status: "passed" }, failed: false });
  expect([on.clones.length, on.billed, on.secretsSaid]).toEqual([clones, [], []]);
}

function expectUnfinished(ran: Ran, after: number): void {
  expect(ran.state?.status).toBe(after < POST ? undefined : "running");
  expect(ran.failed).toBe(after < POST);
}

const stopped = async (on: Account, after: number) => {
  const ran = await on.apply(NOTHING, undefined, { after, how: "stop" });
  expect([on.forgotten(ran), on.billed.length <= 1]).toEqual([[], true]);
  return ran;
};

test.each(EACH)("Ctrl-C at request %i: the next apply goes on with the same clone", async (after) => {
  const on = new Account();
  const ran = await stopped(on, after);
  if (ran.state?.status !== "passed") expectUnfinished(ran, after);
  await expectPassed(on, ran, 1);
});

test.each(SINCE_POST)("Ctrl-C at request %i, then a destroy: the clone is ended", async (after) => {
  const on = new Account();
  const ran = await on.destroy(await stopped(on, after));
  expect([ran.failed, on.billed, on.clones.length]).toEqual([false, [], 1]);
});

test.each(EACH)("SIGKILL at request %i: the next plan names the clone, or there is none", async (after) => {
  const on = new Account();
  const killed = await on.apply(NOTHING, undefined, { after, how: "kill" });
  expect(killed.state).toBeNull();
  const left = on.billed;
  expect(left.length).toBeLessThanOrEqual(1);
  const [id] = left;
  if (id === undefined) return expectPassed(on, NOTHING, on.clones.length + 1);
  const next = await on.apply();
  const named = next.said.find(({ severity }) => severity === "error");
  expect([next.state, named?.detail]).toEqual([null, expect.stringContaining(id)]);
  expect(named?.summary).toMatch(/has a clone already/);
  if (on.clones.some((one) => one.id === id)) on.emulator.finishClone(SOURCE, id, "succeeded");
  for (const clone of on.billed) on.emulator.terminateOutside(clone);
  await expectPassed(on, NOTHING, 2);
});

describe("an apply that goes on", () => {
  const begun = async () => {
    const on = new Account();
    return [on, await stopped(on, POST)] as const;
  };
  /** All that comes after the POST. */
  const rest = EACH.slice(0, REQUESTS - POST);

  test("sends so many requests", async () => {
    const [on, kept] = await begun();
    await expectPassed(on, kept, 1);
    expect(on.sent).toBe(rest.length);
  });

  test.each(rest)(
    "SIGKILL at request %i: another one goes on, or begins anew when the clone is gone",
    async (after) => {
      const [on, kept] = await begun();
      let killed = await on.apply(kept, undefined, { after, how: "kill" });
      expect(on.forgotten(killed)).toEqual([]);
      // Of a clone that answers 404, and that no run on record has seen, nobody can tell that it is gone: it is given up.
      if (after === rest.length) {
        const [said] = (await on.apply(killed)).said.filter(({ severity }) => severity === "error");
        expect(said?.detail).toContain("It was created, and the service now answers 404 for it");
        killed = await on.destroy(killed);
        expect(killed.failed).toBe(false);
      }
      await expectPassed(on, killed, on.billed.length === 0 ? 2 : 1);
    },
  );

  test.each(rest)("Ctrl-C at request %i: another one goes on", async (after) => {
    const [on, kept] = await begun();
    const ran = await on.apply(kept, undefined, { after, how: "stop" });
    expect([on.forgotten(ran), ran.state?.status]).toEqual([[], expect.stringMatching(/running|passed/)]);
    await expectPassed(on, ran, 1);
  });
});
