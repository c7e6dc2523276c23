import type { LiveCollectionValues } from "../../../src/provider/resources/liveCollection/schema";
import { field } from "../../provider/resources/collection/kit";
import { CONFIG, type LiveSceneOptions, story } from "./scene";

/** Edits of a schema while applications search and write without a pause (docs/design/live-collections.md). */
interface Edit {
  readonly name: string;
  readonly to: Partial<LiveCollectionValues>;
  readonly options?: LiveSceneOptions;
  /** False: the live version is edited in place. @default true */
  readonly another?: boolean;
}
const SORTED: Partial<LiveCollectionValues> = { default_sorting_field: "price" };
const MORE = [...CONFIG.field, field("stock", "int32", { optional: true })];

const EDITS: readonly Edit[] = [
  { name: "the sorting field", to: SORTED },
  {
    name: "the sorting field, on three nodes of server 29, times in seconds",
    to: SORTED,
    options: { nodes: 3, version: "29.0", unit: "s" },
  },
  {
    name: "nested fields",
    to: {
      enable_nested_fields: true,
      field: [...CONFIG.field, field("details", "object", { optional: true })],
    },
  },
  { name: "token separators and symbols", to: { token_separators: ["-"], symbols_to_index: ["+"] } },
  { name: "a field, with another version", to: { strategy: "copy", field: MORE } },
  { name: "a field in place", to: { field: MORE }, another: false },
  { name: "the sorting field and a field, nothing retained", to: { ...SORTED, field: MORE, retain: 0 } },
];

test.each(EDITS)(
  "$name: no request fails, and nothing is lost",
  async ({ to, options = {}, another = true }) => {
    await story(options, async (on) => {
      const before = on.target();
      const { state } = await on.applied({ ...CONFIG, ...to });
      expect(on.target()).toBe(state?.collection_name);
      expect(on.target() !== before).toBe(another);
      expect(state?.step).toBe("ready");
      expect((await on.run()).end).toBe("empty");
      expect(Object.keys(on.collections())).toHaveLength(another && to.retain !== 0 ? 2 : 1);
    });
  },
);
