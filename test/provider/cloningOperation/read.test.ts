import { GONE } from "../../../src/framework";
import { cloningOperation } from "../../../src/provider/cloningOperation/resource";
import { look } from "../kit";
import { cloneRecord, cloneValues, DONE, fakeCall, STORED } from "./kit";

const readClone = cloningOperation.read;
const CLONED = cloneValues({ status: "succeeded", target_cluster_id: "c-2" });

test("a refresh is one request: its clone is not read", async () => {
  const call = fakeCall({ clones: [cloneRecord(DONE)] }, STORED);
  expect(await readClone(call, cloneValues())).toMatchObject({
    status: "succeeded",
    target_cluster_id: "c-2",
  });
  expect([call.requests, call.privateState]).toEqual([["read cl-1"], STORED]);
});

test.each([
  [["a@example.com"], ["a@example.com"]],
  [[], null],
])("an import learns what was requested (notifying %j), and that it was one", async (given, addresses) => {
  const clones = [cloneRecord({ ...DONE, notification_email_addresses: given })];
  const call = fakeCall({ clones }, { ...STORED, importing: true });
  expect(await readClone(call, cloneValues({ status: null }))).toMatchObject({
    target_region: "oregon",
    search_server_version: "30.2",
    notification_email_addresses: addresses,
  });
  expect(call.privateState).toEqual({ ...STORED, imported: true });
});

describe("a record that is gone", () => {
  test("while its clone is there leaves everything as it is", async () => {
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
