import { deleteClone } from "../../../../src/provider/resources/cloningOperation/resource";
import type {
  ClonePrivateState,
  CloneValues,
} from "../../../../src/provider/resources/cloningOperation/schema";
import { look } from "../../kit";
import { cloneRecord, cloneValues, DONE, fakeCall, type Given, PROVED, STORED } from "./kit";

const READ = "read cl-1";
const CANCEL = "cancel cl-1";
const FOLLOW = "wait for cl-1";
const TERMINATE = ["terminate c-2", "wait for c-2"];
/** The reads that prove the identity of the clone. */
const READ_BOTH = ["read c-2", "read c-1"];
const PROVE = ["wait for c-2", ...READ_BOTH];
const RUNNING = cloneRecord({ status: "in_progress" });
const BEGUN = { kind: "begun", record: RUNNING } as const;
const MISSING = { kind: "missing" } as const;
const PENDING: Given = { clones: [cloneRecord()] };
const RUNS: Given = { clones: [RUNNING] };
const CLONED: Given = { clones: [cloneRecord(DONE)] };
const FAILED: Given = { clones: [cloneRecord({ status: "failed", target_cluster_reference_id: "c-2" })] };
const ENDED = { status: "succeeded", target_cluster_id: "c-2" };
const GOES_ON = "Cloning operation cl-1 of cluster c-1 continues and leaves a billed cluster";
const SOURCE = "read c-1";
/** An account without the source. */
const LEFT: Given = { clusters: { "c-1": look(null) } };
const GONE = "Cloning operation cl-1 of cluster c-1 is gone";
const STAYS = "Cluster c-2, the clone of c-1, stays and is billed";

async function destroyed(account: Given, state: Partial<CloneValues> = {}, stored = STORED) {
  const call = fakeCall(account, stored);
  await deleteClone(call, cloneValues(state));
  return { requests: call.requests, summaries: call.warned.map((one) => one.split(":")[0]) };
}

const terminating = { terminate_clone_on_destroy: true };
type Case = [
  what: string,
  account: Given,
  state: Partial<CloneValues>,
  requests: string[],
  ...warnings: string[],
];

test("a destroy keeps an operation that answers 404 and is listed", async () => {
  await expect(destroyed({ ...PENDING, cancel: MISSING })).rejects.toMatchObject({
    summary: "Cloning operation cl-1 of cluster c-1 cannot be read",
    detail: expect.stringContaining("lists it as pending"),
  });
});

test.each<Case>([
  ["cancels what is pending", PENDING, {}, [READ, CANCEL]],
  ["warns when the cancel comes late", { ...PENDING, cancel: BEGUN }, {}, [READ, CANCEL], GOES_ON],
  [
    "warns when it has ended by then",
    { ...PENDING, cancel: { kind: "ended", record: cloneRecord(DONE) } },
    {},
    [READ, CANCEL],
    STAYS,
  ],
  ["goes with its source", { ...PENDING, cancel: MISSING, ...LEFT }, {}, [READ, CANCEL, SOURCE], GONE],
  ["leaves what runs to the service", RUNS, {}, [READ], GOES_ON],
  ["warns of a clone that stays", CLONED, {}, [READ], STAYS],
  ["sends nothing for a clone in the state", {}, ENDED, [], STAYS],
  ["sends nothing for one that failed", {}, { status: "failed" }, []],
  ["finds a clone that the state lacks", CLONED, { status: "succeeded" }, [READ], STAYS],
  ["of what is gone names what may be left", {}, {}, [READ, SOURCE, "clones"], GONE],
  ["ignores the clone of one that failed", FAILED, {}, [READ]],
])("a destroy %s", async (_, account, state, requests, ...summaries) => {
  expect(await destroyed(account, state)).toEqual({ requests, summaries });
});

test("a destroy keeps an operation that answers 404 and is listed", async () => {
  await expect(destroyed({ ...PENDING, cancel: MISSING })).rejects.toMatchObject({
    summary: "Cloning operation cl-1 of cluster c-1 cannot be read",
    detail: expect.stringContaining("lists it as pending"),
  });
});

