import { WORKFLOW_MISSES } from "../../../../src/api/limits";
import type { ConfigurationChangeRecord } from "../../../../src/client";
import { TerminalError } from "../../../../src/framework";
import { createClone } from "../../../../src/provider/resources/cloningOperation/create";
import { markManaged } from "../../../../src/provider/shared/changes/managedIds";
import { clientOf } from "../../../../src/provider/shared/service";
import { failing, look, NOW } from "../../kit";
import { record, seen } from "../../support";
import { changeRecord } from "../configurationChange/kit";
import { type CloneFake, cloneRecord, cloneValues, DONE, fakeCall, type Given, PROVED, STORED } from "./kit";

const PLANNED = cloneValues({ id: null, status: null });
const READ = ["read c-1", "changes", "clones"];
const POST = "clone c-1 {}";
const FOLLOW = ["wait for cl-1", "wait for c-2"];
const HOUR = 3600;
const BASELINE = { at: 1_700_000_000, clusters: [], name: "products", region: null, version: null };
const due = (seconds: number): ConfigurationChangeRecord[] => [
  changeRecord({ perform_change_at: NOW / 1000 + seconds }),
];
const REFUSAL = failing("refused", 422, "the source cannot be cloned");
const STARTING = seen(record({ status: "initializing", hostnames: null }));
/** Another clone of the source that no resource manages. */
const OTHER = cloneRecord({ id: "cl-0", target_region: "paris" });
const SAME = cloneRecord({ id: "cl-0" });

const create = (call: CloneFake, planned = PLANNED) => createClone(call, planned);

describe("a clone", () => {
  test("is requested once, and apply waits until it is in service", async () => {
    const call = fakeCall();
    expect(await create(call)).toMatchObject({ status: "succeeded", target_cluster_id: "c-2" });
    expect(call.requests).toEqual([...READ, POST, ...FOLLOW]);
    expect([call.privateState, call.warned]).toEqual([PROVED, []]);
  });

  test("is not waited for with wait = false", async () => {
    const call = fakeCall();
    const planned = cloneValues({ target_region: "oregon", wait: false });
    expect(await create(call, planned)).toMatchObject({ id: "cl-1", status: "pending" });
    expect(call.requests).toEqual([...READ, 'clone c-1 {"target_region":"oregon"}']);
    const baseline = { ...BASELINE, region: "oregon" };
    expect(call.privateState).toEqual({ ...STORED, baseline });
  });

  test.each<[until: string, known: object]>([
    ["waitForCloningOperation", { id: "cl-1", status: "pending" }],
    ["waitForCluster", { id: "cl-1", status: "succeeded", target_cluster_id: "c-2" }],
  ])("is saved as unfinished before %s, which may fail", async (until, known) => {
    const call = fakeCall();
    Object.assign(clientOf(call.service), { [until]: () => Promise.reject(new Error("down")) });
    await expect(create(call)).rejects.toThrow("down");
    expect(call.known).toMatchObject(known);
    expect(call.privateState).toEqual({ ...STORED, baseline: BASELINE, unfinished: true });
  });

  test("may name its cluster shortly after it has succeeded", async () => {
    const call = fakeCall({ ends: { status: "succeeded" } });
    const wait = jest.fn(async ({ poll, judge }) => {
      const [early, late] = [cloneRecord({ status: "succeeded" }), await poll(call.signal)];
      expect([judge(early), judge(late)]).toEqual(["pending", "done"]);
      return late;
    });
    Object.assign(clientOf(call.service), { wait, readCloningOperation: async () => cloneRecord(DONE) });
    expect(await create(call)).toMatchObject({ target_cluster_id: "c-2" });
  });

  test("whose operation keeps answering 404 before it names its cluster is not waited for until the timeout", async () => {
    const call = fakeCall({ ends: { status: "succeeded" } });
    const wait = jest.fn(async ({ judge }) => {
      const judged = Array.from({ length: WORKFLOW_MISSES }, () => judge(null));
      expect(judged.slice(0, -1)).toEqual(Array(WORKFLOW_MISSES - 1).fill("pending"));
      throw new Error(judged.at(-1).failed);
    });
    Object.assign(clientOf(call.service), { wait });
    await expect(create(call)).rejects.toThrow("404: it is gone");
    expect(call.known).toMatchObject({ id: "cl-1", status: "succeeded", target_cluster_id: null });
  });

  test.each([
    ["failed", "has failed"],
    ["canceled", "was cancelled outside of Terraform"],
  ] as const)("that ends as %s is an error, and the next apply requests it again", async (status, how) => {
    const call = fakeCall({ ends: { status } });
    const thrown = await create(call).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TerminalError);
    expect(thrown).toMatchObject({
      summary: `Cloning operation cl-1 of cluster c-1 ${how}`,
      detail: expect.stringContaining("The next apply requests it again"),
    });
    expect(call.known).toMatchObject({ status });
  });

  test.each([
    ["this key cannot see", null, /404 for it: this key cannot see it/],
    ["is terminated meanwhile", "deprovisioning", /its status is deprovisioning/],
    ["is suspended", "suspended", /ettle the account/],
  ])("whose cluster %s is complete, with a warning", async (_, status, why) => {
    const call = fakeCall({ clusters: { "c-2": look(status) } });
    expect(await create(call)).toMatchObject({ target_cluster_id: "c-2" });
    expect(call.warned).toEqual([
      expect.stringMatching(/^Cluster c-2, the clone of c-1, is not in service: /),
    ]);
    expect(call.warned[0]).toMatch(why);
    // A clone that cannot be read, or is being deleted, needs no proof until there is something to do to it.
    expect(call.privateState).toEqual(status === "suspended" ? PROVED : { ...STORED, baseline: BASELINE });
  });

  test("whose cluster becomes visible late is waited for", async () => {
    const missing = look(null);
    const polls = [missing, missing, STARTING, missing, STARTING, look("in_service")];
    const call = fakeCall({ clusters: { "c-2": polls } });
    await create(call);
    expect(call.warned).toEqual([]);
  });

  test.each([
    ["target_region", "paris", "Configured: paris. The service answered: oregon."],
    ["search_server_version", "29", "Configured: 29. The service answered: 30.2."],
  ])("whose response has another %s is the requested one, with a warning", async (name, value, detail) => {
    const call = fakeCall();
    const planned = cloneValues({ [name]: value, wait: false });
    expect(await create(call, planned)).toMatchObject({ [name]: value });
    const summary = `Cloning operation cl-1 of cluster c-1 has another ${name} than requested`;
    expect(call.warned).toEqual([expect.stringContaining(`${summary}: ${detail}`)]);
  });
});

