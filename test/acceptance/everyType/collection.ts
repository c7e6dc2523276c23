import { INVALID_ON_NODES, ON_CLUSTER, ON_NODES, OTHER_WAY } from "./onNodes";
import { FLAG, replaced, type Story, updated, updatedWriteOnly } from "./story";

const [CREATE, PATCH, DELETE] = ["createCollection", "updateCollection", "deleteCollection"];
const [TITLE, RANK] = [
  'field {\n name = "title"\n type = "string"\n}',
  'field {\n name = "rank"\n type = "int32"\n}',
];
const TAGS = 'field {\n name = "tags"\n type = "string[]"\n facet = true\n locale = "ja"\n}';
const VECTOR = `field {\n name = "v"\n type = "float[]"\n num_dim = 4\n extra = jsonencode({ vec_dist = "ip" })\n}`;
/** A field whose vectors a model of another service computes: its key is in no field. */
const MEANING = `field {
  name  = "meaning"
  type  = "float[]"
  extra = jsonencode({
    embed = { from = ["title"], model_config = { model_name = "openai/text-embedding-3-small" } }
  })
}`;
const MODEL_KEY = '"sk-model-key-of-every-type-0123456789"';

/** A collection without documents: an edit that needs another collection replaces it. */
export const collectionStory: Story = {
  type: "collection",
  onNodes: true,
  prepare: (emulator) => {
    for (const cluster of ["shop1", "shop2"]) {
      emulator.putNamedOutside(cluster, "synonym_sets", "words", {
        items: [{ id: "a", synonyms: ["b", "c"] }],
      });
      emulator.putNamedOutside(cluster, "curation_sets", "picks", { items: [] });
    }
  },
  lines: { ...ON_NODES, name: '"products"', field: `${TITLE}\n${RANK}` },
  creates: [CREATE],
  edits: [
    updated({ field: `${TITLE}\n${RANK}\n${TAGS}\n${VECTOR}` }, PATCH),
    updated({ field: `${RANK}\n${TAGS.replace("facet = true", "facet = false")}` }, PATCH),
    updated({ synonym_sets: '["words"]', curation_sets: '["picks"]', field: `${RANK}\n${TAGS}` }, PATCH),
    updated({ metadata: 'jsonencode({ team = "search" })' }, PATCH),
    updated({
      ...OTHER_WAY,
      replacement: '"allow"',
      deletion_protection: "false",
      timeouts: 'timeouts {\n update = "2h"\n}',
    }),
    updatedWriteOnly(
      { field: `${TITLE}\n${RANK}\n${MEANING}`, model_api_key_wo: MODEL_KEY, model_api_key_wo_version: "1" },
      PATCH,
    ),
    updatedWriteOnly(
      { model_api_key_wo: MODEL_KEY.replace("0123", "4567"), model_api_key_wo_version: "2" },
      PATCH,
    ),
    replaced({ default_sorting_field: '"rank"' }, DELETE, CREATE),
    replaced(
      { enable_nested_fields: "true", token_separators: '["-"]', symbols_to_index: '["+"]' },
      DELETE,
      CREATE,
    ),
    replaced({ name: '"goods"', voice_query_model: '"ts/whisper/base.en"' }, DELETE, CREATE),
    replaced(ON_CLUSTER, DELETE, CREATE),
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
    replacement: '"perhaps"',
    deletion_protection: FLAG,
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: ({ cluster_id, name }) => `${cluster_id}/${name}`,
  imported: "update",
  takeAway: (emulator) => emulator.dropCollectionOutside("shop1", "products"),
  destroys: [DELETE],
};
