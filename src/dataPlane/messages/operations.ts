import type { NodeOperationId } from "../../api/dataPlane/operations";
import type { OperationText } from "../../http/attempt";

const CORRECT = "Correct the configuration as the server says, then run again.";
const NOT_CONFIGURED =
  "Nothing in the configuration leads to this: check that the URL is that of a node, and the version of its server.";
const CORRECT_SEARCH = "Correct the parameters of the search as the server says, then run again.";
const LATER = "The server cannot do this at this time: run again later.";

const COLLECTION = "collection {name}";
const ALIAS = "alias {name}";
const KEY = "key {id}";
const DICTIONARY = "stemming dictionary {name}";
const DOCUMENT = "document {id} of collection {name}";

const reading = (phrase: string, subject?: string): OperationText => ({
  phrase,
  invalid: NOT_CONFIGURED,
  refused: LATER,
  ...(subject !== undefined && { subject }),
});

const deleting = (subject: string, untouched: string): OperationText => ({
  phrase: `delete ${subject}`,
  subject,
  untouched,
  invalid: NOT_CONFIGURED,
  refused: LATER,
  lost: `Running again is safe: it deletes ${subject} if it still exists.`,
});

const putting = (subject: string): OperationText => ({
  phrase: `write ${subject}`,
  subject,
  untouched: "Nothing was changed.",
  invalid: CORRECT,
  refused: CORRECT,
  lost: `Check ${subject} at the server before you run again. If it exists and is not in the state, import it.`,
});

/** The operations of the rules that servers before 30 keep in a collection. */
const ofCollection = <const Id extends string>(id: Id) => {
  const noun = id.toLowerCase();
  return {
    [`list${id}s`]: reading(`list the ${noun}s of ${COLLECTION}`, COLLECTION),
    [`upsert${id}`]: {
      ...putting(`${noun} {id}`),
      phrase: `write ${noun} {id} of ${COLLECTION}`,
      subject: COLLECTION,
      lost: `Running again is safe: it writes the same ${noun}.`,
    },
    [`delete${id}`]: {
      ...deleting(`${noun} {id}`, `The ${noun} stays.`),
      phrase: `delete ${noun} {id} of ${COLLECTION}`,
    },
  } as { readonly [Key in `list${Id}s` | `upsert${Id}` | `delete${Id}`]: OperationText };
};

/** The four operations of named records. */
const named = <const Id extends string>(id: Id, noun: string) =>
  ({
    [`list${id}s`]: reading(`list the ${noun}s`),
    [`get${id}`]: reading(`read ${noun} {name}`, `${noun} {name}`),
    [`upsert${id}`]: putting(`${noun} {name}`),
    [`delete${id}`]: deleting(`${noun} {name}`, `The ${noun} stays.`),
  }) as { readonly [Key in `list${Id}s` | `get${Id}` | `upsert${Id}` | `delete${Id}`]: OperationText };

/** The server calls the service of a model before it stores it. */
const MODEL_REFUSED =
  "The server tries a model before it stores it: the node must reach the vendor, which must accept the credential and know the model. " +
  `If a credential is wrong or has expired, set the new one. ${CORRECT}`;

const modelWrites = <const Id extends string>(id: Id, noun: string) =>
  ({
    [`create${id}`]: {
      ...putting(`the ${noun}`),
      phrase: `create ${noun}`,
      untouched: "Nothing was created.",
      invalid: MODEL_REFUSED,
      refused: `If a ${noun} of this name exists, import it (an import block, or terraform import), or choose another name. ${MODEL_REFUSED}`,
    },
    [`upsert${id}`]: {
      ...putting(`${noun} {name}`),
      invalid: MODEL_REFUSED,
      refused: MODEL_REFUSED,
    },
  }) as { readonly [Key in `create${Id}` | `upsert${Id}`]: OperationText };

