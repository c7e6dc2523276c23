import type { ConfigurationChangeRecord } from "../../../src/client";
import { holdsEveryActive } from "../../../src/client/workflows/changes";
import { bench, never } from "../kit/client";
import { change } from "../kit/records";
import { ChangesService } from "../kit/service";
import { json } from "../kit/transport";

const page = (number: number) => `GET /clusters/c1/configuration-changes?page=${number}&per_page=10`;

/** Written as "second status", in the order of the page. */
const read = (...written: readonly string[]): ConfigurationChangeRecord[] =>
  written.map((text, at) => {
    const [time, status = "succeeded"] = text.split(" ");
    return change({ id: `ch${at}`, created_at: time === "null" ? null : Number(time), status });
  });

describe("sure to hold every change that is not over", () => {
  test.each<[string, boolean, string[]]>([
    ["newest first, all over", true, ["30", "20", "10"]],
    ["newest first, the newest pending", true, ["30 pending", "20", "10 canceled"]],
    ["newest first, the newest in progress", true, ["30 in_progress", "20 failed"]],
    ["cancelled and made anew within one second", true, ["30 canceled", "30 pending", "20"]],
    ["oldest first", false, ["10", "20", "30 pending"]],
    ["no order", false, ["20", "30 pending", "10"]],
    ["one alone shows no order", false, ["30 pending"]],
    ["all of one second show none either", false, ["30", "30", "30"]],
    ["one that waits behind a newer one", false, ["30", "20 pending", "10"]],
    ["a status that nobody knows, behind a newer one", false, ["30", "20 paused", "10"]],
    ["without a date at the head", false, ["null pending", "20", "10"]],
    ["without a date further down", false, ["30", "null", "10"]],
    ["nothing", false, []],
  ])("%s: %s", (_, sure, written) => {
    expect(holdsEveryActive(read(...written))).toBe(sure);
  });
});

describe("the pages that are read", () => {
  /** 25 changes, the newest pending, the rest over. */
  const many = () =>
    Array.from({ length: 25 }, (_, at) =>
      change({ id: `ch${at}`, created_at: 1_000 - at, status: at === 0 ? "pending" : "succeeded" }),
    );
  const list = async (changes: readonly ConfigurationChangeRecord[]) => {
    const { client, transport } = bench(new ChangesService(...changes).handler);
    return { read: await client.changes("c1", { signal: never() }), lines: transport.lines };
  };
  const ids = (changes: readonly ConfigurationChangeRecord[]) => changes.map(({ id }) => id);

  test("up to ten: one, whatever the order; answered newest first", async () => {
    const seen = await list(many().slice(0, 10).reverse());
    expect(seen.lines).toEqual([page(1)]);
    expect(ids(seen.read)).toEqual(ids(many().slice(0, 10)));
  });

  test("many, newest first: one", async () => {
    const seen = await list(many());
    expect(seen.lines).toEqual([page(1)]);
    expect(ids(seen.read)).toEqual(ids(many().slice(0, 10)));
  });

  test("many, oldest first: all, or the one that is pending would not be seen", async () => {
    const seen = await list(many().reverse());
    expect(seen.lines).toEqual([page(1), page(2), page(3)]);
    expect(ids(seen.read)).toEqual(ids(many()));
  });

  test("pages of one record each: until the order shows", async () => {
    const { client, transport } = bench(({ url }) => {
      const at = Number(new URL(url).searchParams.get("page")) - 1;
      return json(200, { per_page: 1, total: 25, configuration_changes: many().slice(at, at + 1) });
    });
    expect(ids(await client.changes("c1", { signal: never() }))).toEqual(["ch0", "ch1"]);
    expect(transport.lines).toEqual([page(1), page(2)]);
  });
});
