import { GONE } from "../../../../src/framework";
import { cloningOperation } from "../../../../src/provider/resources/cloningOperation/resource";
import type {
  ClonePrivateState,
  CloneValues,
} from "../../../../src/provider/resources/cloningOperation/schema";
import { look } from "../../kit";
import { record, seen } from "../../support";
import { cloneRecord, cloneValues, DONE, fakeCall, PROVED, STORED } from "./kit";

const readClone = cloningOperation.read;
const CLONED = cloneValues({ status: "succeeded", target_cluster_id: "c-2" });

const BASELINE = {
  at: 1_700_000_000,
  clusters: ["c-1", "c-3"],
  name: "products",
  region: null,
  version: null,
};
const clonedAs = (target: string) => [cloneRecord({ ...DONE, target_cluster_reference_id: target })];

test("a refresh is one request, plus one for the clone when it is first named, which proves it", async () => {
  const stored = { ...STORED, baseline: BASELINE };
  const call = fakeCall({ clones: clonedAs("c-2") }, stored);
  const state = await readClone(call, cloneValues());
  expect(state).toMatchObject({ status: "succeeded", target_cluster_id: "c-2" });
  expect([call.requests, call.privateState]).toEqual([["read cl-1", "read c-2"], PROVED]);
  await readClone(call, cloneValues(state as Partial<CloneValues>));
  expect([call.requests, call.privateState]).toEqual([["read cl-1", "read c-2", "read cl-1"], PROVED]);
});

test("a clone that this key cannot see is named but not proved", async () => {
  const stored = { ...STORED, baseline: BASELINE };
  const call = fakeCall({ clones: clonedAs("c-2"), clusters: { "c-2": look(null) } }, stored);
  expect(await readClone(call, cloneValues())).toMatchObject({ target_cluster_id: "c-2" });
  expect([call.privateState, call.warned]).toEqual([stored, []]);
});

test.each<[what: string, named: string, state: Partial<CloneValues>, stored: ClonePrivateState, why: RegExp]>(
  [
    ["was there before", "c-3", {}, { ...STORED, baseline: BASELINE }, /was in the account before/],
    ["is the source", "c-1", {}, STORED, /reports its source as its clone: Cluster "products" \(c-1\)/],
    ["is not the one in the state", "c-3", CLONED, PROVED, /The state holds cluster c-2/],
    ["is not the one of the state before", "c-3", CLONED, STORED, /The state holds cluster c-2/],
    [
      "is older, which an earlier version could not know",
      "c-4",
      {},
      STORED,
      /was created 2017-07-14T02:40:00Z/,
    ],
  ],
)("a cluster that %s does not get into the state as the clone", async (_, named, state, stored, why) => {
  const old = seen(record({ id: "c-4", provisioned_at: 1_500_000_000 }));
  const call = fakeCall({ clones: clonedAs(named), clusters: { "c-4": old } }, stored);
  const read = await readClone(call, cloneValues(state));
  expect(read).toMatchObject({ target_cluster_id: state.target_cluster_id ?? null });
  expect(call.warned).toEqual([expect.stringMatching(why)]);
});

test.each([
  [["a@example.com"], ["a@example.com"]],
  [[], null],
])(
  "an import stores the requested values (notifying %j), and that it was an import",
  async (given, addresses) => {
    const clones = [cloneRecord({ ...DONE, notification_email_addresses: given })];
    const call = fakeCall({ clones }, { ...STORED, importing: true });
    expect(await readClone(call, cloneValues({ status: null }))).toMatchObject({
      target_region: "oregon",
      search_server_version: "30.2",
      notification_email_addresses: addresses,
    });
    expect(call.privateState).toEqual({ ...PROVED, imported: true });
  },
);

describe("a record that is gone", () => {
  test("while its clone exists leaves everything unchanged", async () => {
    const call = fakeCall({}, STORED);
    expect(await readClone(call, CLONED)).toEqual({});
    expect([call.requests, call.warned]).toEqual([["read cl-1", "read c-2"], []]);
  });

  test.each([
    ["with a clone that is gone too", CLONED, null, "c-2 is gone too"],
    ["with a clone that is going away", CLONED, "deprovisioning", "c-2 is gone too"],
    ["before it had created a clone", cloneValues({ status: "in_progress" }), null, "is billed"],
  ])("%s is gone, with a warning", async (_, state, status, words) => {
    const call = fakeCall({ clusters: { "c-2": look(status) } }, STORED);
    expect(await readClone(call, state)).toBe(GONE);
    expect(call.warned).toEqual([
      expect.stringMatching(`^Cloning operation cl-1 of cluster c-1 is gone: .*${words}`),
    ]);
  });
});
