import type { ClusterRecord } from "../../../src/client";
import { bench, never } from "../kit/client";
import { cluster } from "../kit/records";
import { type Handler, json } from "../kit/transport";

const many = (count: number, prefix = "c") =>
  Array.from({ length: count }, (_, number) => cluster({ id: `${prefix}${number}` }));

const pageOf = (url: string) => {
  const { searchParams } = new URL(url);
  return { page: Number(searchParams.get("page")), perPage: Number(searchParams.get("per_page")) };
};

const slice = (items: readonly ClusterRecord[], url: string, size = pageOf(url).perPage) =>
  items.slice((pageOf(url).page - 1) * size, pageOf(url).page * size);

async function walk(handler: Handler) {
  const { client, transport } = bench(handler);
  const ids: string[] = [];
  for await (const { id } of client.list("listClusters", {}, { signal: never() })) ids.push(id);
  return { ids, pages: transport.requests.map(({ url }) => pageOf(url).page), lines: transport.lines };
}

describe.each([0, 49, 50, 51, 120])("a list of %d", (count) => {
  const items = many(count);
  const ids = items.map(({ id }) => id);

  test("with total: in as few pages as can be", async () => {
    const seen = await walk(({ url }) => json(200, { total: count, clusters: slice(items, url) }));
    expect(seen.ids).toEqual(ids);
    expect(seen.pages).toHaveLength(Math.max(1, Math.ceil(count / 50)));
  });

  test("without any envelope: until a page is not full", async () => {
    const seen = await walk(({ url }) => json(200, { clusters: slice(items, url) }));
    expect(seen.ids).toEqual(ids);
    expect(seen.pages).toHaveLength(Math.floor(count / 50) + 1);
  });

  test("from a service whose pages are smaller than requested", async () => {
    const seen = await walk(({ url }) => json(200, { per_page: 10, clusters: slice(items, url, 10) }));
    expect(seen.ids).toEqual(ids);
  });
});

test("one that is created between two pages pushes another over the border: each comes once", async () => {
  const items = many(60);
  const seen = await walk(({ url }, count) => {
    const answer = json(200, { total: items.length, clusters: slice(items, url) });
    if (count === 1) items.unshift(cluster({ id: "newest" }));
    return answer;
  });
  expect(new Set(seen.ids).size).toBe(seen.ids.length);
  expect([...seen.ids].sort()).toEqual(items.map(({ id }) => id).sort());
});

test("one that vanishes between two pages pulls another over the border: it is found all the same", async () => {
  const items = many(60);
  const seen = await walk(({ url }, count) => {
    const answer = json(200, { total: items.length, clusters: slice(items, url) });
    if (count === 1) items.splice(3, 1);
    return answer;
  });
  expect(seen.ids).toContain("c50");
  expect(seen.ids).toHaveLength(60);
});

test("a list that changes all the time is not walked for ever", async () => {
  const items = many(100);
  const seen = await walk(({ url }, count) => json(200, { total: 100 + count, clusters: slice(items, url) }));
  expect(seen.ids).toHaveLength(100);
  expect(seen.pages.length).toBeLessThanOrEqual(9);
});

test("a service that ignores the page is not asked for ever", async () => {
  const items = many(50);
  const seen = await walk(() => json(200, { clusters: items }));
  expect(seen.ids).toHaveLength(50);
  expect(seen.pages).toEqual([1, 2]);
});

test("who stops reading early asks for no further page", async () => {
  const items = many(120);
  const { client, transport } = bench(({ url }) => json(200, { total: 120, clusters: slice(items, url) }));
  for await (const { id } of client.list("listClusters", {}, { signal: never() })) if (id === "c3") break;
  expect(transport.requests).toHaveLength(1);
});
