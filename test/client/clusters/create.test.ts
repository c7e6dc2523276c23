import { ApiError, type ClusterRecord, type CreateClusterBody } from "../../../src/client";
import { judgeLostCreate, type LostCreate } from "../../../src/client/clusters/create";
import { WRITE_GRACE_MS } from "../../../src/http/exchange";
import { bench, never, rejection } from "../kit/client";
import { START, settled, TestClock } from "../kit/clock";
import { cluster } from "../kit/records";
import { Account } from "../kit/service";
import { json, RESET, type Reply } from "../kit/transport";

const BODY: CreateClusterBody = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };
const LIST = "GET /clusters?page=1&per_page=50";
const POST = "POST /clusters";

const lost = (reply: Reply, how: { readonly done: boolean }, account = new Account()) =>
  account.lose("POST", reply, how);

const create = (account: Account, body = BODY, options: Parameters<typeof bench>[1] = {}) => {
  const made = bench(account.handler, options);
  return { ...made, result: made.client.createCluster(body, { signal: never() }) };
};

test("a create that is answered is one POST, after one look for the server's time", async () => {
  const { result, transport } = create(new Account());
  expect(await result).toMatchObject({ id: "new-1", name: "products", status: "provisioning" });
  expect(transport.lines).toEqual([LIST, POST]);
  expect(JSON.parse(transport.requests[1]?.body ?? "")).toEqual(BODY);
});

test("if no answer has told it, a list of more than a minute ago is not enough", async () => {
  const { client, clock, transport } = bench(({ method }) =>
    method === "GET" ? json(200, { clusters: [] }) : json(201, { cluster: cluster() }),
  );
  await client.clusterListing({ maxAge: 60_000, signal: never() });
  await clock.advance(60_001);
  await client.createCluster(BODY, { signal: never() });
  expect(transport.lines).toEqual([LIST, LIST, POST]);
});

describe("creates that cannot be resolved stop, and name the existing clusters", () => {
  test("two that may be it; the shared listing has them, so no other create takes the name", async () => {
    const account = new Account().next("POST", (_, work) => {
      work();
      work();
      return RESET;
    });
    const { client, result, transport } = create(account);
    const stop = await rejection(result);
    expect(stop).toBeInstanceOf(ApiError);
    expect(stop).toMatchObject({
      kind: "lost_write",
      ids: ["new-1", "new-2"],
      summary: 'Could not tell whether cluster "products" was created',
    });
    expect((stop as ApiError).detail).toContain("connection was reset");
    expect((stop as ApiError).detail).toContain("new-1, new-2");
    expect(transport.lines).toEqual([LIST, POST, LIST]);

    const { clusters } = await client.clusterListing({ maxAge: 60_000, signal: never() });
    expect(clusters.map(({ id }) => id)).toEqual(["new-1", "new-2"]);
    expect(transport.lines).toEqual([LIST, POST, LIST]);
  });

  test("an unnamed cluster is never repeated and never adopted", async () => {
    const account = lost(RESET, { done: true });
    const { name: _, ...unnamed } = BODY;
    const { result } = create(account, unnamed);
    account.records.push(cluster({ id: "old", name: null, provisioned_at: START / 1000 - 5 }));
    const stop = await rejection(result);
    expect(stop).toMatchObject({
      kind: "lost_write",
      summary: "Could not tell whether an unnamed cluster was created",
    });
  });

  test("a cluster that was known before is not taken for ours", async () => {
    const account = lost(RESET, { done: false });
    account.records.push(cluster({ id: "known" }));
    const { result, transport } = create(account);
    expect(await result).toMatchObject({ id: "new-2" });
    expect(transport.lines).toEqual([LIST, POST, LIST, LIST, POST]);
  });

  test("nor is one that the caller knows", async () => {
    const account = lost(RESET, { done: false }).next("GET", () =>
      json(200, { clusters: [] }, { date: new Date(START).toUTCString() }),
    );
    account.records.push(cluster({ id: "known" }));
    const { client, transport } = bench(account.handler);
    await client.createCluster(BODY, { signal: never(), isKnown: (id) => id === "known" });
    expect(transport.lines).toEqual([LIST, POST, LIST, LIST, POST]);
  });
});

describe("two creates at once", () => {
  test("of the same name: the other one's result is not adopted", async () => {
    const account = new Account();
    const { client, transport } = bench(account.handler);
    await client.clusterListing({ maxAge: 0, signal: never() });
    account.next("POST", (_, work) => work());
    lost(RESET, { done: false }, account);
    const both = [BODY, { ...BODY }].map((body) => client.createCluster(body, { signal: never() }));
    expect((await Promise.all(both)).map(({ id }) => id)).toEqual(["new-1", "new-2"]);
    expect(transport.lines).toEqual([LIST, POST, POST, LIST, LIST, POST]);
  });

  test("one after the other: the cluster of the first may still appear, and is not adopted", async () => {
    const account = new Account();
    const { client } = bench(account.handler);
    const { name: _, ...unnamed } = BODY;
    lost(RESET, { done: false }, account);
    const stop = new AbortController();
    account
      .next("GET", (_request, work) => work())
      .next("GET", () => {
        stop.abort();
        return "hang";
      });
    expect(await rejection(client.createCluster(BODY, { signal: stop.signal }))).toMatchObject({
      kind: "lost_write",
    });
    expect(client.createsInFlight()).toEqual([BODY]);
    account.next("POST", () => {
      account.records.push(cluster({ id: "late" }));
      return RESET;
    });
    expect(await rejection(client.createCluster({ ...BODY }, { signal: never() }))).toMatchObject({
      kind: "lost_write",
      ids: ["late"],
      detail: expect.stringContaining("Another create of this run requested the same"),
    });
    expect(await client.createCluster({ ...unnamed, name: "else" }, { signal: never() })).toMatchObject({
      name: "else",
    });
  });
});

