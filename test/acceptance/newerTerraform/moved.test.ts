import { attributesOf } from "../../support/core/instance";
import { CORE_VERSIONS } from "../../support/core/versions";
import { prepareNodes } from "../everyType/onNodes";
import { oneAccount } from "./support";

/** A `moved` block from a community provider: the state moves, and the next plan is empty. */
const COLLECTION = "searchcloud_collection";
const FIELDS = [{ name: "title", type: "string" }];
const BOOKS = { cluster_id: "shop1", name: "books", field: FIELDS };
const SOURCE = {
  provider: "registry.terraform.io/ronati/typesense",
  type: "typesense_collection",
  schemaVersion: 0,
  attributes: { id: "books", name: "books", default_sorting_field: "", fields: FIELDS },
  private: Buffer.from("theirs"),
};

describe.each(CORE_VERSIONS)("with Terraform %s", (version) => {
  const prepare = (emulator: Parameters<typeof prepareNodes>[0]) => {
    prepareNodes(emulator);
    emulator.createCollectionOutside("shop1", { name: "books", fields: FIELDS });
  };
  const on = oneAccount(version, prepare, { SEARCHCLOUD_MOVE_TO: "shop1" });

  test("the plan after it is empty, and nothing is written", async () => {
    const { core } = on;
    const state = await core.move(COLLECTION, SOURCE);
    expect(JSON.parse(state.identity ?? "null")).toEqual({
      cluster_id: "shop1",
      name: "books",
      node_urls: null,
    });
    const { refreshed } = await core.emptyPlan(COLLECTION, BOOKS, state);
    expect(refreshed && attributesOf(refreshed)).toMatchObject({ id: "shop1/books", cluster_id: "shop1" });
    expect(refreshed?.identity).toEqual(state.identity);
    expect(on.writes()).toEqual([]);
  });

  test("an unknown version of the other type is refused", async () => {
    const moved = on.core.move(COLLECTION, { ...SOURCE, schemaVersion: 7 });
    await expect(moved).rejects.toThrow(/version 7/);
  });
});
