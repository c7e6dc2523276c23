import type { Client, CloningOperationRecord, ConfigurationChangeRecord } from "../../../src/client/index";
import { isInFlight, readInFlight } from "../../../src/provider/clusterChange/inFlight";
import { untilEnd } from "../../../src/provider/clusterChange/waits";
import { cloneRecord } from "../cloningOperation/kit";
import { changeRecord } from "../configurationChange/kit";

/** Epoch seconds, by the service's clock. */
const NOW = 1_700_000_000;

function client(
  changes: readonly ConfigurationChangeRecord[] = [],
  clones: readonly CloningOperationRecord[] = [],
): { readonly client: Client; readonly waits: string[] } {
  const waits: string[] = [];
  const fake: Partial<Client> = {
    pollInterval: 60_000,
    serverNow: () => NOW * 1000,
    clock: { now: () => 0 } as Client["clock"],
    changes: async () => changes,
    cloningOperations: async () => clones,
    async waitForChange(_cluster, id, { performChangeAt }) {
      waits.push(`change ${id} from ${performChangeAt}`);
      return changeRecord({ id, status: "succeeded" });
    },
    async waitForCloningOperation(_cluster, id) {
      waits.push(`clone ${id}`);
      return cloneRecord({ id, status: "succeeded" });
    },
  };
  return { client: fake as Client, waits };
}

const { signal } = new AbortController();
const id = (found: { record: { id: string } } | undefined) => found?.record.id;

describe("what is in flight", () => {
  test.each<[what: string, change: Partial<ConfigurationChangeRecord>, active: boolean, scheduled: boolean]>([
    ["runs", { status: "in_progress", perform_change_at: NOW - 5 }, true, false],
    ["is in a status that nobody knows", { status: "paused" as never }, true, false],
    ["has no moment", { perform_change_at: null }, true, false],
    ["is due within a poll interval and the lead", { perform_change_at: NOW + 90 }, true, false],
    ["is due later", { perform_change_at: NOW + 91 }, false, true],
    ["has succeeded", { status: "succeeded" }, false, false],
  ])("a change that %s", async (_, change, active, scheduled) => {
    const changes = [changeRecord({ id: "old", status: "succeeded" }), changeRecord({ id: "it", ...change })];
    const found = await readInFlight(client(changes).client, "c-1", signal);
    expect([id(found.active), id(found.scheduled)]).toEqual([
      active ? "it" : undefined,
      scheduled ? "it" : undefined,
    ]);
    expect(changes.find(isInFlight)?.id).toBe(active || scheduled ? "it" : undefined);
  });

  test.each([
    ["pending", true],
    ["in_progress", true],
    ["succeeded", false],
  ] as const)("a clone that is %s: %s", async (status, open) => {
    const clones = [cloneRecord({ id: "it", status })];
    expect(clones.some(isInFlight)).toBe(open);
    const later = [changeRecord({ perform_change_at: NOW + 3600 })];
    const found = await readInFlight(client(later, clones).client, "c-1", signal);
    expect([found.active?.kind, found.scheduled?.kind]).toEqual([open ? "clone" : undefined, "change"]);
  });

  test("changes its history with everything that comes, goes or moves on", async () => {
    const history = async (...args: Parameters<typeof client>) =>
      (await readInFlight(client(...args).client, "c-1", signal)).history;
    const [change, clone] = [changeRecord(), cloneRecord()];
    const all = [
      await history(),
      await history([change]),
      await history([], [clone]),
      await history([change], [clone]),
      await history([{ ...change, status: "canceled" }], [clone]),
      await history([change], [{ ...clone, status: "failed" }]),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(await history([change], [clone])).toBe(all[3]);
  });
});

describe("waiting for it", () => {
  const waiting = (deadline: number) => ({ deadline, timeout: "1h", signal });
  const change = (given: Partial<ConfigurationChangeRecord>) => ({
    kind: "change" as const,
    record: changeRecord({ perform_change_at: NOW + 3600, ...given }),
  });

  test.each([
    ["that begins just in time", {}, 3_600_000, NOW + 3600],
    ["that runs, whatever its moment was", { status: "in_progress" } as const, 0, null],
    ["without a moment", { perform_change_at: null }, 0, null],
  ])("a change %s is waited for", async (_, given, deadline, from) => {
    const { client: fake, waits } = client();
    const active = change(given);
    await untilEnd(waiting(deadline), fake, "c-1", active).wait();
    expect(waits).toEqual([`change ch-1 from ${from}`]);
  });

  test("a change that begins too late is named, with its moment and what to do", async () => {
    const { client: fake, waits } = client();
    await expect(untilEnd(waiting(3_599_999), fake, "c-1", change({})).wait()).rejects.toMatchObject({
      summary: "Cluster c-1 has another change in flight: ch-1",
      detail: expect.stringMatching(/ch-1 .*due 2023-11-14T23:13:20Z.*does not begin within 1h.*Cancel it/),
    });
    expect(waits).toEqual([]);
  });

  test("a clone is waited for", async () => {
    const { client: fake, waits } = client();
    await untilEnd(waiting(0), fake, "c-1", { kind: "clone", record: cloneRecord({ id: "cl-0" }) }).wait();
    expect(waits).toEqual(["clone cl-0"]);
  });
});
