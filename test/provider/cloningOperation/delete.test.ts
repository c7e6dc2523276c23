import { deleteClone } from "../../../src/provider/cloningOperation/delete";
import type { ClonePrivateState, CloneValues } from "../../../src/provider/cloningOperation/schema";
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
const FAILED = cloneRecord({ status: "failed", target_cluster_reference_id: "c-2" });
const ENDED = { status: "succeeded", target_cluster_id: "c-2" };

type Case = [
  what: string,
  account: Partial<Account>,
  state: Partial<CloneValues>,
  asked: readonly string[],
  ...warnings: string[],
];

async function destroyed(
  account: Partial<Account>,
  state: Partial<CloneValues> = {},
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
    ["cancels what is pending", { clones: [PENDING] }, {}, [READ, CANCEL]],
    ["warns when the cancel comes late", { clones: [PENDING], cancel: "begun" }, {}, [READ, CANCEL], GOES_ON],
    ["warns when it has ended by then", { clones: [PENDING], cancel: "ended" }, {}, [READ, CANCEL], STAYS],
    ["is done when the cancel finds nothing", { clones: [PENDING], cancel: "missing" }, {}, [READ, CANCEL]],
    ["leaves what runs to the service", { clones: [RUNNING] }, {}, [READ], GOES_ON],
    ["warns of a clone that stays", { clones: [CLONED] }, {}, [READ], STAYS],
    ["sends nothing for a clone in the state", {}, ENDED, [], STAYS],
    ["sends nothing for one that failed", {}, { status: "failed" }, []],
    ["finds a clone that the state lacks", { clones: [CLONED] }, { status: "succeeded" }, [READ], STAYS],
    ["of what is gone is done", {}, {}, [READ]],
    ["ignores the clone of one that failed", { clones: [FAILED] }, {}, [READ]],
  ])("%s", async (_, account, state, asked, ...warnings) => {
    const call = await destroyed(account, state);
    expect(requests(call)).toEqual(asked);
    expect(call.said.map(({ summary }) => summary)).toEqual(warnings);
  });
});

describe("a destroy that is to terminate the clone", () => {
  test.each<Case>([
    ["cancels what is pending", { clones: [PENDING] }, {}, [READ, CANCEL]],
    ["waits for what runs", { clones: [RUNNING] }, {}, [READ, FOLLOW, ...TERMINATE]],
    ["stops at what fails", { clones: [RUNNING], ends: { status: "failed" } }, {}, [READ, FOLLOW]],
    ["terminates at once what has ended", { clones: [CLONED] }, {}, [READ, ...TERMINATE]],
    ["terminates the clone in the state", {}, ENDED, TERMINATE],
    ["sends nothing for a cancelled one", {}, { status: "canceled" }, []],
    ["is done when it is leaving", { clones: [CLONED], terminate: "leaving" }, {}, [READ, "terminate c-2"]],
    [
      "warns of a clone that is not found",
      { clones: [CLONED], terminate: "missing" },
      {},
      [READ, "terminate c-2"],
      "Cluster c-2, the clone of c-1, was not found",
    ],
  ])("%s", async (_, account, state, asked, ...warnings) => {
    const call = await destroyed(account, { ...state, terminate_clone_on_destroy: true });
    expect(requests(call)).toEqual(asked);
    expect(call.said.map(({ summary }) => summary)).toEqual(warnings);
  });

  test("holds the source's lock to cancel, the clone's to terminate, and none while it waits", async () => {
    const call = await destroyed(
      { clones: [PENDING], cancel: "begun" },
      { terminate_clone_on_destroy: true },
    );
    const [cancel, terminate] = [[READ, CANCEL], ["terminate c-2"]];
    expect(call.asked).toEqual(
      ["lock", cancel, "unlock", FOLLOW, "lock", terminate, "unlock", "wait for c-2"].flat(),
    );
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
  await expect(destroyed({ clones: [PENDING], cancel: "pending" })).rejects.toMatchObject({
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
    const call = await destroyed({ clones: [PENDING], cancel: refusal, clusters: { "c-1": source } });
    expect(requests(call)).toEqual([READ, CANCEL, "read c-1"]);
  });

  test("below one that is there is thrown, and names what is in flight", async () => {
    await expect(destroyed({ clones: [PENDING], cancel: refusal })).rejects.toMatchObject({
      detail: expect.stringContaining("In flight at the cluster: Cloning operation cl-1"),
    });
  });
});
