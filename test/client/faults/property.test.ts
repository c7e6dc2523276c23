import fc from "fast-check";
import { isLeaving } from "../../../src/api/enumerations";
import type { OperationId } from "../../../src/api/operations";
import { ApiError, type ClusterRecord, InterruptedError } from "../../../src/client";
import { WaitTimeoutError } from "../../../src/client/waits/wait";
import type { JournaledRequest } from "../../../src/emulator";
import { WRITE_GRACE_MS } from "../../../src/http/exchange";
import { idOf, type Play, type Played, play } from "./play";
import { expectNoSecret, expectNotBlind } from "./run";
import { type Act, CLUSTERS, type Schedule, schedules, twins } from "./schedule";
import { arrival, KEY } from "./service";

const MINUTE = 60_000;
const SEEDED = Array.from({ length: CLUSTERS }, (_, cluster) => idOf(cluster));

/** Every run is played, however slow the machine is: this only ends one that hangs. */
const TIMEOUT = 300_000;

/**
 * Any number of callers at once, on a slow and faulty line (docs/design/laws.md#l1, #l7, #l8). A failure can be replayed with the
 * seed and the path that are printed with it: no run depends on the time of day or on chance.
 */
test.each([
  ["anybody, anything, at any time", schedules, 100],
  ["creates of one name at one time", twins, 100],
])(
  "%s: the budget is kept, nothing is made twice, no read is older than an own write, and all ends",
  async (_, arbitrary, numRuns) => {
    const property = fc.asyncProperty(arbitrary, async (schedule) => {
      const it = await play(schedule);
      expectBudget(it, schedule);
      expectNothingTwice(it);
      for (const one of it.played) expectNothingStale(one, it);
      for (const one of it.played) expectClearEnd(one);
      const ends = it.played.map(({ end }) => end);
      expectNoSecret(it.on.secrets, [KEY], it.on.log.entries, it.on.service.journal(), ...ends);
    });
    await fc.assert(property, { numRuns });
  },
  TIMEOUT,
);

/** No minute with more than the budget, as the service counts it. */
function expectBudget({ on }: Play, { budget }: Schedule): void {
  let sent: number[] = [];
  for (const entry of on.service.journal()) {
    const at = arrival(entry);
    sent = [...sent.filter((one) => one > at - MINUTE), at];
    expect(sent.length).toBeLessThanOrEqual(budget);
  }
}

/** Each create makes at most one thing, and each answer is its own; a POST is repeated only if it had no effect. */
function expectNothingTwice({ on, played, spoiling }: Play): void {
  const { service } = on;
  const journal = service.journal();
  const { clusters, changes, clones, parameters } = service.state();
  const check = (
    wanted: (act: Act) => boolean,
    made: number,
    post: OperationId,
    look: OperationId | null,
    isOurs: (entry: JournaledRequest) => boolean,
  ) => {
    const calls = played.filter(({ act }) => wanted(act));
    const answers = calls.flatMap(({ end }) => ("answer" in end ? [end.answer as { id?: string }] : []));
    const lost = calls.filter(({ end }) => "error" in end && isLost(end.error));
    expect(made).toBeGreaterThanOrEqual(answers.length);
    expect(made).toBeLessThanOrEqual(answers.length + lost.length);
    const ids = answers.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const posts = journal.filter((entry) => entry.operation === post && isOurs(entry));
    if (calls.length === 1) expectNotBlind(posts, journal, look, spoiling);
  };
  for (const name of ["a", "b", "c"]) {
    check(
      (act) => act.do === "create" && act.name === name,
      clusters.filter((one) => one.name === name).length,
      "createCluster",
      "listClusters",
      ({ body }) => (body as { name?: string } | null)?.name === name,
    );
  }
  for (const [cluster, id] of SEEDED.entries()) {
    const of = (all: readonly { cluster_id: string }[]) => all.filter((one) => one.cluster_id === id).length;
    const rows = [
      ["change", of(changes), "createConfigurationChange", "listConfigurationChanges"],
      ["clone", of(clones), "createCloningOperation", "listCloningOperations"],
      [
        "parameter",
        of(parameters),
        "createServerConfigurationParameter",
        "listServerConfigurationParameters",
      ],
      ["keys", service.issuedKeys(id), "issueClusterApiKeys", null],
    ] as const;
    for (const [kind, made, post, look] of rows) {
      const isOurs = ({ path }: JournaledRequest) => path.startsWith(`/clusters/${id}/`);
      check((act) => act.do === kind && act.cluster === cluster, made, post, look, isOurs);
    }
  }
}

const isLost = (error: unknown) => error instanceof ApiError && error.kind === "lost_write";

/** A reading shows every write of the same client that ended before the reading began. */
function expectNothingStale({ seen, began, ended }: Played, { played, namings }: Play): void {
  const before = played.filter((one) => one.ended < began && "answer" in one.end);
  const terminatedBy = (acts: readonly Played[]) =>
    new Set(acts.flatMap(({ act }) => (act.do === "terminate" ? [idOf(act.cluster)] : [])));
  const [terminated, touched] = [terminatedBy(before), terminatedBy(played)];
  const created = before.flatMap(({ act, end }) =>
    act.do === "create" && "answer" in end ? [(end.answer as ClusterRecord).id] : [],
  );
  const wasNamed = (id: string, name: string | null) =>
    namings.flatMap((one) => (one.id === id && one.name === name && one.since < ended ? [one.since] : []));
  const expectNameOf = ({ id, name }: ClusterRecord) => {
    const last = Math.max(...wasNamed(id, name));
    for (const { act, name: given } of before) {
      if (act.do !== "rename" || idOf(act.cluster) !== id) continue;
      expect(last).toBeGreaterThanOrEqual(Math.min(...wasNamed(id, given)));
    }
  };
  for (const one of seen) {
    if ("list" in one) {
      const ids = one.list.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([...SEEDED.filter((id) => !touched.has(id)), ...created]));
      const there = one.list.filter((cluster) => !isLeaving(cluster)).map(({ id }) => id);
      for (const id of terminated) expect(there).not.toContain(id);
      one.list.forEach(expectNameOf);
    } else {
      if (one.observed.kind === "present") expectNameOf(one.observed.cluster);
      if (terminated.has(one.id)) expect(one.observed.kind).not.toBe("present");
      if (!touched.has(one.id)) expect(one.observed.kind).toBe("present");
    }
  }
}

/** An answer, or an error made for people; soon after a stop. */
function expectClearEnd({ act, end, lateBy }: Played): void {
  const isWrite = !["read", "read own", "list", "wait"].includes(act.do);
  if (lateBy !== null) expect(lateBy).toBeLessThanOrEqual(isWrite ? WRITE_GRACE_MS : 0);
  if ("answer" in end) return;
  const { error } = end;
  const clear =
    error instanceof ApiError || error instanceof InterruptedError || error instanceof WaitTimeoutError;
  expect([error, clear]).toEqual([error, true]);
}
