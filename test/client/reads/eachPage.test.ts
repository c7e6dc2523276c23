import { bench, never } from "../kit/client";
import { cluster } from "../kit/records";
import { json } from "../kit/transport";

/** An account of `total` clusters; `change` may move the list when a page is requested. */
function setUp(total: number, change: (page: number, ids: string[]) => void = () => undefined) {
  const ids = Array.from({ length: total }, (_, number) => `c${number}`);
  const requested: string[] = [];
  const { client } = bench(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const page = Number(searchParams.get("page"));
    requested.push(page === 0 ? pathname.replace(/.*\//, "") : `page ${page}`);
    change(page, ids);
    return json(200, {
      total: ids.length,
      clusters: ids.slice((page - 1) * 50, page * 50).map((id) => cluster({ id })),
    });
  });
  const read = async (pages: number, needsRest = false) => {
    const found: string[] = [];
    let count = 0;
    for await (const page of client.clusterPages({ needsRest: () => needsRest, signal: never() })) {
      found.push(...page.map(({ cluster: { id } }) => id));
      count += 1;
      if (count === pages) break;
    }
    return found;
  };
  return { client, ids, requested, read };
}

test("pages come one after the other, and none that nobody reads is requested", async () => {
  const { ids, requested, read } = setUp(170);
  expect(await read(2)).toEqual(ids.slice(0, 100));
  expect(requested).toEqual(["page 1", "page 2"]);
});

test("a cluster that moves between two pages while they are read comes all the same, and only once", async () => {
  let isFirst = true;
  const { ids, read } = setUp(120, (page, all) => {
    // The last page moves up by one.
    if (page === 2 && isFirst) all.splice(0, 1);
    if (page === 2) isFirst = false;
  });
  const found = await read(Number.POSITIVE_INFINITY);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(ids));
});

test("the rest is requested at the same time if all of it is needed", async () => {
  const { ids, requested, read } = setUp(170);
  expect(await read(Number.POSITIVE_INFINITY, true)).toEqual(ids);
  expect(requested).toEqual(["page 1", "page 2", "page 3", "page 4"]);
});

test("later reads use what the pages have shown", async () => {
  const { client, requested, read } = setUp(170);
  await read(1);
  const seen = await client.read("c7", "shared", { signal: never() });
  expect(seen).toMatchObject({ kind: "present", cluster: { id: "c7" } });
  expect(requested).toEqual(["page 1"]);
});
