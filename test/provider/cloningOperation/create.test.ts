import type { ConfigurationChangeRecord } from "../../../src/client";
import { TerminalFailure } from "../../../src/framework";
import { createClone } from "../../../src/provider/cloningOperation/create";
import { markManaged } from "../../../src/provider/clusterChange/managedIds";
import { clientOf } from "../../../src/provider/service";
import { changeRecord } from "../configurationChange/kit";
import { MISSING, record, seen } from "../support";
import { type Account, apiError, cloneRecord, cloneValues, DONE, fakeCall, requests } from "./kit";

const PLANNED = cloneValues({ id: null, status: null });
const LOOK = ["read c-1", "changes", "clones"];
const POST = "clone c-1 {}";
const FOLLOW = ["wait for clone cl-1", "wait for c-2"];
/** 1 h after the service's clock: later than the lead, within the timeout. */
const LATER: Partial<ConfigurationChangeRecord> = { perform_change_at: 1_700_003_600 };

describe("a clone", () => {
  test("is asked for once, and waited for until it is in service", async () => {
    const call = fakeCall();
    expect(await createClone(call, PLANNED)).toMatchObject({ status: "succeeded", target_cluster_id: "c-2" });
    expect(call.asked).toEqual(["lock", ...LOOK, POST, "unlock", ...FOLLOW]);
    expect(call.keeps()).toEqual({ cluster: "c-1", host: "api.example" });
    expect(call.said).toEqual([]);
  });

  test("is not waited for when the configuration says so", async () => {
    const call = fakeCall();
    expect(await createClone(call, cloneValues({ wait: false }))).toMatchObject({
      id: "cl-1",
      status: "pending",
    });
    expect(requests(call)).toEqual([...LOOK, POST]);
    expect(call.keeps()).toEqual({ cluster: "c-1", host: "api.example" });
  });

  test("asks for what the configuration says", async () => {
    const call = fakeCall();
    await createClone(
      call,
      cloneValues({ target_region: "paris", search_server_version: "30", wait: false }),
    );
    expect(requests(call)).toContain('clone c-1 {"target_region":"paris","search_server_version":"30"}');
  });

  test("is kept as unfinished as soon as it has an id", async () => {
    const call = fakeCall({
      clusters: { "c-1": seen(record()), "c-2": seen(record({ id: "c-2", hostnames: null })) },
    });
    await expect(createClone(call, PLANNED)).rejects.toThrow("for ever");
    expect(call.keptValues()).toMatchObject({ id: "cl-1", status: "succeeded", target_cluster_id: "c-2" });
    expect(call.keeps()).toEqual({ cluster: "c-1", host: "api.example", unfinished: true });
  });

  test("may name its cluster a little after it has succeeded", async () => {
    const call = fakeCall({ ends: { status: "succeeded" } });
    const client = call.service.client;
    if (!client) throw new Error("no client");
    client.readCloningOperation = async () => cloneRecord(DONE);
    expect(await createClone(call, PLANNED)).toMatchObject({ target_cluster_id: "c-2" });
    expect(requests(call).slice(-3)).toEqual(["wait for clone cl-1", "wait", "wait for c-2"]);
  });

  test.each([
    ["failed", "Cloning operation cl-1 of cluster c-1 has failed"],
    ["canceled", "Cloning operation cl-1 of cluster c-1 was cancelled"],
  ])("that ends as %s is an error, after which the next apply asks again", async (status, summary) => {
    const call = fakeCall({ ends: { status } as Account["ends"] });
    const thrown = await createClone(call, PLANNED).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TerminalFailure);
    expect(thrown).toMatchObject({
      summary,
      detail: expect.stringContaining("The next apply requests it again"),
    });
    expect(call.keptValues()).toMatchObject({ status });
  });

  test.each<[what: string, clone: Account["clusters"][string], detail: RegExp]>([
    ["this key cannot see", MISSING, /404 for it: this key cannot see it/],
    ["is terminated meanwhile", seen(record({ status: "deprovisioning" })), /its status is deprovisioning/],
    ["is suspended", seen(record({ status: "suspended" })), /ettle the account/],
  ])("whose cluster %s is done, with a warning", async (_, clone, detail) => {
    const call = fakeCall({ clusters: { "c-1": seen(record()), "c-2": clone } });
    expect(await createClone(call, PLANNED)).toMatchObject({ target_cluster_id: "c-2" });
    expect(call.said).toEqual([
      { summary: "Cluster c-2, the clone of c-1, is not in service", detail: expect.stringMatching(detail) },
    ]);
    expect(call.keeps()).not.toHaveProperty("unfinished");
  });

  test("whose cluster is seen late is waited for", async () => {
    const starting = seen(record({ id: "c-2", status: "initializing", hostnames: null }));
    const clone = (look: number) =>
      [MISSING, MISSING, starting, MISSING, starting][look - 1] ?? seen(record());
    const call = fakeCall({ clusters: { "c-1": seen(record()), "c-2": clone } });
    await createClone(call, PLANNED);
    expect(call.said).toEqual([]);
  });

  test.each([
    ["region", { target_region: "paris" }, "Configured: paris. The service answered: oregon."],
    ["version", { search_server_version: "29" }, "Configured: 29. The service answered: 30.2."],
  ])(
    "that is answered with another %s says so, and is the clone that was asked for",
    async (_, asked, detail) => {
      const call = fakeCall();
      expect(await createClone(call, cloneValues({ ...asked, wait: false }))).toMatchObject(asked);
      expect(call.said).toEqual([
        { summary: expect.stringContaining("than requested"), detail: expect.stringContaining(detail) },
      ]);
    },
  );
});

