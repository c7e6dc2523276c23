import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import { fieldsLost } from "../../../../src/provider/resources/liveCollection/unstored";
import { planOf } from "../../kit";
import { field } from "../collection/kit";
import { CONFIG, liveAccount, products } from "./updates";

const SECRET = { name: "words", type: "string", store: false };

test.each<[string, object, object[], string[]]>([
  ["a field that stays", SECRET, [field("words")], ["words"]],
  ["a field that goes", SECRET, [field("title")], []],
  ["a field that is stored", { ...SECRET, store: true }, [field("words")], []],
  ["a field that a pattern finds", SECRET, [field(".*", "auto")], ["words"]],
  ["a field in an object", { ...SECRET, name: "a.b" }, [field("a", "object")], ["a.b"]],
  ["a computed vector", { ...SECRET, embed: { from: ["title"] } }, [field("words")], []],
])("%s", (_, there, planned, names) => {
  const record = { fields: [there] as never, num_documents: 1 };
  expect(fieldsLost(record, planned as LiveCollectionValues["field"])).toEqual(names);
  expect(fieldsLost({ ...record, num_documents: 0 }, planned as LiveCollectionValues["field"])).toEqual([]);
});

test("a copy that would lose values is refused by the plan, and by the apply before anything is created", async () => {
  const fields = [...CONFIG.field, { ...field("words"), store: false }];
  const config = { ...CONFIG, field: fields };
  const on = await liveAccount({ count: 0, config });
  on.emulator.addDocumentsOutside("c-1", on.target() ?? "", products(3, { words: "many" }));
  const state = await on.refresh(on.state);
  const edit = { ...config, default_sorting_field: "price" };
  const summary = 'A new version of live collection "catalog" of cluster c-1 would lose the values of words';
  const input = { prior: state, config: edit, service: on.service };
  const { diagnostics } = await planOf<LiveCollectionValues>(liveCollection, input as never);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors).toMatchObject([{ summary, path: ["field"] }]);
  const { error } = await on.apply(state, edit);
  expect(error?.summary).toBe(summary);
  expect(Object.keys(on.collections())).toEqual([on.target()]);
  // Without the field, nothing is lost that the plan has not shown.
  expect((await on.apply(state, EDITED_WITHOUT)).error).toBeUndefined();
  await on.close();
});

const EDITED_WITHOUT = { ...CONFIG, default_sorting_field: "price" };
