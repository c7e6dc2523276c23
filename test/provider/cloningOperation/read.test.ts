import { GONE } from "../../../src/framework";
import { readClone } from "../../../src/provider/cloningOperation/read";
import type { ClonePrivateState } from "../../../src/provider/cloningOperation/schema";
import { MISSING, record, seen } from "../support";
import { cloneRecord, cloneValues, DONE, fakeCall } from "./kit";

const KEPT: ClonePrivateState = { cluster: "c-1", host: "api.example" };
const CLONED = cloneValues({ status: "succeeded", target_cluster_id: "c-2" });

test("one look is one request, and its clone is not asked for", async () => {
  const call = fakeCall({ clones: [cloneRecord(DONE)] }, KEPT);
  expect(await readClone(call, cloneValues())).toMatchObject({
    status: "succeeded",
    target_cluster_id: "c-2",
  });
  expect(call.asked).toEqual(["read clone cl-1"]);
  expect(call.keeps()).toBe(KEPT);
});

test.each([
  ["failed", "has failed"],
  ["canceled", "was cancelled"],
] as const)("one that %s later stays as what it is, and is told once", async (status, words) => {
  const call = fakeCall({ clones: [cloneRecord({ status })] }, KEPT);
  expect(await readClone(call, cloneValues())).toMatchObject({ status });
  expect(await readClone(call, cloneValues({ status }))).toMatchObject({ status });
  expect(call.said.map(({ summary }) => summary)).toEqual([`Cloning operation cl-1 of cluster c-1 ${words}`]);
});

test("an import learns what was asked for, and that it was one", async () => {
  const clones = [cloneRecord({ ...DONE, notification_email_addresses: ["a@example.com"] })];
  const call = fakeCall({ clones }, { ...KEPT, importing: true });
  expect(await readClone(call, cloneValues({ status: null }))).toMatchObject({
    target_region: "oregon",
    search_server_version: "30.2",
    notification_email_addresses: ["a@example.com"],
  });
  expect(call.keeps()).toEqual({ ...KEPT, imported: true });
});

test("an import of what is not there says so", async () => {
  const call = fakeCall({}, { ...KEPT, importing: true });
  await expect(readClone(call, cloneValues())).rejects.toMatchObject({
    summary: "Cannot import cloning operation cl-1 of cluster c-1",
  });
});

describe("a record that is gone", () => {
  test("while its clone is there leaves everything as it is", async () => {
    const call = fakeCall({}, KEPT);
    expect(await readClone(call, CLONED)).toEqual({});
    expect(call.asked).toEqual(["read clone cl-1", "read c-2"]);
    expect(call.said).toEqual([]);
  });

  test.each([
    ["gone", MISSING],
    ["going away", seen(record({ id: "c-2", status: "deprovisioning" }))],
  ])("with a clone that is %s too is gone, and said", async (_, clone) => {
    const call = fakeCall({ clusters: { "c-2": clone } }, KEPT);
    expect(await readClone(call, CLONED)).toBe(GONE);
    expect(call.said).toMatchObject([
      {
        summary: "Cloning operation cl-1 of cluster c-1 is gone",
        detail: expect.stringContaining("c-2 is gone too"),
      },
    ]);
  });

  test("before it had made a clone is gone, and what it may have left is said", async () => {
    const call = fakeCall({}, KEPT);
    expect(await readClone(call, cloneValues({ status: "in_progress" }))).toBe(GONE);
    expect(call.said).toMatchObject([{ detail: expect.stringContaining("is billed") }]);
  });

  test("at another host is not taken for gone", async () => {
    const call = fakeCall({}, { ...KEPT, host: "other.example" });
    await expect(readClone(call, cloneValues())).rejects.toMatchObject({
      detail: expect.stringContaining("written against other.example"),
    });
  });
});
