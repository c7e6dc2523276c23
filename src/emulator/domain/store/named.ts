export type JsonRecord = Readonly<Record<string, unknown>>;

/** Named records of a server, by the last words in the path of their list. */
export interface NamedRecords {
  readonly synonym_sets: Map<string, SynonymSet>;
  readonly curation_sets: Map<string, CurationSet>;
  readonly presets: Map<string, Preset>;
  readonly stopwords: Map<string, StopwordsSet>;
  readonly analytics_rules: Map<string, AnalyticsRule>;
  readonly stemming_dictionaries: Map<string, StemmingDictionary>;
  readonly conversation_models: Map<string, ModelRecord>;
  readonly nl_search_models: Map<string, ModelRecord>;
}

export type NamedRecordKind = keyof NamedRecords;

export function noRecords(): NamedRecords {
  return {
    synonym_sets: new Map(),
    curation_sets: new Map(),
    presets: new Map(),
    stopwords: new Map(),
    analytics_rules: new Map(),
    stemming_dictionaries: new Map(),
    conversation_models: new Map(),
    nl_search_models: new Map(),
  };
}

export function copyOfRecords(records: NamedRecords): NamedRecords {
  return {
    synonym_sets: new Map(records.synonym_sets),
    curation_sets: new Map(records.curation_sets),
    presets: new Map(records.presets),
    stopwords: new Map(records.stopwords),
    analytics_rules: new Map(records.analytics_rules),
    stemming_dictionaries: new Map(records.stemming_dictionaries),
    conversation_models: new Map(records.conversation_models),
    nl_search_models: new Map(records.nl_search_models),
  };
}

/** Words that match each other, or that the root matches: an item of a set, and up to 29 a synonym of a collection. */
export type SynonymItem = {
  readonly id: string;
  /** The word that matches the others; `""`: each matches all. */
  readonly root: string;
  readonly synonyms: readonly string[];
  /** Absent if not given, as is `symbols_to_index`. */
  readonly locale?: string | undefined;
  readonly symbols_to_index?: readonly string[] | undefined;
};

/** A curation of the results of matching searches: an item of a set, and up to 29 an override of a collection. */
export type CurationItem = {
  readonly id: string;
  /** The searches that it applies to, without empty properties; absent if nothing remains. */
  readonly rule?: CurationRule | undefined;
  readonly includes: readonly { readonly id: string; readonly position: number }[];
  readonly excludes: readonly { readonly id: string }[];
  readonly filter_by?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly replace_query?: string | undefined;
  /** Epoch seconds. */
  readonly effective_from_ts?: number | undefined;
  readonly effective_to_ts?: number | undefined;
  readonly remove_matched_tokens: boolean;
  readonly filter_curated_hits: boolean;
  /** True: no later item applies. */
  readonly stop_processing: boolean;
  readonly metadata?: JsonRecord | undefined;
  readonly diversity?: Diversity | undefined;
};

type CurationRule = {
  readonly query?: string | undefined;
  /** `exact`, `contains`, or another value, which never matches. */
  readonly match?: string | undefined;
  readonly filter_by?: string | undefined;
  readonly tags?: readonly string[] | undefined;
};

/** The maximum similarity of results. */
export type Diversity = {
  readonly similarity_metric: readonly {
    readonly field: string;
    readonly method: string;
    readonly weight: number;
  }[];
};

/** A set, stored as it is answered. */
export type NamedSet<Item> = { readonly name: string; readonly items: readonly Item[] };

export type SynonymSet = NamedSet<SynonymItem>;
export type CurationSet = NamedSet<CurationItem>;

/** Named search parameters. */
export type Preset = {
  readonly name: string;
  /** Any value: the server checks it when a search uses the preset. */
  readonly value: unknown;
};

/** Words that searches leave out. */
export type StopwordsSet = {
  readonly id: string;
  /** Normalized as the words of documents are; absent if nothing remains. */
  readonly stopwords?: readonly string[];
  readonly locale?: string;
};

/** An analytics rule as GET answers it. Its form depends on the server version. */
export type AnalyticsRule = JsonRecord & {
  readonly name: string;
  readonly type: string;
};

/** The words of a dictionary, each with its root. */
export type StemmingDictionary = {
  readonly id: string;
  readonly words: ReadonlyMap<string, string>;
};

/** The configuration of a model of another service, with its credentials. The emulator calls none of them. */
export type ModelRecord = JsonRecord & { readonly id: string };