describe("a source", () => {
  const again = (wait: string, between: string[] = []) =>
    [...READ, between, `wait for ${wait}`, ...READ, POST, ...FOLLOW].flat();

  test.each<[what: string, account: Given, requests: string[]]>([
    ["about to change is waited for", { changes: due(60) }, again("ch-1")],
    ["being cloned is waited for", { clones: [OTHER] }, again("cl-0")],
    [
      "starting is waited for",
      { clusters: { "c-1": [STARTING, STARTING, look("in_service")] } },
      again("c-1"),
    ],
    ["with a change for later is cloned first", { changes: due(HOUR) }, [...READ, POST, ...FOLLOW]],
    [
      "with a change for later is waited for where the service refuses",
      { changes: due(HOUR), posts: [REFUSAL, cloneRecord()] },
      again("ch-1", [POST, ...READ]),
    ],
  ])("%s", async (_, account, requests) => {
    const call = fakeCall(account);
    await create(call);
    expect(call.requests).toEqual(requests);
  });

  test("with exactly this clone is an error: a killed apply may have left it", async () => {
    const call = fakeCall({ clones: [SAME] });
    await expect(create(call)).rejects.toMatchObject({
      summary: "Cluster c-1 is already being cloned: cloning operation cl-0",
      detail: expect.stringContaining('id = "c-1/cl-0"'),
    });
    expect(call.requests).toEqual(READ);
  });

  test("with exactly this clone of another resource is waited for", async () => {
    const call = fakeCall({ clones: [SAME] });
    markManaged(clientOf(call.service), "c-1", "cl-0");
    await create(call);
    expect(call.requests).toEqual(again("cl-0"));
  });

  test("with a change that begins too late fails at once, and names it", async () => {
    const call = fakeCall({ changes: due(HOUR + 1), posts: [REFUSAL] });
    await expect(create(call)).rejects.toMatchObject({
      summary: "Cluster c-1 has another change in flight: ch-1",
      detail: expect.stringMatching(/^Configuration change ch-1 \(.* due 2026-11-20T01:00:01Z, pending\)/),
    });
    expect(call.privateState).toBeUndefined();
  });

  test.each([
    [null, "not found", /404/],
    ["deprovisioning", "is deprovisioning", /deprovisioning/],
  ])("that is gone (%s) is not cloned", async (status, why, detail) => {
    const call = fakeCall({ clusters: { "c-1": look(status) } });
    await expect(create(call)).rejects.toMatchObject({
      summary: `Cannot clone: cluster c-1 ${why}`,
      detail: expect.stringMatching(detail),
      path: ["cluster_id"],
    });
    expect(call.requests).toEqual(["read c-1"]);
  });
});

describe("a refusal", () => {
  test("that nothing at the source explains is thrown unchanged", async () => {
    const call = fakeCall({ posts: [REFUSAL] });
    await expect(create(call)).rejects.toBe(REFUSAL);
    expect(call.requests).toEqual([...READ, POST, ...READ]);
    expect([call.known, call.privateState]).toEqual([{}, undefined]);
  });

  test("because of a clone that ended meanwhile is requested again", async () => {
    const call = fakeCall({ posts: [REFUSAL, cloneRecord()] });
    const clones = jest
      .fn(async () => call.account.clones)
      .mockResolvedValueOnce([cloneRecord({ id: "cl-0", ...DONE })]);
    Object.assign(clientOf(call.service), { cloningOperations: clones });
    await create(call);
    expect(call.requests.filter((one) => one === POST)).toHaveLength(2);
  });
});
