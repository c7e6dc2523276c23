import type { CloningOperationRecord } from "../../../../src/client";
import { observedClone } from "../../../../src/provider/resources/cloningOperation/model";
import type { CloneValues } from "../../../../src/provider/resources/cloningOperation/schema";
import { createBody } from "../../../../src/provider/shared/cloning/body";
import { cloneRecord, cloneValues, DONE } from "./kit";

test("what is observed is the record in the names of the resource", () => {
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

type Values = Partial<CloneValues>;

test.each<[what: string, record: Partial<CloningOperationRecord>, requested: Values, seen?: Values]>([
  ["a region that is answered otherwise", {}, { target_region: "paris" }],
  ["no region at all", { target_region: null }, { target_region: null }],
  ["the rest of a version", {}, { search_server_version: "30" }, { search_server_version: "30.2" }],
  ["another version", {}, { search_server_version: "29.0" }],
  ["a version that is not answered", { search_server_version: null }, { search_server_version: "30" }],
  ["a clone that is not named any more", {}, { target_cluster_id: "c-2" }],
])("%s", (_, record, requested, seen = requested) => {
  expect(observedClone(cloneRecord(record), cloneValues(requested))).toMatchObject(seen);
});

test("the body is what the configuration says, and nothing else", () => {
  const requested = {
    target_region: "paris",
    search_server_version: "30.1",
    notification_email_addresses: ["a@example.com"],
  };
  const others = { triggers: { a: "1" }, wait: true, terminate_clone_on_destroy: true };
  expect(createBody(cloneValues({ ...requested, ...others }))).toEqual(requested);
  expect(createBody(cloneValues({ notification_email_addresses: [] }))).toEqual({});
});
