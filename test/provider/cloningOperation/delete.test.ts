import { deleteClone } from "../../../src/provider/cloningOperation/delete";
import type { CloneValues } from "../../../src/provider/cloningOperation/schema";
import type { ClonePrivateState } from "../../../src/provider/cloningOperation/types";
import { MISSING, record, seen } from "../support";
import { type Account, apiError, cloneRecord, cloneValues, DONE, fakeCall, requests } from "./kit";

const KEPT: ClonePrivateState = { cluster: "c-1", host: "api.example" };
const READ = "read clone cl-1";
const CANCEL = "cancel cl-1";
const FOLLOW = "wait for clone cl-1";
const TERMINATE = ["terminate c-2", "wait for c-2"];
const PENDING = cloneRecord();
const RUNNING = cloneRecord({ status: "in_progress" });
const CLONED = cloneRecord(DONE);
const ENDED = { status: "succeeded", target_cluster_id: "c-2" };

interface Case {
  readonly what: string;
  readonly account: Partial<Account>;
  readonly state?: Partial<CloneValues>;
  readonly asked: readonly string[];
  /** The beginning of each warning. */
  readonly said?: readonly string[];
}

async function destroyed(
  account: Partial<Account>,
  state: Partial<CloneValues>,
  kept: ClonePrivateState = KEPT,
) {
  const call = fakeCall(account, kept);
  await deleteClone(call, cloneValues(state));
  return call;
}

const GOES_ON = "Cloning operation cl-1 of cluster c-1 continues and leaves a billed cluster";
const STAYS = "Cluster c-2, the clone of c-1, stays and is billed";

describe("a destroy", () => {
  test.each<Case>([
    { what: "cancels what waits", account: { clones: [PENDING] }, asked: [READ, CANCEL] },
    {
      what: "that loses the race says what goes on",
      account: { clones: [PENDING], cancel: "begun" },
      asked: [READ, CANCEL],
      said: [GOES_ON],
    },
    {
      what: "that loses the race by far says what stays",
      account: { clones: [PENDING], cancel: "ended" },
      asked: [READ, CANCEL],
      said: [STAYS],
    },
    {
      what: "of what goes away meanwhile is done",
      account: { clones: [PENDING], cancel: "missing" },
      asked: [READ, CANCEL],
    },
    {
      what: "of what runs leaves it to the service",
      account: { clones: [RUNNING] },
      asked: [READ],
      said: [GOES_ON],
    },
    { what: "of what is done says what stays", account: { clones: [CLONED] }, asked: [READ], said: [STAYS] },
    {
      what: "of what has failed is done",
      account: { clones: [cloneRecord({ status: "failed" })] },
      asked: [READ],
    },
    {
      what: "of what is cancelled is done",
      account: { clones: [cloneRecord({ status: "canceled" })] },
      asked: [READ],
    },
    {
      what: "of what the state knows to be done asks nobody",
      account: {},
      state: ENDED,
      asked: [],
      said: [STAYS],
    },
    {
      what: "of what the state knows to have failed asks nobody",
      account: {},
      state: { status: "failed" },
      asked: [],
    },
    {
      what: "looks for a clone that the state does not name yet",
      account: { clones: [CLONED] },
      state: { status: "succeeded" },
      asked: [READ],
      said: [STAYS],
    },
    { what: "of what went before it had made a clone is done", account: {}, asked: [READ] },
    {
      what: "does not trust a target of one that has not succeeded",
      account: { clones: [cloneRecord({ status: "failed", target_cluster_reference_id: "c-2" })] },
      asked: [READ],
    },
  ])("$what", async ({ account, state = {}, asked, said = [] }) => {
    const call = await destroyed(account, state);
    expect(requests(call)).toEqual(asked);
    expect(call.said.map(({ summary }) => summary)).toEqual(said);
  });
});

