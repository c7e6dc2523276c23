import { InterruptedError } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { settled, TestClock } from "../kit/clock";
import { cluster } from "../kit/records";
import { Account } from "../kit/service";
import { error, json, type Reply } from "../kit/transport";

const MINUTE = 60_000;
const BODY = { name: "new", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };

function account(...ids: string[]) {
  const made = new Account();
  made.records.push(...ids.map((id) => cluster({ id, name: id })));
  return made;
}

const setUp = (service: Account) => {
  const clock = new TestClock("manual");
  const made = bench(service.handler, { clock });
  const ids = async (maxAge = MINUTE) => {
    const { clusters } = await made.client.clusterListing({ maxAge, signal: never() });
    return clusters.map(({ id }) => id);
  };
  return { ...made, clock, ids };
};

test("many callers, one reading; as long as it is young enough", async () => {
  const service = account("a", "b");
  const { ids, transport, clock } = setUp(service);
  expect(await Promise.all([ids(), ids(), ids()])).toEqual([
    ["a", "b"],
    ["a", "b"],
    ["a", "b"],
  ]);
  await clock.advance(MINUTE);
  await ids();
  expect(transport.requests).toHaveLength(1);
  await clock.advance(1);
  service.records.pop();
  expect(await ids()).toEqual(["a"]);
  expect(transport.requests).toHaveLength(2);
});

test("includes what this process has created, renamed and terminated since", async () => {
  const service = account("a", "b", "c");
  const { client, ids, transport, clock } = setUp(service);
  await ids();
  await clock.advance(1_000);
  const made = await client.createCluster(BODY, { signal: never() });
  await client.updateCluster("a", { name: "renamed" }, { signal: never() });
  await client.terminateCluster("b", { signal: never() });
  const { clusters } = await client.clusterListing({ maxAge: MINUTE, signal: never() });
  expect(clusters.map(({ id, name }) => [id, name])).toEqual([
    ["a", "renamed"],
    ["c", "c"],
    [made.id, "new"],
  ]);
  expect(transport.lines.filter((line) => line.startsWith("GET"))).toHaveLength(1);
});

test("includes what a read has shown since: leaving, or missing", async () => {
  const service = account("a", "b", "c");
  const { client, ids, clock } = setUp(service);
  await ids();
  await clock.advance(1);
  service.records.splice(0, 1);
  Object.assign(service.records[0] ?? {}, { status: "deprovisioning" });
  await client.read("a", "fresh", { signal: never() });
  await client.read("b", "fresh", { signal: never() });
  expect(await ids()).toEqual(["c"]);
});

test("a reading that began before our own write does not hide it", async () => {
  const service = account("a");
  const { client, ids, clock } = setUp(service);
  await ids();
  service.next("GET", (_, work) => {
    const stale = work();
    service.records.push(cluster({ id: "made-meanwhile" }));
    return stale;
  });
  await clock.advance(1);
  const reading = ids(0);
  await client.createCluster(BODY, { signal: never() });
  await reading;
  expect(await ids()).toContain("new-3");
});

test("a stopped caller ends nothing for the others; the last one ends the read", async () => {
  const service = account("a").next("GET", () => "hang");
  const { client, transport } = setUp(service);
  const [first, second] = [new AbortController(), new AbortController()];
  const results = [first, second].map(({ signal }) =>
    rejection(client.clusterListing({ maxAge: MINUTE, signal })),
  );
  await settled();
  first.abort();
  expect(await results[0]).toBeInstanceOf(InterruptedError);
  await settled();
  expect(transport.requests[0]?.signal.aborted).toBe(false);
  second.abort();
  expect(await results[1]).toBeInstanceOf(InterruptedError);
  await settled();
  expect(transport.requests[0]?.signal.aborted).toBe(true);
});

test("a failed reading fails for those who waited for it, and the next caller reads again", async () => {
  const service = account("a").next("GET", () => error(403, "Forbidden"));
  const { client, ids } = setUp(service);
  const listing = () => rejection(client.clusterListing({ maxAge: MINUTE, signal: never() }));
  expect(await Promise.all([listing(), listing()])).toMatchObject([{ status: 403 }, { status: 403 }]);
  expect(await ids()).toEqual(["a"]);
});

describe("pages that are requested at the same time", () => {
  /** A list of `total` clusters that answers in turn, not at once; `change` may move it when a page is requested. */
  function slowList(
    total: number,
    change: (page: number, ids: string[]) => Reply | undefined = () => undefined,
  ) {
    const ids = Array.from({ length: total }, (_, number) => `c${number}`);
    const seen = { most: 0, inFlight: 0, pages: [] as number[] };
    const made = bench(async ({ url }) => {
      const page = Number(new URL(url).searchParams.get("page"));
      seen.pages.push(page);
      seen.inFlight += 1;
      seen.most = Math.max(seen.most, seen.inFlight);
      const reply = change(page, ids);
      const clusters = ids.slice((page - 1) * 50, page * 50).map((id) => cluster({ id }));
      const answer = json(200, { total: ids.length, clusters });
      // Later, but before the test clock moves on.
      for (let turn = 0; turn < 10; turn += 1) await null;
      seen.inFlight -= 1;
      return reply ?? answer;
    });
    const listed = async () =>
      (await made.client.clusterListing({ maxAge: 0, signal: never() })).clusters.map(({ id }) => id);
    return { ...made, ids, seen, listed };
  }

  test("a whole list is requested twenty pages at a time, each of them once", async () => {
    const { listed, seen, ids } = slowList(1200);
    expect(await listed()).toEqual(ids);
    expect(seen.pages).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
    expect(seen.most).toBe(20);
  });

  test("a refresh of all clusters, ten at a time, requests the list once", async () => {
    const { client, seen, ids } = slowList(300);
    const queue = [...ids].reverse();
    const refresh = async () => {
      for (let id = queue.pop(); id !== undefined; id = queue.pop())
        expect(await client.read(id, "shared", { signal: never() })).toMatchObject({ cluster: { id } });
    };
    await Promise.all(Array.from({ length: 10 }, refresh));
    expect([...seen.pages].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seen.most).toBeGreaterThan(1);
  });

  test("a list that changes between pages hides no cluster", async () => {
    const { listed, ids } = slowList(
      300,
      (page, all) => void (page === 3 && all.length === 300 && all.shift()),
    );
    expect(new Set(await listed())).toEqual(new Set([...ids, "c0"]));
  });

  test("a failed page fails the read; pages that were requested beside it do no harm", async () => {
    const { listed } = slowList(300, (page) => (page > 2 ? error(403, "no") : undefined));
    expect(await rejection(listed())).toMatchObject({ status: 403 });
  });
});