/** The texts of each operation of a node (data-plane API, Endpoints and Errors; docs/design/api-assumptions.md#data-plane). */
export const NODE_TEXTS: Readonly<Record<NodeOperationId, OperationText>> = {
  listCollections: reading("list the collections"),
  createCollection: {
    phrase: "create collection",
    untouched: "Nothing was created.",
    invalid: CORRECT,
    refused:
      "If a collection or an alias of this name exists, import it (an import block, or terraform import), or choose another name. If none does, correct the configuration as the server says. Then run again.",
    lost: "Look for the collection at the server before you run again. If it exists then, import it (an import block, or terraform import). If it does not, apply again once most nodes of the cluster are healthy.",
    created: {
      verb: "create",
      participle: "created",
      noun: "collection",
      fits: "has this name",
      subject: "collection {subject}",
    },
  },
  getCollection: reading(`read ${COLLECTION}`, COLLECTION),
  updateCollection: {
    phrase: `change ${COLLECTION}`,
    subject: COLLECTION,
    // No `untouched`: only a read shows what a rejection has left unchanged.
    invalid: `If stored documents do not fit the new type, or lack a field that is not optional, correct them or the field. ${CORRECT}`,
    refused:
      "A server makes one alteration of a collection at a time. If another one is in progress, wait until it has ended; otherwise correct the configuration as the server says. Then run again.",
    lost: `The alteration may be in progress: plan again once it has ended, to see the current state of ${COLLECTION}.`,
  },
  deleteCollection: deleting(COLLECTION, "The collection and its documents stay."),

  listAliases: reading("list the aliases"),
  getAlias: reading(`read ${ALIAS}`, ALIAS),
  upsertAlias: {
    ...putting(ALIAS),
    phrase: `point ${ALIAS} to its collection`,
    refused: `If a collection is named like the alias, choose another name. ${CORRECT}`,
  },
  deleteAlias: deleting(ALIAS, "The alias stays."),

  listKeys: reading("list the keys"),
  createKey: {
    phrase: "create a key",
    untouched: "No key was created.",
    invalid: CORRECT,
    refused: CORRECT,
    lost: "An unknown key may have been created. It stays valid until it is deleted: list the keys with an admin key (GET /keys), and delete by its id each one that nobody uses (DELETE /keys/<id>).",
    created: {
      verb: "create",
      participle: "created",
      noun: "key",
      fits: "fits the request",
      subject: "a key",
      ifIds:
        "Its value is lost with the answer. Delete the one that nobody uses (DELETE /keys/<id>, with an admin key), then run again.",
    },
  },
  getKey: reading(`read ${KEY}`, KEY),
  deleteKey: deleting(KEY, "The key stays valid."),

  createDocument: {
    phrase: "write a document into collection {name}",
    subject: COLLECTION,
    untouched: "Nothing was written.",
    invalid: CORRECT,
    refused: CORRECT,
    lost: "Look for the document at the server before you run again.",
  },
  getDocument: reading(`read ${DOCUMENT}`, `${DOCUMENT}, or the collection,`),
  deleteDocument: deleting(DOCUMENT, "The document stays."),
  updateDocuments: {
    phrase: `change documents of ${COLLECTION}`,
    subject: COLLECTION,
    untouched: "No document was changed.",
    invalid: CORRECT,
    refused: LATER,
    lost: "Running again is safe: only documents that still pass the filter are changed.",
  },
  deleteDocuments: {
    ...deleting(COLLECTION, "The documents stay."),
    phrase: `delete documents of ${COLLECTION}`,
    lost: "Running again is safe: only documents that still pass the filter are deleted.",
  },
  searchDocuments: {
    phrase: `search ${COLLECTION}`,
    subject: `${COLLECTION}, or a field that the search names,`,
    invalid: CORRECT_SEARCH,
    refused: CORRECT_SEARCH,
  },
  exportDocuments: {
    phrase: `export the documents of ${COLLECTION}`,
    subject: COLLECTION,
    invalid: "Correct filter_by as the server says, then run again.",
    refused: LATER,
  },
  importDocuments: {
    phrase: `import documents into ${COLLECTION}`,
    subject: COLLECTION,
    untouched: "This request imported nothing.",
    invalid: CORRECT,
    refused: LATER,
    lost: "Some or all of the documents may be imported. With the action upsert or emplace, running again imports all of them once more and doubles nothing; with create, existing ones are reported as errors.",
  },

  ...ofCollection("Synonym"),
  ...ofCollection("Override"),

  getHealth: reading("ask for the health of the node"),
  getDebug: reading("read the state and the version of the node"),
  getMetrics: reading("read the metrics of the node"),
  getStats: reading("read the statistics of the node"),
  updateConfig: {
    phrase: "change the configuration of the server",
    untouched: "Nothing was changed.",
    invalid: CORRECT,
    refused: CORRECT,
    lost: "Running again is safe: it sets the same values.",
  },
  createSnapshot: {
    phrase: "take a snapshot",
    untouched: "No snapshot was taken.",
    invalid: "Correct snapshot_path as the server says, then run again.",
    refused: LATER,
    lost: "The node may have taken the snapshot, or may still be taking it: check the folder on its disk before you run again.",
  },
  compactDatabase: {
    phrase: "compact the database of the node",
    untouched: "Nothing was compacted.",
    invalid: NOT_CONFIGURED,
    refused: LATER,
    lost: "The node may still be compacting its database. Running again is safe, but compacts once more.",
  },
  clearCache: {
    phrase: "clear the cache of the node",
    untouched: "The cache was not cleared.",
    invalid: NOT_CONFIGURED,
    refused: LATER,
    lost: "The cache may or may not be cleared. Running again is safe.",
  },

  ...named("SynonymSet", "synonym set"),
  ...named("CurationSet", "curation set"),
  ...named("Preset", "preset"),
  ...named("StopwordsSet", "stopwords set"),
  listStemmingDictionaries: reading("list the stemming dictionaries"),
  getStemmingDictionary: reading(`read ${DICTIONARY}`, DICTIONARY),
  importStemmingDictionary: {
    // No `untouched`: lines before a rejected one are stored.
    phrase: "import words into stemming dictionary",
    invalid: CORRECT,
    refused: CORRECT,
    lost: "Check the dictionary at the server before you run again. If it exists and is not in the state, import it.",
  },
  deleteStemmingDictionary: deleting(DICTIONARY, "The dictionary stays."),
  ...named("ConversationModel", "conversation model"),
  ...modelWrites("ConversationModel", "conversation model"),
  ...named("NlSearchModel", "natural language search model"),
  ...modelWrites("NlSearchModel", "natural language search model"),
  ...named("AnalyticsRule", "analytics rule"),
  upsertAnalyticsRule: {
    ...putting("analytics rule {name}"),
    invalid: `The collections that a rule names must be there before it: if this configuration creates them, refer to them in the rule, or name them in depends_on. ${CORRECT}`,
  },
};
