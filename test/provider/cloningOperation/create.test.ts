import type { ConfigurationChangeRecord } from "../../../src/client";
import { TerminalFailure } from "../../../src/framework";
import { createClone } from "../../../src/provider/cloningOperation/create";
import { markManaged } from "../../../src/provider/clusterChange/managedIds";
import { clientOf } from "../../../src/provider/service";
import { changeRecord } from "../configurationChange/kit";
import { MISSING, record, seen } from "../support";
import { type Account, apiError, cloneRecord, cloneValues, DONE, fakeCall, requests } from "./kit";

const PLANNED = cloneValues({ id: null, status: null });
const READ = ["read c-1", "changes", "clones"];
const POST = "clone c-1 {}";
const FOLLOW = ["wait for clone cl-1", "wait for c-2"];
/** 1 h after the service's clock: later than the lead, within the timeout. */
const LATER: Partial<ConfigurationChangeRecord> = { perform_change_at: 1_700_003_600 };
const REFUSAL = apiError(422, "refused", "the source cannot be cloned");
const refuse = () => {
  throw REFUSAL;
};

describe("a clone", () => {
  test("is requested once, with the lock, and waited for without it until it is in service", async () => {
    const call = fakeCall();
    expect(await createClone(call, PLANNED)).toMatchObject({ status: "succeeded", target_cluster_id: "c-2" });
    expect(call.asked).toEqual(["lock", ...READ, POST, "unlock", ...FOLLOW]);
    expect(call.keeps()).toEqual({ cluster: "c-1", host: "api.example" });
    expect(call.said).toEqual([]);
  });

  test("is not waited for when the configuration says so", async () => {
    const call = fakeCall();
    const planned = cloneValues({ target_region: "oregon", wait: false });
    expect(await createClone(call, planned)).toMatchObject({ id: "cl-1", status: "pending" });
    expect(requests(call)).toEqual([...READ, 'clone c-1 {"target_region":"oregon"}']);
    expect(call.keeps()).toEqual({ cluster: "c-1", host: "api.example" });
  });

  test("is saved as unfinished as soon as it has an id", async () => {
    const clusters = { "c-1": seen(record()), "c-2": seen(record({ id: "c-2", hostnames: null })) };
    const call = fakeCall({ clusters });
    await expect(createClone(call, PLANNED)).rejects.toThrow("for ever");
    expect(call.keptValues()).toMatchObject({ id: "cl-1", status: "succeeded", target_cluster_id: "c-2" });
    expect(call.keeps()).toEqual({ cluster: "c-1", host: "api.example", unfinished: true });
  });

  test("may name its cluster a little after it has succeeded", async () => {
    const call = fakeCall({ ends: { status: "succeeded" } });
    clientOf(call.service).readCloningOperation = async () => cloneRecord(DONE);
    expect(await createClone(call, PLANNED)).toMatchObject({ target_cluster_id: "c-2" });
    expect(requests(call).slice(-3)).toEqual(["wait for clone cl-1", "wait", "wait for c-2"]);
  });

  test.each<[Account["ends"]["status"], string]>([
    ["failed", "Cloning operation cl-1 of cluster c-1 has failed"],
    ["canceled", "Cloning operation cl-1 of cluster c-1 was cancelled"],
  ])("that ends as %s is an error, after which the next apply requests it again", async (status, summary) => {
    const call = fakeCall({ ends: { status } });
    const thrown = await createClone(call, PLANNED).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TerminalFailure);
    const detail = expect.stringContaining("The next apply requests it again");
    expect(thrown).toMatchObject({ summary, detail });
    expect(call.keptValues()).toMatchObject({ status });
  });

  test.each<[what: string, clone: Account["clusters"][string], detail: RegExp]>([
    ["this key cannot see", MISSING, /404 for it: this key cannot see it/],
    ["is terminated meanwhile", seen(record({ status: "deprovisioning" })), /its status is deprovisioning/],
    ["is suspended", seen(record({ status: "suspended" })), /ettle the account/],
  ])("whose cluster %s is complete, with a warning", async (_, clone, detail) => {
    const call = fakeCall({ clusters: { "c-1": seen(record()), "c-2": clone } });
    expect(await createClone(call, PLANNED)).toMatchObject({ target_cluster_id: "c-2" });
    const summary = "Cluster c-2, the clone of c-1, is not in service";
    expect(call.said).toEqual([{ summary, detail: expect.stringMatching(detail) }]);
    expect(call.keeps()).not.toHaveProperty("unfinished");
  });

  test("whose cluster shows late is waited for", async () => {
    const starting = seen(record({ id: "c-2", status: "initializing", hostnames: null }));
    const clone = (look: number) =>
      [MISSING, MISSING, starting, MISSING, starting][look - 1] ?? seen(record());
    const call = fakeCall({ clusters: { "c-1": seen(record()), "c-2": clone } });
    await createClone(call, PLANNED);
    expect(call.said).toEqual([]);
  });

  test.each([
    ["target_region", "paris", "Configured: paris. The service answered: oregon."],
    ["search_server_version", "29", "Configured: 29. The service answered: 30.2."],
  ])("that is answered with another %s is the requested one, with a warning", async (name, value, detail) => {
    const call = fakeCall();
    const planned = cloneValues({ [name]: value, wait: false });
    expect(await createClone(call, planned)).toMatchObject({ [name]: value });
    expect(call.said).toEqual([
      {
        summary: `Cloning operation cl-1 of cluster c-1 has another ${name} than requested`,
        detail: expect.stringContaining(detail),
      },
    ]);
  });
});