describe("a source that is busy", () => {
  test.each<[what: string, account: Partial<Account>, waits: string]>([
    [
      "a change that runs",
      { changes: [changeRecord({ id: "ch-1", status: "in_progress" })] },
      "wait for change ch-1",
    ],
    [
      "a change that is about to begin",
      { changes: [changeRecord({ perform_change_at: 1_700_000_060 })] },
      "wait for change ch-1",
    ],
    [
      "another clone",
      { clones: [cloneRecord({ id: "cl-0", status: "pending", target_region: "paris" })] },
      "wait for clone cl-0",
    ],
    [
      "one in a status that nobody knows",
      { clones: [cloneRecord({ id: "cl-0", status: "in_progress", target_region: "paris" })] },
      "wait for clone cl-0",
    ],
  ])("is waited for: %s", async (_, account, waits) => {
    const call = fakeCall(account);
    await createClone(call, PLANNED);
    expect(call.asked).toEqual([
      "lock",
      ...LOOK,
      "unlock",
      waits,
      "lock",
      ...LOOK,
      POST,
      "unlock",
      ...FOLLOW,
    ]);
  });

  test("by just this clone is an error: an apply that was killed may have left it", async () => {
    const call = fakeCall({ clones: [cloneRecord({ id: "cl-0" })] });
    await expect(createClone(call, PLANNED)).rejects.toMatchObject({
      summary: "Cluster c-1 is being cloned already: cloning operation cl-0",
      detail: expect.stringContaining('id = "c-1/cl-0"'),
    });
    expect(requests(call)).toEqual(LOOK);
  });

  test("by just this clone is waited for when it is another resource's", async () => {
    const call = fakeCall({ clones: [cloneRecord({ id: "cl-0" })] });
    markManaged(clientOf(call.service), "c-1", "cl-0");
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...LOOK, "wait for clone cl-0", ...LOOK, POST, ...FOLLOW]);
  });

  test("by a change that waits for its moment is cloned first, where the service allows it", async () => {
    const call = fakeCall({ changes: [changeRecord(LATER)] });
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...LOOK, POST, ...FOLLOW]);
  });

  test("is waited for where the service does not allow it", async () => {
    const refuse = () => {
      throw apiError(422, "refused");
    };
    const call = fakeCall({ changes: [changeRecord(LATER)], posts: [refuse, () => cloneRecord()] });
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([
      ...LOOK,
      POST,
      ...LOOK,
      "wait for change ch-1",
      ...LOOK,
      POST,
      ...FOLLOW,
    ]);
  });

  test("and whose change begins too late fails at once, naming it", async () => {
    const refuse = () => {
      throw apiError(422, "refused");
    };
    const call = fakeCall({ changes: [changeRecord(LATER)], posts: [refuse] }, undefined, 3_599_000);
    await expect(createClone(call, PLANNED)).rejects.toMatchObject({
      summary: "Cluster c-1 has another change in flight: ch-1",
      detail: expect.stringMatching(/^Configuration change ch-1 \(.* due 2023-11-14T23:13:20Z, pending\)/),
    });
    expect(call.keeps()).toBeUndefined();
  });

  test("and is still starting is waited for", async () => {
    const starting = seen(record({ status: "provisioning", hostnames: null }));
    const source = (look: number) => (look < 3 ? starting : seen(record()));
    const call = fakeCall({ clusters: { "c-1": source, "c-2": seen(record()) } });
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...LOOK, "wait for c-1", ...LOOK, POST, ...FOLLOW]);
  });
});

