import { InterruptedError } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { settled, TestClock } from "../kit/clock";
import { cluster } from "../kit/records";
import { Account } from "../kit/service";
import { error, RESET, text } from "../kit/transport";

const MINUTE = 60_000;
const idsUpTo = (count: number) => [...Array(count).keys()].map((place) => `c${place + 1}`);

function setUp(total: number, clock = new TestClock()) {
  const service = new Account();
  service.records.push(...idsUpTo(total).map((id) => cluster({ id, name: id })));
  const made = bench(service.handler, { clock });
  const refresh = async (ids: readonly string[]) =>
    Promise.all(ids.map((id) => made.client.read(id, "shared", { signal: never() })));
  /** GET requests since the last call: pages, and single looks by id. */
  const requests = () => {
    const gets = made.transport.requests.splice(0).filter(({ method }) => method === "GET");
    const paths = gets.map(({ url }) => new URL(url));
    return {
      pages: paths.flatMap(({ searchParams }) => searchParams.get("page") ?? []),
      singles: paths.flatMap(({ pathname }) => /clusters\/([^/]+)$/.exec(pathname)?.[1] ?? []),
    };
  };
  return { ...made, service, clock, refresh, requests };
}

describe("a refresh", () => {
  test("of one or two asks for them by id", async () => {
    const { refresh, requests } = setUp(2);
    const seen = await refresh(["c1", "c2"]);
    expect(seen).toMatchObject([{ kind: "present", cluster: { id: "c1" } }, { cluster: { id: "c2" } }]);
    expect(requests()).toEqual({ pages: [], singles: ["c1", "c2"] });
  });

  test("of many costs pages, which everybody shares", async () => {
    const { refresh, requests } = setUp(120);
    const seen = await refresh(idsUpTo(120));
    expect(seen.map((one) => one.kind === "present" && one.cluster.id)).toEqual(idsUpTo(120));
    expect(requests()).toEqual({ pages: ["1", "2", "3"], singles: [] });
    await refresh(idsUpTo(120));
    expect(requests()).toEqual({ pages: [], singles: [] });
  });

  test("reads by its id what the list lacks, before it counts as gone", async () => {
    const { refresh, requests, service } = setUp(10);
    service.unlisted.add("c3");
    const seen = await refresh(["c1", "c2", "c3", "nowhere"]);
    expect(seen.map(({ kind }) => kind)).toEqual(["present", "present", "present", "missing"]);
    expect(requests()).toEqual({ pages: ["1"], singles: ["c3", "nowhere"] });
  });

  test("is served by nothing that is older than two minutes", async () => {
    const { refresh, requests, clock } = setUp(10, new TestClock("manual"));
    const first = refresh(["c1", "c2", "c3"]);
    await clock.advance(100);
    await first;
    await clock.advance(2 * MINUTE - 200);
    await refresh(["c4"]);
    expect(requests()).toEqual({ pages: ["1"], singles: [] });
    await clock.advance(200);
    const later = refresh(["c4"]);
    await clock.advance(100);
    await later;
    const { pages, singles } = requests();
    expect(pages.length + singles.length).toBe(1);
  });

  test("shares the list with those who want all of it", async () => {
    const { refresh, requests, client } = setUp(120);
    await client.clusterListing({ maxAge: MINUTE, signal: never() });
    await refresh(idsUpTo(120));
    expect(requests()).toEqual({ pages: ["1", "2", "3"], singles: [] });
  });
});

describe("a read after an own write sees the write", () => {
  test("of something that belongs to it: it is read again", async () => {
    const { refresh, requests, client, service } = setUp(10);
    await refresh(["c1", "c2", "c3"]);
    requests();
    service.next("POST", () => error(422, "busy"));
    await rejection(
      client.call(
        "createServerConfigurationParameter",
        { path: { cluster_id: "c2" }, body: { parameter_name: "a", parameter_value: "b" } },
        { signal: never() },
      ),
    );
    await refresh(["c1", "c2"]);
    expect(requests()).toEqual({ pages: [], singles: ["c2"] });
  });
});

