import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NODE_OPERATIONS } from "../../src/api/dataPlane/operations";
import { prepareNodes } from "./everyType/onNodes";
import { OPTIONS, oneScene } from "./support";

/** The key of the provider for live collections (docs/guides/keys.md#live-collections). `shop2` has one node. */
const GUIDE = readFileSync(join(__dirname, "../../docs/guides/keys.md"), "utf8");
const LIMITED = "limited-key-0123456789abcdef0123456789";
const WHOLE = "whole-key-0123456789abcdef0123456789ab";

const on = oneScene(OPTIONS, (emulator) => {
  prepareNodes(emulator);
  const actions = ["collections:*", "aliases:*", "documents:*"];
  const key = (value: string, collections: readonly string[]) =>
    emulator.createNodeKeyOutside("shop2", {
      value,
      description: value,
      actions,
      collections: [...collections],
    });
  key(LIMITED, ["catalog"]);
  key(WHOLE, ["catalog", "catalog_.*"]);
});

const catalog = (
  key: string,
  sorting: string,
  more = "",
) => `resource "searchcloud_live_collection" "catalog" {
  cluster_id            = "shop2"
  api_key               = "${key}"
  name                  = "catalog"
  default_sorting_field = "${sorting}"
  updated_at_field      = "updated_at"
  ${more}
  field {
    name = "title"
    type = "string"
  }
  field {
    name = "rank"
    type = "int32"
  }
  field {
    name = "updated_at"
    type = "int64"
  }
  query {
    parameters = { q = "oak", query_by = "title" }
  }
}`;

/** The actions that the requests of the key have needed since the last call. */
function used(): Set<string> {
  const ids = on.requests().filter((id): id is keyof typeof NODE_OPERATIONS => id in NODE_OPERATIONS);
  return new Set(ids.flatMap((id) => NODE_OPERATIONS[id].action ?? []));
}

/** The actions that the guide names for a step. */
function named(step: string): string[] {
  const row = GUIDE.split("\n").find((line) => line.startsWith(`| ${step}`)) ?? "";
  return [...row.matchAll(/`(\w+:\w+)`/g)].map(([, action = ""]) => action);
}

test("a key that opens only the alias is warned of at plan, and nothing is created", async () => {
  const said = await on.apply(catalog(LIMITED, "rank"), 1);
  expect(said).toMatch(
    /Warning: The key opens live collection "catalog" of cluster shop2, but not its versions/,
  );
  expect(on.emulator.state().collections).toEqual([]);
  expect(on.emulator.state().aliases ?? []).toEqual([]);
});

test("the key of the guide carries out every step, with the actions of the guide", async () => {
  used();
  const refresh = named("refresh, plan");
  const steps: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
    ["create", () => on.apply(catalog(WHOLE, "rank")), named("create")],
    ["refresh, plan", () => on.empty(), []],
    [
      "in place",
      () => on.apply(catalog(WHOLE, "rank", "metadata = jsonencode({ a = 1 })")),
      named("an edit in place"),
    ],
    [
      "another version",
      () => on.apply(catalog(WHOLE, "updated_at", "metadata = jsonencode({ a = 1 })")),
      named("an edit with another version"),
    ],
    [
      "way back, retain",
      () => on.apply(catalog(WHOLE, "rank", "metadata = jsonencode({ a = 1 })\n  retain = 0")),
      [...named("an edit with another version"), ...named("versions beyond")],
    ],
    ["destroy", () => on.destroy(), named("destroy")],
  ];
  for (const [step, act, more] of steps) {
    await act();
    const allowed = new Set([...refresh, ...more]);
    expect([step, [...used()].filter((action) => !allowed.has(action))]).toEqual([step, []]);
  }
  expect(on.emulator.state().collections).toEqual([]);
});
