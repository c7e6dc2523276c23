import { collectionStory } from "./collection";
import { INVALID_ON_NODES, ON_CLUSTER, ON_NODES, OTHER_WAY } from "./onNodes";
import { FLAG, replaced, type Story, updated, updatedWriteOnly } from "./story";

const [CREATE, PATCH, DELETE] = ["createCollection", "updateCollection", "deleteCollection"];
const [PUT, UNPUT] = ["upsertAlias", "deleteAlias"];
/** Writes that no document matches, to see that the key may send them, and right before the move that filters arrive. */
const TRY = ["updateDocuments", "deleteDocuments", "updateDocuments"];
/** A new version, the move, and its marks before and after it. Without documents there is no import. */
const COPY = [CREATE, ...TRY, PATCH, PUT, PATCH];
const field = (name: string, type: string, more = "") =>
  `field {\n name = "${name}"\n type = "${type}"\n${more}\n}`;
const [TITLE, RANK, TIME] = [field("title", "string"), field("rank", "int32"), field("updated_at", "int64")];
const TAGS = field("tags", "string[]", "facet = true");
/** A field whose vectors a model of another service computes: its key is in no field. */
const MEANING = `field {
  name  = "meaning"
  type  = "float[]"
  extra = jsonencode({
    embed = { from = ["title"], model_config = { model_name = "openai/text-embedding-3-small" } }
  })
}`;
const MODEL_KEY = '"sk-model-key-of-every-type-0123456789"';

/** A live collection without documents: each edit is a PATCH, or another version. */
export const liveCollectionStory: Story = {
  type: "live_collection",
  onNodes: true,
  ...(collectionStory.prepare && { prepare: collectionStory.prepare }),
  lines: { ...ON_NODES, name: '"catalog"', field: `${TITLE}\n${RANK}\n${TIME}` },
  creates: [CREATE, PUT],
  edits: [
    updated({ field: `${TITLE}\n${RANK}\n${TIME}\n${TAGS}` }, PATCH),
    updated({
      ...OTHER_WAY,
      updated_at_field: '"updated_at"',
      updated_at_unit: '"ms"',
      query: 'query {\n parameters = { q = "*", query_by = "title" }\n}',
      strategy: '"auto"',
      keep_on_failure: "false",
      deletion_protection: "false",
      timeouts: 'timeouts {\n update = "2h"\n}',
    }),
    updated({ default_sorting_field: '"rank"' }, ...COPY),
    updated({ retain: "0" }, DELETE),
    updated(
      { enable_nested_fields: "true", token_separators: '["-"]', symbols_to_index: '["+"]' },
      ...COPY,
      DELETE,
    ),
    updated({ synonym_sets: '["words"]', curation_sets: '["picks"]' }, PATCH),
    updated({ metadata: 'jsonencode({ team = "search" })' }, PATCH),
    updatedWriteOnly(
      {
        field: `${TITLE}\n${RANK}\n${TIME}\n${MEANING}`,
        model_api_key_wo: MODEL_KEY,
        model_api_key_wo_version: "1",
      },
      PATCH,
    ),
    updated({ voice_query_model: '"ts/whisper/base.en"' }, ...COPY, DELETE),
    replaced({ name: '"range"' }, UNPUT, DELETE, CREATE, PUT),
    replaced(ON_CLUSTER, UNPUT, DELETE, CREATE, PUT),
  ],
  invalid: {
    ...INVALID_ON_NODES,
    name: '""',
    field: 'field {\n name = "v"\n type = "float[]"\n num_dim = -1\n}',
    metadata: '"[1]"',
    voice_query_model: '""',
    default_sorting_field: { none: "any text may be the name of a field; none is the empty one" },
    enable_nested_fields: FLAG,
    token_separators: '[""]',
    symbols_to_index: '[""]',
    synonym_sets: '[""]',
    curation_sets: '[""]',
    model_api_key_wo: '"two words"',
    model_api_key_wo_version: { none: "any number may be a version" },
    updated_at_field: '""',
    updated_at_unit: '"m"',
    query: 'query {\n parameters = { q = "*" }\n same_top = -1\n}',
    retain: "4",
    strategy: '"patch"',
    keep_on_failure: FLAG,
    deletion_protection: FLAG,
    timeouts: 'timeouts {\n update = "soon"\n}',
  },
  importId: ({ cluster_id, name }) => `${cluster_id}/${name}`,
  imported: "update",
  takeAway: (emulator, { versions }) => {
    emulator.deleteAliasOutside("shop1", "catalog");
    for (const { name } of versions as { name: string }[]) emulator.dropCollectionOutside("shop1", name);
  },
  destroys: [UNPUT, DELETE],
};