test.each<Case>([
  ["cancels what is pending", PENDING, {}, [READ, CANCEL]],
  [
    "waits for what the cancel came late for",
    { ...PENDING, cancel: BEGUN },
    {},
    [READ, CANCEL, FOLLOW, ...PROVE, ...TERMINATE],
  ],
  ["stops at what fails", { ...RUNS, ends: { status: "failed" } }, {}, [READ, FOLLOW]],
  ["terminates at once what has ended", CLONED, {}, [READ, ...PROVE, ...TERMINATE]],
  ["terminates the clone in the state of an earlier version", {}, ENDED, [...READ_BOTH, ...TERMINATE]],
  [
    "leaves one that is gone",
    { clusters: { "c-2": look("terminated") } },
    ENDED,
    ["read c-2", "wait for c-2"],
  ],
  ["sends nothing for a cancelled one", {}, { status: "canceled" }, []],
  ["is done when it is gone that is leaving", { terminate: "leaving" }, ENDED, [...READ_BOTH, ...TERMINATE]],
  [
    "warns of a clone that is not found",
    { clusters: { "c-2": look(null) } },
    ENDED,
    ["read c-2", READ],
    "Cluster c-2, the clone of c-1, was not found",
  ],
])("a destroy that terminates the clone %s", async (_, account, state, requests, ...summaries) => {
  const requested = { created_at: "2023-11-14T22:13:20Z", ...state, ...terminating };
  expect(await destroyed(account, requested)).toEqual({ requests, summaries });
});

test("a proved clone is terminated without another read, even if it is not found", async () => {
  const requests = async (account: Given) => {
    const call = fakeCall(account, PROVED);
    await deleteClone(call, cloneValues({ ...ENDED, ...terminating }));
    return call.requests;
  };
  expect(await requests({})).toEqual(TERMINATE);
  expect(await requests({ terminate: "missing" })).toEqual(["terminate c-2"]);
});

test("an unproved clone that is not found stays in the state while its operation names another cluster", async () => {
  const clones = [cloneRecord({ ...DONE, target_cluster_reference_id: "c-3" })];
  const account = { clones, clusters: { "c-2": look(null) } };
  await expect(destroyed(account, { ...ENDED, ...terminating })).rejects.toMatchObject({
    summary: "Cloning operation cl-1 of cluster c-1 names cluster c-3, which is not proved to be its clone",
    detail: expect.stringContaining("The state holds cluster c-2 as the clone, and the service answers 404"),
  });
});

test("a new clone that is not visible yet is terminated", async () => {
  const looks = [look(null), look(null), look("in_service")];
  const { requests } = await destroyed({ ...CLONED, clusters: { "c-2": looks } }, terminating);
  expect(requests).toEqual([READ, ...PROVE, ...TERMINATE]);
});

test.each<[what: string, account: Given, state: Partial<CloneValues>, ClonePrivateState, error: object]>([
  [
    "one that is still pending after its cancel, which would become a billed cluster that no state knows",
    { ...PENDING, cancel: { kind: "begun", record: cloneRecord() } },
    {},
    STORED,
    {
      summary: "Cloning operation cl-1 of cluster c-1 was not cancelled",
      detail: expect.stringContaining("stays in the state"),
    },
  ],
  [
    "one that reports its source as its clone",
    {},
    { ...ENDED, target_cluster_id: "c-1", ...terminating },
    STORED,
    { summary: "Cloning operation cl-1 of cluster c-1 reports its source as its clone" },
  ],
  [
    "a termination at a host that may not know the clone",
    {},
    { ...ENDED, ...terminating },
    { ...STORED, host: "other.example" },
    { summary: "Cluster c-2, the clone of c-1, is not at api.example" },
  ],
])("%s is an error", async (_, account, state, stored, error) => {
  const call = fakeCall(account, stored);
  await expect(deleteClone(call, cloneValues(state))).rejects.toMatchObject(error);
  expect(call.requests).not.toContainEqual(expect.stringContaining("terminate"));
});
