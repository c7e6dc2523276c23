import { isRecord } from "../../../domain/rules/fields";
import type { StoredCollection } from "../../../domain/store/data";
import type { CurationItem, JsonObject, SynonymItem } from "../../../domain/store/named";
import { addressedCollection, bodyOf, type NodeCall, type NodeHandler, NodeRefusal, ok } from "../../call";
import { jsonOf, pageOf, partsOf } from "../json";
import { curationItem, inOrderOfIds } from "./curationItem";
import { checkOldSynonym, synonymItem } from "./synonymItem";

/** What a collection has of its own up to version 29, where later servers have sets. */
interface OwnRules<Item> {
  readonly list: string;
  readonly items: (collection: StoredCollection) => Map<string, Item>;
  /** The items in the order in which they are answered. */
  readonly ordered: (items: readonly Item[]) => readonly Item[];
  /** The body of a PUT, which its answer repeats, and the item that it is. @throws NodeRefusal 400 */
  readonly put: (call: NodeCall, id: string) => readonly [body: JsonObject, item: Item];
  readonly missing: (id: string) => string;
}

type Identified = { readonly id: string };

const SYNONYMS: OwnRules<SynonymItem> = {
  list: "synonyms",
  items: ({ synonyms }) => synonyms,
  ordered: (items) => items,
  put(call, id) {
    const body = bodyOf(call);
    checkOldSynonym(body);
    return [body, synonymItem({ ...body, id })];
  },
  missing: () => "Not Found",
};

const OVERRIDES: OwnRules<CurationItem> = {
  list: "overrides",
  items: ({ overrides }) => overrides,
  ordered: inOrderOfIds,
  put({ body }, id) {
    const given = jsonOf(body);
    const item = curationItem(isRecord(given) ? { ...given, id } : given, "Override");
    return [partsOf(given), item];
  },
  missing: (id) => `override ${id} not found.`,
};

function operations<Item extends Identified>(rules: OwnRules<Item>) {
  const itemsOf = (call: NodeCall) => rules.items(addressedCollection(call));
  const { missing } = rules;
  return {
    list: (call) => {
      const items = itemsOf(call);
      return ok({ [rules.list]: pageOf(call.query, () => rules.ordered([...items.values()])) });
    },
    get: (call) => {
      const { id = "" } = call.params;
      const found = itemsOf(call).get(id);
      if (found === undefined) throw new NodeRefusal(404, missing(id));
      return ok(found);
    },
    upsert: (call) => {
      const { id = "" } = call.params;
      const items = itemsOf(call);
      const [body, item] = rules.put(call, id);
      items.delete(id);
      items.set(id, item);
      return ok({ ...body, id });
    },
    delete: (call) => {
      const { id = "" } = call.params;
      if (!itemsOf(call).delete(id)) throw new NodeRefusal(404, "Could not find that `id`.");
      return ok({ id });
    },
  } satisfies Readonly<Record<string, NodeHandler>>;
}

const synonyms = operations(SYNONYMS);
const overrides = operations(OVERRIDES);

export const OWN_SET_HANDLERS = {
  listSynonyms: synonyms.list,
  getSynonym: synonyms.get,
  upsertSynonym: synonyms.upsert,
  deleteSynonym: synonyms.delete,
  listOverrides: overrides.list,
  getOverride: overrides.get,
  upsertOverride: overrides.upsert,
  deleteOverride: overrides.delete,
};
