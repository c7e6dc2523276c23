import { markClone, markManaged } from "../../../../src/provider/shared/changes/managedIds";
import { clientOf } from "../../../../src/provider/shared/service";
import type { NodesAccount } from "../../onNodes";
import {
  type Applied,
  account,
  applied,
  clones,
  configured,
  destroyed,
  type Kept,
} from "../../resources/upgradeRehearsal/kit";

/**
 * A cloning operation that names another cluster as its clone (docs/design/laws.md#named-by-an-answer): no key is issued for it, it is not
 * terminated, and the message says what it is. Rehearsals and cloning operations prove in the same way.
 */
let on: NodesAccount;
afterEach(() => on.close());

const NEW = { id: "other", name: null, search_server_version: "31.0" };

/** The record in every read of a cloning operation from now on. */
function says(target: string): void {
  const json = { id: "cl-1", status: "succeeded", created_at: 1, target_cluster_reference_id: target };
  const match = { operation: "getCloningOperation", times: 0 } as const;
  on.emulator.addFault({ match, effect: { kind: "answer", status: 200, json } });
}

/** Puts a cluster into the account right after the clone is requested. */
function appearsAfterwards(cluster: object): void {
  on.emulator.seed({ clusters: [{ ...NEW, ...cluster, status: "in_service" }] });
}

const errorIn = (said: readonly { summary: string; detail: string }[]) => said.at(-1);
const writes = () => on.emulator.journal().flatMap(({ method, path }) => (method === "GET" ? [] : [path]));

/** Nothing was done except to request the clone; the next apply and a destroy refuse as well. */
async function refused(stopped: Applied, words: RegExp): Promise<Kept> {
  expect(writes().filter((path) => !path.endsWith("/cloning-operations"))).toEqual([]);
  expect(stopped.state).toMatchObject({ status: "running", clone_cluster_id: null });
  expect(errorIn(stopped.applied)?.detail).toMatch(words);
  const again = await applied(on, configured(), stopped);
  expect(errorIn(again.applied)).toMatchObject({ severity: "error", detail: expect.stringMatching(words) });
  expect(errorIn(await destroyed(on, again))).toMatchObject({
    severity: "error",
    summary: expect.stringMatching(
      /^Cloning operation \S+ of cluster c-1 names cluster other, which is not proved/,
    ),
    detail: expect.stringMatching(words),
  });
  expect(writes().filter((path) => !path.endsWith("/cloning-operations"))).toEqual([]);
  return again;
}

/** With the true record, the same rehearsal passes, and its clone is terminated. */
async function passesThen(kept: Kept): Promise<void> {
  on.emulator.clearFaults();
  expect((await applied(on, configured(), kept)).state).toMatchObject({ status: "passed" });
  expect(clones(on).filter((id) => id !== "other")).toEqual([]);
}

test("one that existed before, although it looks like the clone", async () => {
  on = await account();
  on.emulator.seed({ clusters: [{ ...NEW, provisioned_at: Math.floor(on.emulator.advance(0)) }] });
  says("other");
  const words = /Cluster other is in_service, runs server version 31\.0.*in the account before/;
  await passesThen(await refused(await applied(on, configured()), words));
});

test.each<[what: string, cluster: object, words: RegExp]>([
  [
    "is older, and was not listed",
    { provisioned_at: Date.UTC(2026, 0) / 1000 },
    /was created 2026-01-01T00:00:00Z, and/,
  ],
  [
    "runs another version",
    { search_server_version: "30.2" },
    /runs server version 30\.2, and 31\.0 was requested/,
  ],
  [
    "has a name of its own",
    { name: "prod" },
    /Cluster "prod" \(other\).*named "prod", but its source has no name/,
  ],
])("one that has appeared since, and %s", async (_, cluster, words) => {
  on = await account();
  const match = { operation: "getCloningOperation" } as const;
  on.emulator.addFault({ match, effect: { kind: "status", status: 403 } });
  const begun = await applied(on, configured());
  appearsAfterwards({ provisioned_at: Math.floor(on.emulator.advance(60)), ...cluster });
  on.emulator.clearFaults();
  says("other");
  await passesThen(await refused(await applied(on, configured(), begun), words));
});

test.each<[what: string, mark: () => void, words: RegExp]>([
  [
    "a resource manages",
    () => markManaged(clientOf(on.service), "other"),
    /and a searchcloud_cluster manages it\. A cluster that another resource manages/,
  ],
  [
    "is the clone of another operation",
    () => markClone(clientOf(on.service), "other", "cl-9"),
    /of another cloning op/,
  ],
])("one that %s, although it looks like the clone", async (_, mark, words) => {
  on = await account();
  const match = { operation: "getCloningOperation" } as const;
  on.emulator.addFault({ match, effect: { kind: "status", status: 403 } });
  const begun = await applied(on, configured());
  appearsAfterwards({ provisioned_at: Math.floor(on.emulator.advance(60)) });
  mark();
  on.emulator.clearFaults();
  says("other");
  await refused(await applied(on, configured(), begun), words);
});

test("one that differs from the state: the error names both, and the clone of the state stays known", async () => {
  on = await account();
  const match = { operation: "issueClusterApiKeys" } as const;
  on.emulator.addFault({ match, effect: { kind: "status", status: 403 } });
  const begun = await applied(on, configured());
  const clone = begun.state?.clone_cluster_id;
  on.emulator.clearJournal();
  appearsAfterwards({});
  says("other");
  const again = await applied(on, configured(), begun);
  expect(again.state?.clone_cluster_id).toBe(clone);
  expect(errorIn(again.applied)).toMatchObject({
    summary: expect.stringContaining("names cluster other"),
    detail: expect.stringContaining(`The state holds cluster ${clone} as the clone`),
  });
  expect(writes()).toEqual([]);
  // A destroy goes by the state.
  expect(await destroyed(on, again)).toEqual([]);
  expect(clones(on)).toEqual(["other"]);
});

test("a tainted one has no private state: its clone is proved by its own record", async () => {
  on = await account();
  const match = { operation: "issueClusterApiKeys" } as const;
  on.emulator.addFault({ match, effect: { kind: "status", status: 403 } });
  const { state } = await applied(on, configured());
  expect(await destroyed(on, { state, privateState: undefined })).toEqual([]);
  expect(clones(on)).toEqual([]);
});
