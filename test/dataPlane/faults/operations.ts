import { textOf } from "../../../src/api/dataPlane/jsonLines";
import { NODE_OPERATIONS, type NodeOperationId } from "../../../src/api/dataPlane/operations";
import {
  alterCollection,
  createCollection,
  createKey,
  deleteAlias,
  deleteCollection,
  deleteNamed,
  exportDocuments,
  importDocuments,
  linesOf,
  listNamed,
  type NamedKind,
  type Nodes,
  putAlias,
  putNamed,
  readCollection,
  readNamed,
  revokeKey,
} from "../../../src/dataPlane";
import { createKnowledge } from "../../../src/dataPlane/versions/knowledge";
import { settleDocument } from "../../../src/dataPlane/versions/settleDocument";
import type { Control } from "../../../src/emulator";
import { HISTORY } from "../../support/history";

export const CLUSTER = "c-1";
export const CATALOG = "catalog";
const TITLE = { name: "title", type: "string" };
export const FIELDS = [TITLE];

type Options = { readonly signal: AbortSignal };

/** One operation of the nodes, called as the provider calls it, with a name of its own in each call. */
export interface Called {
  readonly id: NodeOperationId;
  /** Creates what the call needs. Returns the argument that the call takes instead of the name. */
  readonly prepare?: (service: Control, name: string) => unknown;
  readonly call: (nodes: Nodes, name: string, options: Options) => Promise<unknown>;
  /** Returns how often the server carried out a write; once for a delete if nothing is left. Null: a read. */
  readonly done: ((service: Control, name: string) => number) | null;
}

const read = (id: NodeOperationId, call: Called["call"], prepare?: Called["prepare"]): Called => ({
  id,
  call,
  done: null,
  ...(prepare && { prepare }),
});

const collections = (service: Control, name: string) =>
  service.state().collections.filter((one) => one.name === name);
const aliases = (service: Control, name: string) =>
  service.state().aliases.filter((one) => one.name === name);
const keys = (service: Control, name: string) =>
  service.state().node_keys.filter(({ description }) => description === name);
const gone = (found: readonly unknown[]) => (found.length === 0 ? 1 : 0);

const putCollection = (service: Control, name: string) =>
  service.createCollectionOutside(CLUSTER, { name, fields: FIELDS });
const addAlias = (service: Control, name: string) => service.putAliasOutside(CLUSTER, name, CATALOG);
const putKey = (service: Control, description: string) =>
  String(service.createNodeKeyOutside(CLUSTER, { description, actions: ["*"], collections: ["*"] }));
const putDocument = (service: Control, id: string) =>
  service.addDocumentsOutside(CLUSTER, CATALOG, [{ id, title: "Oak" }]);

async function* text(lines: string) {
  yield Buffer.from(lines);
}

const COLLECTIONS: readonly Called[] = [
  read(
    "listCollections",
    async (nodes, name, options) =>
      (await nodes.call("listCollections", {}, options)).find((one) => one.name === name),
    putCollection,
  ),
  read("getCollection", readCollection, putCollection),
  {
    id: "createCollection",
    call: (nodes, name, options) =>
      createCollection(
        nodes,
        { name, fields: FIELDS },
        { ...options, isAsRequested: () => true, taken: () => new Error("taken") },
      ),
    done: (service, name) => collections(service, name).length,
  },
  {
    id: "updateCollection",
    prepare: putCollection,
    call: (nodes, name, { signal }) =>
      alterCollection(nodes, name, {
        difference: ({ fields }) =>
          fields.length === 1 ? { fields: [{ name: "tags", type: "string[]", optional: true }] } : null,
        deadline: nodes.clock.now() + 60_000,
        signal,
      }),
    done: (service, name) => (collections(service, name)[0]?.fields?.length ?? 0) - 1,
  },
  {
    id: "deleteCollection",
    prepare: putCollection,
    call: deleteCollection,
    done: (service, name) => gone(collections(service, name)),
  },
];

const ALIASES: readonly Called[] = [
  read(
    "listAliases",
    async (nodes, name, options) =>
      (await nodes.call("listAliases", {}, options)).find((one) => one.name === name),
    addAlias,
  ),
  read("getAlias", (nodes, name, options) => nodes.call("getAlias", { path: { name } }, options), addAlias),
  {
    id: "upsertAlias",
    call: (nodes, name, options) =>
      putAlias(nodes, { name, collection: CATALOG }, { ...options, isNew: true }),
    done: (service, name) => aliases(service, name).length,
  },
  {
    id: "deleteAlias",
    prepare: addAlias,
    call: deleteAlias,
    done: (service, name) => gone(aliases(service, name)),
  },
];

