import type { Move } from "../../../framework";
import { identifierIn, moveTargetIn } from "../moveTarget";
import { childId, type Owner } from "./identity";

/** A type of another provider: its address without the host, its name, and the attribute that has the name on the nodes. */
type Source = readonly [provider: string, type: string, attribute: string];

/**
 * The types of community providers whose objects are the same as ours, from their public code. All have schema version 0. Synonyms and
 * overrides of a collection are not here: they are not what a set is.
 */
const SOURCES = {
  collection: [
    ["ronati/typesense", "typesense_collection", "name"],
    ["fluent-health/typesense", "typesense_collection", "name"],
    ["alanm/typesense", "typesense_collection", "name"],
    ["alangmartini/typesense", "typesense_collection", "name"],
    ["cysp/typesense", "typesense_collection", "name"],
    ["kekenika/typesense", "typesense_collection", "name"],
  ],
  collection_alias: [
    ["ronati/typesense", "typesense_alias", "name"],
    ["fluent-health/typesense", "typesense_alias", "name"],
    ["alanm/typesense", "typesense_collection_alias", "name"],
    ["alangmartini/typesense", "typesense_collection_alias", "name"],
    ["cysp/typesense", "typesense_alias", "name"],
    ["kekenika/typesense", "typesense_collection_alias", "name"],
  ],
  key: [
    ["ronati/typesense", "typesense_api_key", "id"],
    ["fluent-health/typesense", "typesense_api_key", "id"],
    ["alanm/typesense", "typesense_api_key", "id"],
    ["alangmartini/typesense", "typesense_api_key", "id"],
    ["cysp/typesense", "typesense_key", "id"],
  ],
  synonym_set: [["fluent-health/typesense", "typesense_synonym_set", "name"]],
  curation_set: [["fluent-health/typesense", "typesense_curation_set", "name"]],
  preset: [
    ["fluent-health/typesense", "typesense_preset", "name"],
    ["alanm/typesense", "typesense_preset", "name"],
    ["alangmartini/typesense", "typesense_preset", "name"],
  ],
  stopwords_set: [
    ["fluent-health/typesense", "typesense_stopword", "name"],
    ["alanm/typesense", "typesense_stopwords_set", "name"],
    ["alangmartini/typesense", "typesense_stopwords_set", "name"],
  ],
  analytics_rule: [
    ["fluent-health/typesense", "typesense_analytics_rule", "name"],
    ["alanm/typesense", "typesense_analytics_rule", "name"],
    ["alangmartini/typesense", "typesense_analytics_rule", "name"],
  ],
  stemming_dictionary: [
    ["fluent-health/typesense", "typesense_stemming_dictionary", "name"],
    ["alanm/typesense", "typesense_stemming_dictionary", "dictionary_id"],
    ["alangmartini/typesense", "typesense_stemming_dictionary", "dictionary_id"],
  ],
  conversation_model: [
    ["fluent-health/typesense", "typesense_conversation_model", "id"],
    ["alanm/typesense", "typesense_conversation_model", "id"],
    ["alangmartini/typesense", "typesense_conversation_model", "id"],
  ],
  nl_search_model: [
    ["fluent-health/typesense", "typesense_nl_search_model", "id"],
    ["alanm/typesense", "typesense_nl_search_model", "id"],
    ["alangmartini/typesense", "typesense_nl_search_model", "id"],
  ],
} as const satisfies { readonly [type: string]: readonly Source[] };

/** The first values of a moved object on nodes. */
interface MovedOnNodes extends Owner {
  readonly id: string;
  readonly name: string;
}

interface MoveOptions<Values> {
  /** Returns values besides the name, from the other provider's state. */
  readonly values?: (state: Readonly<Record<string, unknown>>) => Partial<Values>;
  /** Private state besides the mark of an import. */
  readonly privateState?: object;
}

/** Returns the moves to a type on nodes. @param type the type's name without the provider's */
export function movesOnNodes<Values extends Owner = MovedOnNodes>(
  type: string,
  { values: more, privateState }: MoveOptions<Values> = {},
): readonly Move<Values>[] {
  const sources: { readonly [type: string]: readonly Source[] } = SOURCES;
  return (sources[type] ?? []).map(([provider, source, attribute]) => ({
    provider,
    type: source,
    schemaVersions: [0],
    convert: ({ values }, call) => {
      const name = identifierIn(values, attribute, source);
      const owner = moveTargetIn(call, source);
      const id = childId({ ...owner, api_key: null }, name);
      const moved: MovedOnNodes = { ...owner, id, name };
      return {
        values: { ...moved, ...more?.(values) } as object as Partial<Values>,
        privateState: { ...privateState, importing: true },
      };
    },
  }));
}
