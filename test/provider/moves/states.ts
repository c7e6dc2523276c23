/** An instance in a state of a community provider, as its public code and documents describe it. */
export interface ForeignState {
  /** The source address of the provider. */
  readonly provider: string;
  readonly type: string;
  /** Our type that takes it over, without the provider's name. */
  readonly target: string;
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** The object's identifier on the nodes, or its import id at the service. */
  readonly child: string;
}

const REGISTRY = "registry.terraform.io";
/** The value of the key in every state. */
export const MOVED_KEY = "moved-key-0123456789abcdef";

const title = { name: "title", type: "string", facet: false, index: true, optional: false };
const state = (
  provider: string,
  type: string,
  target: string,
  values: ForeignState["values"],
  child: string,
): ForeignState => ({ provider: `${REGISTRY}/${provider}`, type, target, version: 0, values, child });

const collectionOf = (provider: string, values: object) =>
  state(provider, "typesense_collection", "collection", { name: "books", ...values }, "books");
const aliasOf = (provider: string, type: string, more: object = { id: "shop" }) =>
  state(provider, type, "collection_alias", { ...more, name: "shop", collection_name: "books" }, "shop");
const keyOf = (provider: string, type: string, more: object = {}) =>
  state(
    provider,
    type,
    "key",
    {
      id: "7",
      description: "search",
      actions: ["documents:search"],
      collections: ["*"],
      expires_at: null,
      value: MOVED_KEY,
      value_prefix: "move",
      ...more,
    },
    "7",
  );

/** States of each type of each provider. */
export const FOREIGN_STATES: readonly ForeignState[] = [
  collectionOf("ronati/typesense", {
    id: "books",
    default_sorting_field: null,
    deletion_protection: false,
    enable_nested_fields: false,
    symbols_to_index: [],
    token_separators: [],
    fields: [{ ...title, sort: false, infix: false, stem: false, locale: "", store: true, embed: null }],
  }),
  collectionOf("alanm/typesense", {
    id: "books",
    field: [{ ...title, sort: false, infix: false, range_index: false, vec_dist: null, hnsw_params: null }],
    num_documents: 12,
    created_at: 1_790_000_000,
    metadata: null,
    voice_query_model: null,
  }),
  collectionOf("cysp/typesense", { fields: [title], num_documents: 12, created_at: 1_790_000_000 }),
  collectionOf("kekenika/typesense", { id: "books", fields: [title], num_documents: 12 }),
  collectionOf("fluent-health/typesense", { id: "books", fields: [title] }),
  aliasOf("ronati/typesense", "typesense_alias"),
  aliasOf("alanm/typesense", "typesense_collection_alias"),
  aliasOf("cysp/typesense", "typesense_alias", {}),
  aliasOf("kekenika/typesense", "typesense_collection_alias"),
  aliasOf("fluent-health/typesense", "typesense_alias"),
  keyOf("ronati/typesense", "typesense_api_key"),
  keyOf("alanm/typesense", "typesense_api_key", { autodelete: false }),
  keyOf("cysp/typesense", "typesense_key", { id: 7, expires_at: 64_723_363_199 }),
  keyOf("fluent-health/typesense", "typesense_api_key"),
  state(
    "alanm/typesense",
    "typesense_cluster",
    "cluster",
    {
      id: "shop1",
      name: "products",
      memory: "0.5_gb",
      vcpu: "2_vcpus_1_hr_burst_per_day",
      high_availability: "no",
      search_delivery_network: "off",
      typesense_server_version: "30.2",
      regions: ["oregon"],
      status: "in_service",
      nodes: ["shop1-1.a1.example"],
      admin_api_key: "admin-key-of-the-cluster-0123",
      search_api_key: "search-key-of-the-cluster-0123",
      auto_upgrade_capacity: false,
    },
    "shop1",
  ),
  ...["cookiesco/typesense", "bananalab/typesense"].map((provider) =>
    state(
      provider,
      "typesense_cluster",
      "cluster",
      { id: "shop1", memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day", region: "oregon" },
      "shop1",
    ),
  ),
  state(
    "alanm/typesense",
    "typesense_cluster_config_change",
    "configuration_change",
    {
      id: "ch-1",
      cluster_id: "shop1",
      new_memory: "1_gb",
      perform_change_at: 1_790_000_000,
      status: "pending",
    },
    "shop1/ch-1",
  ),
  ...["fluent-health/typesense", "alanm/typesense"].flatMap((provider) => [
    state(provider, "typesense_preset", "preset", { id: "listing", name: "listing", value: "{}" }, "listing"),
    state(
      provider,
      "typesense_analytics_rule",
      "analytics_rule",
      { id: "popular", name: "popular", type: "popular_queries", collection: "books", event_type: "search" },
      "popular",
    ),
    state(
      provider,
      "typesense_conversation_model",
      "conversation_model",
      { id: "m-1", model_name: "openai/gpt-4", api_key: "vendor-key-0123456789", max_bytes: 16_384 },
      "m-1",
    ),
    state(
      provider,
      "typesense_nl_search_model",
      "nl_search_model",
      { id: "m-1", model_name: "openai/gpt-4", api_key: "vendor-key-0123456789", max_bytes: 16_384 },
      "m-1",
    ),
  ]),
  state(
    "fluent-health/typesense",
    "typesense_stopword",
    "stopwords_set",
    { id: "common", name: "common", stopwords: ["a", "the"], locale: "en" },
    "common",
  ),
  state(
    "alanm/typesense",
    "typesense_stopwords_set",
    "stopwords_set",
    { id: "common", name: "common", stopwords: ["a", "the"], locale: "en" },
    "common",
  ),
  state(
    "fluent-health/typesense",
    "typesense_stemming_dictionary",
    "stemming_dictionary",
    { id: "irregular", name: "irregular", words: [{ word: "people", root: "person" }] },
    "irregular",
  ),
  state(
    "alanm/typesense",
    "typesense_stemming_dictionary",
    "stemming_dictionary",
    { id: "irregular", dictionary_id: "irregular", words: [{ word: "people", stem: "person" }] },
    "irregular",
  ),
  state(
    "fluent-health/typesense",
    "typesense_synonym_set",
    "synonym_set",
    { id: "words", name: "words", items: [{ id: "1", synonyms: ["a", "b"], root: null }] },
    "words",
  ),
  state(
    "fluent-health/typesense",
    "typesense_curation_set",
    "curation_set",
    { id: "pins", name: "pins", description: null, items: [] },
    "pins",
  ),
];