test("a later read by its id wins over an older page", async () => {
  const { refresh, requests, client, service, clock } = setUp(10);
  await refresh(["c1", "c2", "c3"]);
  service.records.splice(0, 1);
  const second = service.records.find(({ id }) => id === "c2");
  if (second) second.status = "deprovisioning";
  await clock.advance(5);
  await client.read("c1", "fresh", { signal: never() });
  await client.read("c2", "fresh", { signal: never() });
  requests();
  expect((await refresh(["c1", "c2"])).map(({ kind }) => kind)).toEqual(["missing", "leaving"]);
  expect(requests().singles).toEqual(["c1", "c2"]);
});

describe("what goes wrong", () => {
  test.each([
    ["refused", error(403, "no list for you")],
    ["not there", error(404, "no such path")],
    ["of another shape", text(200, "[]", { "content-type": "application/json" })],
  ])("a list that is %s is gone without: each is asked for by id", async (_, reply) => {
    const { refresh, requests, service } = setUp(3);
    service.next("GET", () => reply);
    const seen = await refresh(idsUpTo(3));
    expect(seen.map(({ kind }) => kind)).toEqual(["present", "present", "present"]);
    expect(requests().singles).toEqual(idsUpTo(3));
  });

  test("a network that fails fails for all who wait, and not once for each", async () => {
    const { client, transport } = bench(() => RESET);
    const results = await Promise.all(
      idsUpTo(5).map((id) => rejection(client.read(id, "shared", { signal: never() }))),
    );
    expect(results).toMatchObject(Array(5).fill({ kind: "network" }));
    expect(new Set(transport.lines).size).toBe(1);
  });

  test("a stopped caller ends nothing for the others; the last one ends the request", async () => {
    const { client, service, transport, clock } = setUp(3, new TestClock("manual"));
    service.next("GET", () => "hang");
    const stops = idsUpTo(3).map(() => new AbortController());
    const results = stops.map(({ signal }, place) =>
      rejection(client.read(`c${place + 1}`, "shared", { signal })),
    );
    await clock.advance(100);
    stops[0]?.abort();
    expect(await results[0]).toBeInstanceOf(InterruptedError);
    expect(transport.requests[0]?.signal.aborted).toBe(false);
    stops[1]?.abort();
    stops[2]?.abort();
    expect(await results[2]).toBeInstanceOf(InterruptedError);
    await settled();
    expect(transport.requests[0]?.signal.aborted).toBe(true);
    const again = client.read("c1", "shared", { signal: never() });
    await clock.advance(100);
    expect(await again).toMatchObject({ kind: "present" });
  });
});

describe("waits share their looks", () => {
  const isInService = (seen: { kind: string; cluster?: { status: string } }) =>
    seen.cluster?.status === "in_service" ? "done" : "pending";
  const waits = ({ client, clock }: ReturnType<typeof setUp>, ids: readonly string[]) =>
    ids.map((id) =>
      client.waitForCluster(id, {
        judge: (seen) => isInService(seen as never),
        describe: id,
        deadline: clock.now() + 60 * MINUTE,
        signal: never(),
        seenJustNow: true,
      }),
    );

  test("those that began at different times too", async () => {
    const set = setUp(10, new TestClock("manual"));
    for (const one of set.service.records) one.status = "provisioning";
    const all: Promise<unknown>[] = [];
    for (const id of idsUpTo(10)) {
      all.push(...waits(set, [id]));
      await set.clock.advance(5_000);
    }
    set.requests();
    await set.clock.advance(10 * MINUTE);
    const { pages, singles } = set.requests();
    expect(pages.length).toBeLessThanOrEqual(10);
    expect(singles).toEqual([]);
    for (const one of set.service.records) one.status = "in_service";
    await set.clock.advance(2 * MINUTE);
    await Promise.all(all);
  });

  test("few in a large account are looked at by id", async () => {
    const set = setUp(2_000, new TestClock("manual"));
    for (const id of ["c1990", "c1991"]) {
      const one = set.service.records.find((each) => each.id === id);
      if (one) one.status = "provisioning";
    }
    void waits(set, ["c1990", "c1991"]);
    await set.clock.advance(3 * MINUTE + 1_000);
    const { pages, singles } = set.requests();
    expect(pages).toEqual([]);
    expect(singles).toHaveLength(6);
  });
});