describe("a destroy that is to terminate the clone", () => {
  test.each<Case>([
    { what: "cancels what waits", account: { clones: [PENDING] }, asked: [READ, CANCEL] },
    {
      what: "and loses the race waits, and terminates",
      account: { clones: [PENDING], cancel: "begun" },
      asked: [READ, CANCEL, FOLLOW, ...TERMINATE],
    },
    {
      what: "waits for what runs, and terminates",
      account: { clones: [RUNNING] },
      asked: [READ, FOLLOW, ...TERMINATE],
    },
    {
      what: "of what runs and then fails has nothing to terminate",
      account: { clones: [RUNNING], ends: { status: "failed" } },
      asked: [READ, FOLLOW],
    },
    { what: "of what is done terminates", account: { clones: [CLONED] }, asked: [READ, ...TERMINATE] },
    { what: "of what the state knows to be done terminates", account: {}, state: ENDED, asked: TERMINATE },
    {
      what: "of what the state knows to be cancelled asks nobody",
      account: {},
      state: { status: "canceled" },
      asked: [],
    },
    {
      what: "whose clone is on its way out is done",
      account: { clones: [CLONED], terminate: "leaving" },
      asked: [READ, "terminate c-2"],
    },
    {
      what: "whose clone is not there says so",
      account: { clones: [CLONED], terminate: "missing" },
      asked: [READ, "terminate c-2"],
      said: ["Cluster c-2, the clone of c-1, was not found"],
    },
    {
      what: "of what has failed is done",
      account: { clones: [cloneRecord({ status: "failed" })] },
      asked: [READ],
    },
  ])("$what", async ({ account, state = {}, asked, said = [] }) => {
    const call = await destroyed(account, { ...state, terminate_clone_on_destroy: true });
    expect(requests(call)).toEqual(asked);
    expect(call.said.map(({ summary }) => summary)).toEqual(said);
  });

  test("never terminates the source", async () => {
    const clones = [cloneRecord({ status: "succeeded", target_cluster_reference_id: "c-1" })];
    const call = fakeCall({ clones }, KEPT);
    await expect(deleteClone(call, cloneValues({ terminate_clone_on_destroy: true }))).rejects.toMatchObject({
      summary: "Cloning operation cl-1 of cluster c-1 reports its source as its clone",
    });
    expect(requests(call)).toEqual([READ]);
  });

  test("sends nothing to a host that may not know the clone", async () => {
    const call = fakeCall({ clones: [CLONED] }, { ...KEPT, host: "other.example" });
    await expect(deleteClone(call, cloneValues({ terminate_clone_on_destroy: true }))).rejects.toMatchObject({
      detail: expect.stringContaining("written against other.example"),
    });
    expect(requests(call)).toEqual([READ]);
  });
});

test("one that is still pending after its cancel is an error: it would become a billed cluster that no state knows", async () => {
  await expect(destroyed({ clones: [PENDING], cancel: "pending" }, {})).rejects.toMatchObject({
    summary: "Cloning operation cl-1 of cluster c-1 was not cancelled",
    detail: expect.stringContaining("stays in the state"),
  });
});

test("a 404 from another host is not taken for done", async () => {
  const call = fakeCall({}, { ...KEPT, host: "other.example" });
  await expect(deleteClone(call, cloneValues())).rejects.toMatchObject({
    summary: "Cloning operation cl-1 of cluster c-1 is not at api.example",
  });
});

describe("a refused cancel", () => {
  const refusal = apiError(422, "refused");

  test.each([
    ["gone", MISSING],
    ["going away", seen(record({ status: "deprovisioning" }))],
  ])("below a source that is %s is done", async (_, source) => {
    const call = await destroyed({ clones: [PENDING], cancel: refusal, clusters: { "c-1": source } }, {});
    expect(requests(call)).toEqual([READ, CANCEL, "read c-1"]);
  });

  test("below one that is there is told as it is", async () => {
    await expect(destroyed({ clones: [PENDING], cancel: refusal }, {})).rejects.toBe(refusal);
  });

  test("of a key that may not is told as it is", async () => {
    const error = apiError(403, "auth");
    await expect(destroyed({ clones: [PENDING], cancel: error }, {})).rejects.toBe(error);
  });
});

test("the look and the cancel hold the source's lock, the termination that of the clone, the waits none", async () => {
  const call = await destroyed({ clones: [PENDING], cancel: "begun" }, { terminate_clone_on_destroy: true });
  expect(call.asked).toEqual([
    "lock",
    READ,
    CANCEL,
    "unlock",
    FOLLOW,
    "lock",
    "terminate c-2",
    "unlock",
    "wait for c-2",
  ]);
});