describe("a source that is busy", () => {
  const starting = seen(record({ status: "provisioning", hostnames: null }));
  const source = (look: number) => (look < 3 ? starting : seen(record()));

  test.each<[what: string, account: Partial<Account>, waits: string]>([
    ["about to change", { changes: [changeRecord({ perform_change_at: 1_700_000_060 })] }, "change ch-1"],
    ["being cloned", { clones: [cloneRecord({ id: "cl-0", target_region: "paris" })] }, "clone cl-0"],
    ["starting", { clusters: { "c-1": source, "c-2": seen(record()) } }, "c-1"],
  ])("is waited for while it is %s", async (_, account, waits) => {
    const call = fakeCall(account);
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...READ, `wait for ${waits}`, ...READ, POST, ...FOLLOW]);
  });

  test("with just this clone is an error: an apply that was killed may have left it", async () => {
    const call = fakeCall({ clones: [cloneRecord({ id: "cl-0" })] });
    await expect(createClone(call, PLANNED)).rejects.toMatchObject({
      summary: "Cluster c-1 is being cloned already: cloning operation cl-0",
      detail: expect.stringContaining('id = "c-1/cl-0"'),
    });
    expect(requests(call)).toEqual(READ);
  });

  test("with just this clone of another resource is waited for", async () => {
    const call = fakeCall({ clones: [cloneRecord({ id: "cl-0" })] });
    markManaged(clientOf(call.service), "c-1", "cl-0");
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...READ, "wait for clone cl-0", ...READ, POST, ...FOLLOW]);
  });

  test.each<[what: string, posts: Account["posts"], between: string[]]>([
    ["is cloned first, where the service allows it", [() => cloneRecord()], []],
    [
      "is waited for where the service refuses",
      [refuse, () => cloneRecord()],
      [POST, ...READ, "wait for change ch-1", ...READ],
    ],
  ])("with a change that waits for its moment %s", async (_, posts, between) => {
    const call = fakeCall({ changes: [changeRecord(LATER)], posts });
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...READ, ...between, POST, ...FOLLOW]);
  });

  test("with a change that begins too late fails at once, naming it", async () => {
    const call = fakeCall({ changes: [changeRecord(LATER)], posts: [refuse] }, undefined, 3_599_000);
    await expect(createClone(call, PLANNED)).rejects.toMatchObject({
      summary: "Cluster c-1 has another change in flight: ch-1",
      detail: expect.stringMatching(/^Configuration change ch-1 \(.* due 2023-11-14T23:13:20Z, pending\)/),
    });
    expect(call.keeps()).toBeUndefined();
  });
});

describe("a refusal", () => {
  test("that nothing at the source explains is thrown as it is", async () => {
    const call = fakeCall({ posts: [refuse] });
    await expect(createClone(call, PLANNED)).rejects.toBe(REFUSAL);
    expect(requests(call)).toEqual([...READ, POST, ...READ]);
    expect([call.keptValues(), call.keeps()]).toEqual([{}, undefined]);
  });

  test("because of a clone that came and went is requested again", async () => {
    const call = fakeCall();
    const passing = () => {
      call.account.clones.push(cloneRecord({ id: "cl-0", ...DONE }));
      throw REFUSAL;
    };
    call.account.posts = [passing, () => cloneRecord()];
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...READ, POST, ...READ, ...READ, POST, ...FOLLOW]);
  });
});

test.each([
  ["does not exist", MISSING, /404/],
  ["is being terminated", seen(record({ status: "deprovisioning" })), /deprovisioning/],
])("a source that %s is not cloned", async (_, source, detail) => {
  const call = fakeCall({ clusters: { "c-1": source } });
  await expect(createClone(call, PLANNED)).rejects.toMatchObject({
    summary: "There is no cluster c-1 to clone",
    detail: expect.stringMatching(detail),
    path: ["cluster_id"],
  });
  expect(requests(call)).toEqual(["read c-1"]);
});

test("the id is saved before the wait, whose first read may fail", async () => {
  const call = fakeCall();
  const { client } = call.service;
  const service = {
    ...call.service,
    client: { ...client, waitForCloningOperation: () => Promise.reject(new Error("down")) } as typeof client,
  };
  await expect(createClone({ ...call, service }, cloneValues({ id: null }))).rejects.toThrow("down");
  expect(call.keptValues().id).toBe("cl-1");
});
