import { NOW } from "../../support";
import { asked, emulatorsWith } from "../ask";

const start = emulatorsWith({ collections: [{ name: "c", fields: [{ name: "n", type: "int32" }] }] });

test("an upgrade to 30 makes sets of a collection's synonyms and overrides, and new rules of old ones", async () => {
  const emulator = await start({}, { search_server_version: "29.0" });
  const put = (path: string, json: object) => asked(emulator, `PUT ${path}`, { json });
  await put("/collections/c/synonyms/s", { synonyms: ["a", "b"] });
  await put("/collections/c/overrides/o", { rule: { query: "q", match: "exact" }, excludes: [{ id: "1" }] });
  const events = [{ name: "ev", type: "click", weight: 2 }];
  const params = {
    source: { collections: ["c"], events },
    destination: { collection: "c", counter_field: "n" },
  };
  expect((await put("/analytics/rules/r", { type: "counter", params })).status).toBe(200);

  emulator.changeOutside("abc", { new_search_server_version: "30.1", perform_change_at: NOW + 600 });
  emulator.advance(86_400);

  const { body } = await asked(emulator, "GET /collections/c");
  expect(body).toMatchObject({ synonym_sets: ["c_synonyms_index"], curation_sets: ["c_curations_index"] });
  expect((await asked(emulator, "GET /synonym_sets")).body).toMatchObject([{ items: [{ id: "s" }] }]);
  expect((await asked(emulator, "GET /curation_sets")).body).toMatchObject([{ items: [{ id: "o" }] }]);
  expect((await asked(emulator, "GET /analytics/rules")).body).toEqual([
    {
      ...{ name: "ev", type: "counter", collection: "c", event_type: "click", rule_tag: "r" },
      params: { destination_collection: "c", counter_field: "n", weight: 2 },
    },
  ]);
});