describe("a stop", () => {
  test("lets a POST under way finish, because its answer holds the id", async () => {
    const stop = new AbortController();
    const account = new Account().next("POST", (_, work) => {
      stop.abort();
      return work();
    });
    const { client } = bench(account.handler);
    expect(await client.createCluster(BODY, { signal: stop.signal })).toMatchObject({ id: "new-1" });
  });

  test("ends a hanging POST after a few seconds, and says where to look", async () => {
    const clock = new TestClock("manual");
    const account = lost("hang", { done: true });
    const { client, transport } = bench(account.handler, { clock });
    const stop = new AbortController();
    const stopped = rejection(client.createCluster(BODY, { signal: stop.signal }));
    await settled();
    expect(transport.lines).toEqual([LIST, POST]);
    stop.abort();
    await clock.advance(WRITE_GRACE_MS - 1);
    expect(transport.requests[1]?.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(transport.requests[1]?.signal.aborted).toBe(true);
    expect(await stopped).toMatchObject({
      kind: "lost_write",
      detail: expect.stringContaining('Look for cluster "products" at the service before you run again'),
    });
    expect(transport.lines).toEqual([LIST, POST]);
  });
});

describe("the judgement of a lost create", () => {
  const BEFORE = 1_767_225_600;
  const BODY: CreateClusterBody = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };

  const ours = (given: Partial<ClusterRecord> = {}) =>
    cluster({ id: "new", name: "products", provisioned_at: BEFORE + 1, ...given });

  const OLDER = { provisioned_at: BEFORE - 1 };
  const unnamed = { body: { ...BODY, name: null } };
  type Row = readonly [string, readonly ClusterRecord[], Partial<LostCreate>, object];

  test.each<Row>([
    ["one alone", [ours()], {}, { done: ours() }],
    [
      "one, created in the second that was last seen, still provisioning",
      [ours({ provisioned_at: BEFORE, status: "provisioning", regions: [] })],
      {},
      { done: expect.objectContaining({ id: "new" }) },
    ],
    ["beside other names", [cluster({ id: "x", name: "other" }), ours()], {}, { done: ours() }],
    ["beside an older one", [ours({ id: "old", ...OLDER }), ours()], {}, { done: ours() }],
    ["beside one that leaves", [ours({ id: "old", status: "deprovisioning" }), ours()], {}, { done: ours() }],
    ["beside a known one", [ours({ id: "x" }), ours()], { isKnown: (id) => id === "x" }, { done: ours() }],
    [
      "while other creates request another name, or another configuration of it",
      [ours()],
      {
        siblings: [
          { ...BODY, name: "other" },
          { ...BODY, memory: "16_gb" },
        ],
      },
      { done: ours() },
    ],

    ["none of the name", [cluster({ id: "x", name: "other" })], {}, { repeat: true }],
    ["an older one of the name", [ours(OLDER)], {}, { repeat: true }],
    ["a known one of the name", [ours()], { isKnown: () => true }, { repeat: true }],
    ["one of the name that is gone", [ours({ status: "terminated" })], {}, { repeat: true }],
    ["none, and an identical create in flight", [], { siblings: [BODY] }, { repeat: true }],

    ["two of the name", [ours(), ours({ id: "new2" })], {}, { stop: "several", ids: ["new", "new2"] }],
    ["an identical create in flight", [ours()], { siblings: [BODY] }, { stop: "sibling", ids: ["new"] }],
    ["another configuration", [ours({ memory: "16_gb" })], {}, { stop: "differs", ids: ["new"] }],
    [
      "created by a person",
      [ours({ provisioned_by: { user_name: "eve", user_type: "User" } })],
      {},
      { stop: "not_by_key", ids: ["new"] },
    ],
    ["nobody says by whom", [ours({ provisioned_by: null })], {}, { stop: "not_by_key", ids: ["new"] }],
    ["nobody says when", [ours({ provisioned_at: null })], {}, { stop: "undated", ids: ["new"] }],
    ["no server time seen", [ours()], { serverTimeBefore: null }, { stop: "undated", ids: ["new"] }],
    ["no name, one that may be it", [ours({ name: null })], unnamed, { stop: "unnamed", ids: ["new"] }],
    [
      "no name, an older one",
      [ours({ name: null, ...OLDER }), ours()],
      unnamed,
      { stop: "unnamed", ids: [] },
    ],
  ])("%s", (_, listing, given, expected) => {
    const known = { isKnown: () => false, serverTimeBefore: BEFORE, siblings: [] };
    expect(judgeLostCreate({ listing, body: BODY, ...known, ...given })).toEqual(expected);
  });
});