const KEYS: readonly Called[] = [
  read(
    "listKeys",
    async (nodes, id, options) => (await nodes.call("listKeys", {}, options)).find((one) => one.id === id),
    putKey,
  ),
  read("getKey", (nodes, id, options) => nodes.call("getKey", { path: { id } }, options), putKey),
  {
    id: "createKey",
    call: (nodes, description, options) =>
      createKey(nodes, { description, actions: ["documents:search"], collections: ["*"] }, options),
    done: (service, name) => keys(service, name).length,
  },
  {
    id: "deleteKey",
    prepare: putKey,
    async call(nodes, id, options) {
      const { description, value_prefix } = await nodes.call("getKey", { path: { id } }, options);
      const body = { description: description ?? "", actions: ["*"], collections: ["*"] };
      return revokeKey(nodes, id, { value: null, value_prefix, body }, options);
    },
    done: (service, id) => gone(service.state().node_keys.filter((one) => String(one.id) === id)),
  },
];

const DOCUMENTS: readonly Called[] = [
  read(
    "getDocument",
    (nodes, id, options) => nodes.call("getDocument", { path: { name: CATALOG, id } }, options),
    putDocument,
  ),
  read(
    "searchDocuments",
    async (nodes, id, options) => {
      const query = { q: "*", query_by: "title", filter_by: `id:=${id}` };
      return (await nodes.call("searchDocuments", { path: { name: CATALOG }, query }, options)).hits;
    },
    putDocument,
  ),
  read(
    "exportDocuments",
    async (nodes, id, options) => {
      const texts: string[] = [];
      const source = { collection: CATALOG, filterBy: `id:=${id}` };
      for await (const lines of exportDocuments(nodes, source, options)) texts.push(textOf(lines).toString());
      return JSON.parse(texts.join(""));
    },
    putDocument,
  ),
  {
    id: "importDocuments",
    prepare: putCollection,
    call: (nodes, collection, options) =>
      importDocuments(
        nodes,
        { collection, action: "create" },
        linesOf(text('{"id":"1","title":"Elm"}')),
        options,
      ),
    done: (service, name) => collections(service, name)[0]?.num_documents ?? 0,
  },
];

/** A title becomes a field of the collection that has such a document. */
const FOUND_FIELDS = [
  { name: "at", type: "int64" },
  { name: ".*", type: "auto" },
];

/** Creates two versions; the document is older, or only, in the new one. */
function putVersions(service: Control, to: string, old: Parameters<Control["addDocumentsOutside"]>[2]) {
  for (const name of [`${to}_old`, to])
    service.createCollectionOutside(CLUSTER, { name, fields: FOUND_FIELDS });
  service.addDocumentsOutside(CLUSTER, `${to}_old`, old);
  service.addDocumentsOutside(CLUSTER, to, [{ id: "1", at: 1 }]);
}

/** Settles the document as an update does, which reads it again after a lost answer. */
async function settleOne(nodes: Nodes, to: string, { signal }: Options) {
  const outcome = await settleDocument(
    {
      ...{ nodes, signal, pair: { from: `${to}_old`, to }, updatedAt: { field: "at", unit: "s" } },
      ...{ compared: 1e6, knowledge: createKnowledge(null, null), fields: null, leftOut: [] },
      deadline: nodes.clock.now() + 600_000,
    },
    "1",
  );
  return outcome.done === "left" || outcome.done === "again" ? outcome : "settled";
}

/** Documents that are written only if nobody has written them meanwhile. */
const CONDITIONAL: readonly Called[] = [
  {
    id: "updateDocuments",
    prepare: (service, name) => putVersions(service, name, [{ id: "1", at: 2, title: "Oak" }]),
    call: settleOne,
    done: (service, name) =>
      collections(service, name)[0]?.fields?.filter((field) => field.name === "title").length ?? 0,
  },
  {
    id: "deleteDocuments",
    prepare: (service, name) => putVersions(service, name, []),
    call: settleOne,
    done: (service, name) => 1 - (collections(service, name)[0]?.num_documents ?? 1),
  },
];

