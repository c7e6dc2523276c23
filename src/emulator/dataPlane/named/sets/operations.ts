import { isRecord } from "../../../domain/rules/fields";
import type { ClusterData, StoredCollection } from "../../../domain/store/data";

import type {
  CurationItem,
  CurationSet,
  JsonRecord,
  NamedSet,
  SynonymItem,
  SynonymSet,
} from "../../../domain/store/named";
import {
  addressedCollection,
  bodyOf,
  jsonOf,
  type NodeCall,
  type NodeHandler,
  NodeRefusalError,
  ok,
  refused,
} from "../../call";

import { pageOf, propertiesOf } from "../../json";
import { checkOldSynonym, curationItem, curationItemOfSet, sortedById, synonymItem } from "./items";

interface SetRules<Item> {
  readonly sets: (data: ClusterData) => Map<string, NamedSet<Item>>;
  /** Reads an item from an object. @throws NodeRefusalError 400 */
  readonly item: (given: unknown) => Item;
  /** Reads an item in the list of a set. */
  readonly listed: (given: unknown) => Item;
  /** Puts items with unique ids into the order in which they are kept. */
  readonly ordered: (items: readonly Item[]) => readonly Item[];
  readonly missing: string;
}

type Identified = { readonly id: string };

/** Keeps the last item of each id, in the order of these last items. */
function lastOfEach<Item extends Identified>(items: readonly Item[]): readonly Item[] {
  const byId = new Map<string, Item>();
  for (const item of items) {
    byId.delete(item.id);
    byId.set(item.id, item);
  }
  return [...byId.values()];
}

const SYNONYMS: SetRules<SynonymItem> = {
  sets: ({ named }) => named.synonym_sets,
  item: synonymItem,
  listed: synonymItem,
  ordered: (items) => items,
  missing: "Synonym index not found",
};

const CURATIONS: SetRules<CurationItem> = {
  sets: ({ named }) => named.curation_sets,
  item: curationItem,
  listed: curationItemOfSet,
  ordered: sortedById,
  missing: "Curation index not found",
};

/** Stores a set with the items of a body. @throws NodeRefusalError 400 */
function putSet<Item extends Identified>(
  rules: SetRules<Item>,
  data: ClusterData,
  name: string,
  body: JsonRecord,
) {
  if (!Array.isArray(body.items)) throw refused("Missing or invalid 'items' field");
  const given: readonly Item[] = body.items.map(rules.listed);
  const items = rules.ordered(lastOfEach(given));
  const set = { name, items };
  rules.sets(data).set(name, set);
  return set;
}

export const putSynonymSet = (data: ClusterData, name: string, body: JsonRecord): SynonymSet =>
  putSet(SYNONYMS, data, name, body);

export const putCurationSet = (data: ClusterData, name: string, body: JsonRecord): CurationSet =>
  putSet(CURATIONS, data, name, body);

/** The eight operations on one kind of sets. */
function operations<Item extends Identified>(rules: SetRules<Item>) {
  const setOf = ({ data, params: { name = "" } }: NodeCall): NamedSet<Item> => {
    const found = rules.sets(data).get(name);
    if (found === undefined) throw new NodeRefusalError(404, rules.missing);
    return found;
  };
  const store = ({ data }: NodeCall, set: NamedSet<Item>) => void rules.sets(data).set(set.name, set);
  return {
    list: ({ data }) => ok([...rules.sets(data).values()]),
    get: (call) => ok(setOf(call)),
    upsert: (call) => ok(putSet(rules, call.data, call.params.name ?? "", bodyOf(call))),
    delete: (call) => {
      const { name } = setOf(call);
      rules.sets(call.data).delete(name);
      return ok({ name });
    },
    listItems: (call) => ok(pageOf(call.query, () => setOf(call).items)),
    getItem: (call) => ok(itemIn(setOf(call), call.params.id, "Not Found")),
    upsertItem: (call) => {
      const body = { ...bodyOf(call), id: call.params.id };
      const set = setOf(call);
      store(call, { ...set, items: rules.ordered(lastOfEach([...set.items, rules.item(body)])) });
      // The response repeats the request, not what is stored of it.
      return ok(body);
    },
    deleteItem: (call) => {
      const set = setOf(call);
      const { id } = itemIn(set, call.params.id, "Could not find that `id`.");
      store(call, { ...set, items: set.items.filter((one) => one.id !== id) });
      return ok({ id });
    },
  } satisfies Readonly<Record<string, NodeHandler>>;
}

function itemIn<Item extends Identified>(set: NamedSet<Item>, id: string | undefined, missing: string): Item {
  const found = set.items.find((one) => one.id === id);
  if (found === undefined) throw new NodeRefusalError(404, missing);
  return found;
}

/** Records of a collection itself, up to version 29; later servers have sets. */
interface OwnRules<Item> {
  readonly list: string;
  readonly items: (collection: StoredCollection) => Map<string, Item>;
  /** Puts items into the order in which they are answered. */
  readonly ordered: (items: readonly Item[]) => readonly Item[];
  /** Reads the body of a PUT, which the response repeats, and its item. @throws NodeRefusalError 400 */
  readonly put: (call: NodeCall, id: string) => readonly [body: JsonRecord, item: Item];
  readonly missing: (id: string) => string;
}

const OWN_SYNONYMS: OwnRules<SynonymItem> = {
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

const OWN_OVERRIDES: OwnRules<CurationItem> = {
  list: "overrides",
  items: ({ overrides }) => overrides,
  ordered: sortedById,
  put({ body }, id) {
    const given = jsonOf({ body });
    const item = curationItem(isRecord(given) ? { ...given, id } : given, "Override");
    return [propertiesOf(given), item];
  },
  missing: (id) => `override ${id} not found.`,
};

function ownOperations<Item extends Identified>(rules: OwnRules<Item>) {
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
      if (found === undefined) throw new NodeRefusalError(404, missing(id));
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
      if (!itemsOf(call).delete(id)) throw new NodeRefusalError(404, "Could not find that `id`.");
      return ok({ id });
    },
  } satisfies Readonly<Record<string, NodeHandler>>;
}

const synonyms = operations(SYNONYMS);
const curations = operations(CURATIONS);
const ownSynonyms = ownOperations(OWN_SYNONYMS);
const ownOverrides = ownOperations(OWN_OVERRIDES);

export const SET_HANDLERS = {
  listSynonymSets: synonyms.list,
  getSynonymSet: synonyms.get,
  upsertSynonymSet: synonyms.upsert,
  deleteSynonymSet: synonyms.delete,
  listSynonymSetItems: synonyms.listItems,
  getSynonymSetItem: synonyms.getItem,
  upsertSynonymSetItem: synonyms.upsertItem,
  deleteSynonymSetItem: synonyms.deleteItem,
  listCurationSets: curations.list,
  getCurationSet: curations.get,
  upsertCurationSet: curations.upsert,
  deleteCurationSet: curations.delete,
  listCurationSetItems: curations.listItems,
  getCurationSetItem: curations.getItem,
  upsertCurationSetItem: curations.upsertItem,
  deleteCurationSetItem: curations.deleteItem,
  listSynonyms: ownSynonyms.list,
  getSynonym: ownSynonyms.get,
  upsertSynonym: ownSynonyms.upsert,
  deleteSynonym: ownSynonyms.delete,
  listOverrides: ownOverrides.list,
  getOverride: ownOverrides.get,
  upsertOverride: ownOverrides.upsert,
  deleteOverride: ownOverrides.delete,
};
