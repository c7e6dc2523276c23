import { bench, never, rejection } from "../kit/client";
import { cluster } from "../kit/records";
import { error, json, type Reply } from "../kit/transport";

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

test("a list that moves while pages are under way hides nobody", async () => {
  const { listed, ids } = slowList(
    300,
    (page, all) => void (page === 3 && all.length === 300 && all.shift()),
  );
  expect(new Set(await listed())).toEqual(new Set([...ids, "c0"]));
});

test("a page that fails fails the reading; what was requested beside it does no harm", async () => {
  const { listed } = slowList(300, (page) => (page > 2 ? error(403, "no") : undefined));
  expect(await rejection(listed())).toMatchObject({ status: 403 });
});
