import { Account, ENDING, type Kept, NOTHING, type Ran, SOURCE } from "./kit";

/**
 * A rehearsal that ends at any of its requests: at most one clone is billed, and it is in the state, or the next plan names it
 * (docs/design/laws.md#l1, #l2).
 */
/** Requests of an uninterrupted apply, and the one that requests the clone. */
const [REQUESTS, POST] = [25, 8] as const;
/** The requests before the clone is requested are equivalent. */
const EACH = [1, ...Array.from({ length: REQUESTS - POST + 2 }, (_, at) => POST - 1 + at)];

test("the number of requests is known", async () => {
  const on = new Account();
  await on.apply(NOTHING, () => on.emulator.clearJournal());
  const sent = on.emulator.journal().map(({ operation }) => operation);
  expect([on.sent, sent[POST - 1]]).toEqual([REQUESTS, "createCloningOperation"]);
});

/** Resumes it, and expects it to pass with nothing billed. */
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

test.each(EACH.filter((one) => one % 2 === 1))(
  "Ctrl-C at request %i: the next apply resumes with the same clone",
  async (after) => {
    const on = new Account();
    const ran = await stopped(on, after);
    if (ran.state?.status !== "passed") expectUnfinished(ran, after);
    await expectPassed(on, ran, 1);
  },
);

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
  expect(named?.summary).toMatch(/already has a clone/);
  if (on.clones.some((one) => one.id === id)) on.emulator.finishClone(SOURCE, id, "succeeded");
  for (const clone of on.billed) on.emulator.terminateOutside(clone);
  await expectPassed(on, NOTHING, 2);
});

describe("a resumed apply", () => {
  const begun = async () => {
    const on = new Account();
    return [on, await stopped(on, POST)] as const;
  };
  /** All requests after the POST. */
  const rest = Array.from({ length: REQUESTS - POST }, (_, at) => at + 1);

  test("sends a known number of requests", async () => {
    const [on, kept] = await begun();
    await expectPassed(on, kept, 1);
    expect(on.sent).toBe(rest.length);
  });

  test.each(rest.filter((one) => one % 3 === 2))(
    "SIGKILL at request %i: another one resumes, or starts again if the clone is gone",
    async (after) => {
      const [on, kept] = await begun();
      let killed = await on.apply(kept, undefined, { after, how: "kill" });
      expect(on.forgotten(killed)).toEqual([]);
      // A clone that answers 404 and that no recorded run has seen may still exist, so it is given up.
      if (after === rest.length) {
        const [said] = (await on.apply(killed)).said.filter(({ severity }) => severity === "error");
        expect(said?.detail).toContain("It was created, and the service now answers 404 for it");
        killed = await on.destroy(killed);
        expect(killed.failed).toBe(false);
      }
      await expectPassed(on, killed, on.billed.length === 0 ? 2 : 1);
    },
  );

  test.each([1, 6, 11, 16])("Ctrl-C at request %i: another one resumes", async (after) => {
    const [on, kept] = await begun();
    const ran = await on.apply(kept, undefined, { after, how: "stop" });
    expect([on.forgotten(ran), ran.state?.status]).toEqual([[], expect.stringMatching(/running|passed/)]);
    await expectPassed(on, ran, 1);
  });
});

describe("a destroy", () => {
  /** The request at which the apply was stopped, and the requests of the refresh and the destroy. */
  const UNFINISHED = [
    [
      "before the clone has begun",
      8,
      ["getCloningOperation", "getCloningOperation", "cancelCloningOperation"],
    ],
    [
      "while the clone is made",
      10,
      [
        ...Array(4).fill("getCloningOperation"),
        ...["getCluster", "getCluster", "terminateCluster", ...Array(3).fill("getCluster")],
      ],
    ],
    ["when the clone is there", 15, ["getCluster", "terminateCluster", "getCluster", "getCluster"]],
    [
      "when the clone is being terminated",
      23,
      ["getCluster", "terminateCluster", ...Array(3).fill("getCluster")],
    ],
  ] as const;

  const unfinished = async (after: number) => {
    const on = new Account();
    const kept = await stopped(on, after);
    on.emulator.clearJournal();
    return [on, kept] as const;
  };

  test.each(UNFINISHED)("%s: these requests are sent", async (_, after, requests) => {
    const [on, kept] = await unfinished(after);
    const { failed } = await on.destroy(kept);
    const sent = on.emulator.journal().map(({ operation }) => operation);
    expect([failed, on.billed, sent]).toEqual([false, [], requests]);
  });

  const CASES = UNFINISHED.flatMap(([where, after, requests]) =>
    requests.flatMap((_, at) => ENDING.map((fault) => [where, at + 1, fault.name, after, fault] as const)),
  );

  test.each(CASES)("%s, request %i: %s", async (_, nth, __, after, { effect }) => {
    const [on, kept] = await unfinished(after);
    on.emulator.addFault({ match: { path: "**", nth }, effect });
    const ran = await on.destroy(kept);
    const first = { said: ran.said, forgotten: on.forgotten(ran) };
    expect(first).toEqual({ ...first, forgotten: [] });
    on.emulator.clearFaults();
    if (ran.state !== null) await on.destroy(ran);
    expect({ first, billed: on.billed }).toEqual({ first, billed: [] });
  });

  test.each(UNFINISHED)("%s: killed at any request, it is repeated", async (_, at, requests) => {
    for (const after of requests.keys()) {
      const [on, kept] = await unfinished(at);
      const killed = await on.destroy(kept, undefined, { after: after + 1, how: "kill" });
      expect(on.forgotten(killed)).toEqual([]);
      const ran = await on.destroy(killed);
      expect([ran.failed, on.billed, on.clones.length]).toEqual([false, [], 1]);
    }
  });

  test("that keeps getting 404 for a listed clone keeps it in the state", async () => {
    const [on, kept] = await unfinished(15);
    const path = `/clusters/${kept.state?.clone_cluster_id}**`;
    on.emulator.addFault({ match: { path, times: 0 }, effect: { kind: "status", status: 404 } });
    const refused = await on.destroy(kept);
    expect(refused.said).toMatchObject([
      { summary: expect.stringMatching(/^Cluster \w+, the clone of c-1, cannot be read$/) },
    ]);
    on.emulator.clearFaults();
    expect([(await on.destroy(refused)).failed, on.billed]).toEqual([false, []]);
  });
});