describe("a refusal", () => {
  const refusal = apiError(422, "refused", "the source cannot be cloned");
  const refuse = () => {
    throw refusal;
  };

  test("that a second look does not explain is told as it is, and asked for once", async () => {
    const call = fakeCall({ posts: [refuse] });
    await expect(createClone(call, PLANNED)).rejects.toBe(refusal);
    expect(requests(call)).toEqual([...LOOK, POST, ...LOOK]);
  });

  test("because of a clone that came and went is asked for again", async () => {
    const call = fakeCall();
    call.account.posts = [
      () => {
        call.account.clones.push(cloneRecord({ id: "cl-0", ...DONE }));
        throw refusal;
      },
      () => cloneRecord(),
    ];
    await createClone(call, PLANNED);
    expect(requests(call)).toEqual([...LOOK, POST, ...LOOK, ...LOOK, POST, ...FOLLOW]);
  });

  test("that somebody else explains every time is given up on", async () => {
    const call = fakeCall();
    let others = 0;
    call.account.posts = [
      () => {
        others += 1;
        call.account.clones.push(cloneRecord({ id: `other-${others}`, ...DONE }));
        throw refusal;
      },
    ];
    await expect(createClone(call, PLANNED)).rejects.toMatchObject({
      summary: "Cluster c-1 keeps being changed by others",
    });
    expect(others).toBe(12);
  });

  test.each([
    [402, "payment"],
    [403, "auth"],
    [404, "not_found"],
    [500, "lost_write"],
  ])("of %i is thrown as it is, and nothing is kept", async (status, kind) => {
    const error = apiError(status, kind);
    const call = fakeCall({
      posts: [
        () => {
          throw error;
        },
      ],
    });
    await expect(createClone(call, PLANNED)).rejects.toBe(error);
    expect(requests(call)).toEqual([...LOOK, POST, ...(status === 404 ? ["read c-1"] : [])]);
    expect([call.keptValues(), call.keeps()]).toEqual([{}, undefined]);
  });
});

test.each([
  ["is not there", MISSING, /404/],
  ["is going away", seen(record({ status: "deprovisioning" })), /deprovisioning/],
])("a source that %s is not cloned", async (_, source, detail) => {
  const call = fakeCall({ clusters: { "c-1": source } });
  await expect(createClone(call, PLANNED)).rejects.toMatchObject({
    summary: "There is no cluster c-1 to clone",
    detail: expect.stringMatching(detail),
    path: ["cluster_id"],
  });
  expect(requests(call)).toEqual(["read c-1"]);
});
