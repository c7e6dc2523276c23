import { InterruptedError } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { settled, TestClock } from "../kit/clock";
import { cluster } from "../kit/records";
import { Account } from "../kit/service";
import { error } from "../kit/transport";

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

test("holds what this process has made, renamed and terminated since", async () => {
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

test("holds what a read has shown since: on its way out, or not there", async () => {
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

test("one caller's stop ends nothing for the others; the last one's ends the reading", async () => {
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