/** Each with the emulator's name of its kind, and a record. */
const NAMED = {
  SynonymSet: ["synonym_sets", { items: [{ id: "a", synonyms: ["b", "c"] }] }],
  CurationSet: ["curation_sets", { items: [] }],
  Preset: ["presets", { value: { q: "*" } }],
  StopwordsSet: ["stopwords", { stopwords: ["the"] }],
  AnalyticsRule: [
    "analytics_rules",
    {
      type: "popular_queries",
      collection: CATALOG,
      event_type: "search",
      rule_tag: "",
      // A stored rule shows all its fields.
      params: {
        limit: 10,
        destination_collection: CATALOG,
        expand_query: false,
        capture_search_requests: true,
      },
    },
  ],
  StemmingDictionary: ["stemming_dictionaries", { words: [{ word: "people", root: "person" }] }],
  ConversationModel: [
    "conversation_models",
    {
      model_name: "vllm/m",
      vllm_url: "http://127.0.0.1:9",
      history_collection: HISTORY.name,
      max_bytes: 100,
      ttl: 60,
    },
  ],
  NlSearchModel: [
    "nl_search_models",
    { model_name: "openai/gpt-4", api_key: "credential-0123456789", max_bytes: 100 },
  ],
} as const;

/** The kinds that a POST creates, and a PUT changes. */
const POSTED = ["ConversationModel", "NlSearchModel"] as const;
const isPosted = (kind: NamedKind): kind is (typeof POSTED)[number] => POSTED.some((one) => one === kind);

const RECORDS = (Object.keys(NAMED) as NamedKind[]).flatMap((kind): readonly Called[] => {
  const [stored, body] = NAMED[kind];
  const put = (service: Control, name: string) => service.putNamedOutside(CLUSTER, stored, name, body);
  const found = (service: Control, name: string) =>
    service.state().named.filter((one) => one.kind === stored && one.name === name);
  return [
    read(`get${kind}`, (nodes, name, options) => readNamed(nodes, kind, name, options), put),
    read(
      kind === "StemmingDictionary" ? "listStemmingDictionaries" : `list${kind}s`,
      async (nodes, name, options) =>
        (await listNamed(nodes, kind, options)).find((one) => [one.name, one.id].includes(name)),
      put,
    ),
    ...(isPosted(kind)
      ? [
          {
            id: `upsert${kind}` as const,
            prepare: put,
            call: (nodes: Nodes, name: string, options: Options) =>
              putNamed(
                nodes,
                { kind, name, body: { max_bytes: 200 }, isWanted: ({ max_bytes }) => max_bytes === 200 },
                options,
              ),
            done: (service: Control, name: string) =>
              found(service, name).filter(({ record }) => record.max_bytes === 200).length,
          },
        ]
      : []),
    {
      id:
        kind === "StemmingDictionary" ? `import${kind}` : isPosted(kind) ? `create${kind}` : `upsert${kind}`,
      call: (nodes, name, options) =>
        putNamed(nodes, { kind, name, body, isNew: true, isWanted: () => true }, options),
      done: (service, name) => found(service, name).length,
    },
    {
      id: `delete${kind}`,
      prepare: put,
      call: (nodes, name, options) => deleteNamed(nodes, kind, name, options),
      done: (service, name) => gone(found(service, name)),
    },
  ];
});

/** The numbers change with every request; a damaged answer lacks some. */
const METRICS: readonly Called[] = (["getMetrics", "getStats"] as const).map((id) =>
  read(id, async (nodes, _, options) => Object.keys(await nodes.call(id, {}, options)).sort()),
);

/** The operations that the product calls on any node that answers. */
export const CALLED = [
  ...COLLECTIONS,
  ...ALIASES,
  ...KEYS,
  ...DOCUMENTS,
  ...CONDITIONAL,
  ...RECORDS,
  ...METRICS,
];
/** The operations that the product calls on each node. */
export const OF_EACH = ["getHealth", "getDebug"] as const;
/** The operations of a node itself, which are never repeated (test/provider/actions/maintenance.test.ts). */
export const OF_ONE = ["createSnapshot", "compactDatabase", "clearCache"] as const;
/** The operations that the product never calls. */
export const NOT_CALLED = (Object.keys(NODE_OPERATIONS) as NodeOperationId[]).filter(
  (id) =>
    ["createDocument", "deleteDocument", "updateConfig"].includes(id) ||
    // Only servers before 30 have them (test/dataPlane/versions/rules.test.ts).
    /(Synonym|Override)s?$/.test(id),
);
