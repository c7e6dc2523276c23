import type { CloningOperationRecord } from "../../../../src/client";
import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { cloningOperation, recreate } from "../../../../src/provider/resources/cloningOperation/resource";
import { type CloneValues, observedClone } from "../../../../src/provider/resources/cloningOperation/schema";
import { cloneBody } from "../../../../src/provider/shared/cloning/create";
import { cloneRecord, cloneValues, DONE, fakeCall, STORED } from "./kit";

type Name = keyof CloneValues & string;
type Edit = [
  what: string,
  Name,
  from: CloneValues[Name],
  to: Plannable<CloneValues>[Name],
  replaces: boolean,
];

function replaced(name: Name, from: unknown, to: unknown, stored = STORED): boolean {
  const [prior, planned] = [cloneValues({ [name]: from }), { ...cloneValues(), [name]: to }];
  return recreate.requiresReplace?.([name], prior, planned, stored).join() === name;
}

test.each<Edit>([
  ["another region", "target_region", "paris", "tokyo", true],
  ["a first region", "target_region", null, "tokyo", true],
  ["a region that is not known yet", "target_region", "paris", UNKNOWN, true],
  ["an address", "notification_email_addresses", null, ["a@x.io"], true],
  ["no address, in other words", "notification_email_addresses", null, [], false],
  ["another trigger", "triggers", { a: "1" }, { a: "2" }, true],
  ["a first trigger, as after an import", "triggers", null, { a: "1" }, false],
])("a clone that was created here, edited to %s", (_, name, from, to, replaces) => {
  expect(replaced(name, from, to)).toBe(replaces);
});

test.each<Edit>([
  ["a region", "target_region", null, "tokyo", false],
  ["another region than the record's", "target_region", "paris", "tokyo", true],
  ["other addresses", "notification_email_addresses", ["a@x.io"], ["b@x.io"], false],
])("an imported clone adopts values that its record lacks: %s", (_, name, from, to, replaces) => {
  expect(replaced(name, from, to, { ...STORED, imported: true })).toBe(replaces);
});

test("adopting a value in place keeps an unfinished clone unfinished", async () => {
  const call = fakeCall({}, { ...STORED, unfinished: true });
  await recreate.apply(call, { prior: cloneValues(), planned: cloneValues(), changed: ["triggers"] });
  expect(call.privateState).toEqual({ ...STORED, unfinished: true });
});

test("the observed values are the record in the names of the resource", () => {
  const record = cloneRecord({ ...DONE, completed_at: 1_700_010_000, target_region: "paris" });
  expect(observedClone(record, cloneValues())).toEqual({
    id: "cl-1",
    status: "succeeded",
    source_region: "oregon",
    target_region: "paris",
    search_server_version: "30.2",
    target_cluster_id: "c-2",
    created_at: "2023-11-14T22:13:20Z",
    completed_at: "2023-11-15T01:00:00Z",
  });
});

test.each<
  [
    what: string,
    record: Partial<CloningOperationRecord>,
    requested: Partial<CloneValues>,
    seen?: Partial<CloneValues>,
  ]
>([
  ["a region that is answered otherwise", {}, { target_region: "paris" }],
  ["no region at all", { target_region: null }, { target_region: null }],
  ["the rest of a version", {}, { search_server_version: "30" }, { search_server_version: "30.2" }],
  ["another version", {}, { search_server_version: "29.0" }],
  ["a version that is not answered", { search_server_version: null }, { search_server_version: "30" }],
  ["a clone that is not named any more", {}, { target_cluster_id: "c-2" }],
])("%s", (_, record, requested, seen = requested) => {
  expect(observedClone(cloneRecord(record), cloneValues(requested))).toMatchObject(seen);
});

test("the body holds configured values only", () => {
  const requested = {
    target_region: "paris",
    search_server_version: "30.1",
    notification_email_addresses: ["a@example.com"],
  };
  const others = { triggers: { a: "1" }, wait: true, terminate_clone_on_destroy: true };
  expect(cloneBody(cloneValues({ ...requested, ...others }))).toEqual(requested);
  expect(cloneBody(cloneValues({ notification_email_addresses: [] }))).toEqual({});
});

test("an unfinished clone is waited for with the timeout of a create", async () => {
  const { resume } = cloningOperation.updates;
  const call = fakeCall({ clones: [cloneRecord()] }, { ...STORED, clone: "c-2" });
  const timedAs = jest.spyOn(call, "timedAs");
  await resume?.apply(call as never, { prior: cloneValues(), planned: cloneValues(), changed: [] } as never);
  expect(timedAs).toHaveBeenCalledWith("create");
});
