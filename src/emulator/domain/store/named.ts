export type JsonRecord = Readonly<Record<string, unknown>>;

/** What people bring with them and servers keep by name, by the path of its list. */
export interface NamedRecords {
  readonly synonym_sets: Map<string, SynonymSet>;
  readonly curation_sets: Map<string, CurationSet>;
  readonly presets: Map<string, Preset>;
  readonly stopwords: Map<string, StopwordsSet>;
  readonly analytics_rules: Map<string, AnalyticsRule>;
}

export type NamedRecordKind = keyof NamedRecords;

export function noRecords(): NamedRecords {
  return {
    synonym_sets: new Map(),
    curation_sets: new Map(),
    presets: new Map(),
    stopwords: new Map(),
    analytics_rules: new Map(),
  };
}

export function copyOfRecords(records: NamedRecords): NamedRecords {
  return {
    synonym_sets: new Map(records.synonym_sets),
    curation_sets: new Map(records.curation_sets),
    presets: new Map(records.presets),
    stopwords: new Map(records.stopwords),
    analytics_rules: new Map(records.analytics_rules),
  };
}

/** Words that find each other, or those that the root finds: an item of a set, and a synonym of a collection up to 29. */
export type SynonymItem = {
  readonly id: string;
  /** The word that alone finds the others; `""`: each finds all. */
  readonly root: string;
  readonly synonyms: readonly string[];
  /** Neither of them when it says nothing. */
  readonly locale?: string | undefined;
  readonly symbols_to_index?: readonly string[] | undefined;
};

/** What happens to the results of certain searches: an item of a set, and an override of a collection up to 29. */
export type CurationItem = {
  readonly id: string;
  /** Which searches it is for. Nothing in it is empty; absent when nothing is left. */
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
  /** Whether no other item is looked at after this one. */
  readonly stop_processing: boolean;
  readonly metadata?: JsonRecord | undefined;
  readonly diversity?: Diversity | undefined;
};

export type CurationRule = {
  readonly query?: string | undefined;
  /** `exact`, `contains`, or what else was given, which never matches. */
  readonly match?: string | undefined;
  readonly filter_by?: string | undefined;
  readonly tags?: readonly string[] | undefined;
};

/** How alike the results of a search may be. */
export type Diversity = {
  readonly similarity_metric: readonly {
    readonly field: string;
    readonly method: string;
    readonly weight: number;
  }[];
};

/** A set as it is stored and answered. */
export type NamedSet<Item> = { readonly name: string; readonly items: readonly Item[] };

export type SynonymSet = NamedSet<SynonymItem>;
export type CurationSet = NamedSet<CurationItem>;

/** Parameters of searches, under a name. */
export type Preset = {
  readonly name: string;
  /** Whatever was given: the server looks at it when a search names it. */
  readonly value: unknown;
};

/** Words that searches leave out. */
export type StopwordsSet = {
  readonly id: string;
  /** As the words of documents are stored; absent when nothing is left of them. */
  readonly stopwords?: readonly string[];
  readonly locale?: string;
};

/** An analytics rule as GET answers it; of which form depends on the version of the server. */
export type AnalyticsRule = JsonRecord & {
  readonly name: string;
  readonly type: string;
};

/** Word → its root. */
export type StemmingDictionary = ReadonlyMap<string, string>;

/** The configurations of models of other services, by id. The emulator asks none of them. */
export interface Models {
  readonly conversation: Map<string, JsonRecord>;
  readonly nlSearch: Map<string, JsonRecord>;
  readonly personalization: Map<string, JsonRecord>;
}

export function noModels(): Models {
  return { conversation: new Map(), nlSearch: new Map(), personalization: new Map() };
}

export function copyOfModels({ conversation, nlSearch, personalization }: Models): Models {
  return {
    conversation: new Map(conversation),
    nlSearch: new Map(nlSearch),
    personalization: new Map(personalization),
  };
}
