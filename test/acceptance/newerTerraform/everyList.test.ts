import { MARK } from "../../../src/provider/shared/collection/versionMark";
import { wholeProvider } from "../../../src/provider/whole";
import { QUERY_VERSIONS } from "../../support/core/versions";
import { NODE_KEY } from "../support";
import { oneAccount } from "./support";

/** Every type that can be listed: what a query writes plans empty after the import. */
const ENDED = { created_at: 1_700_000_000, completed_at: 1_700_000_060 };
const FIELD = { name: "title", type: "string" };
const mark = (alias: string) => ({ metadata: { owner: "shop", [MARK]: { alias, step: "done", run: "r1" } } });
const SECRET = "sk-abcdefghijklmnopqrstuvwxyz";

const SEED = {
  clusters: [
    {
      id: "shop1",
      name: 'the "best" %{shop}',
      changes: [
        { id: "ch-1", status: "succeeded", ...ENDED, new_memory: "16_gb", new_vcpu: "4_vcpus" },
        { id: "ch-2", status: "pending", notification_email_addresses: ["a@b.example"] },
      ],
      clones: [{ id: "cl-1", status: "succeeded", ...ENDED }],
      parameters: { "max-per-page": "500" },
      data: {
        named: {
          synonym_sets: { clothing: { items: [{ id: "coat", synonyms: ["coat", "jacket"], locale: "de" }] } },
          curation_sets: {
            top: {
              items: [{ id: "one", rule: { query: "apple", match: "exact" }, filter_by: "a:>3 && b:<2" }],
            },
          },
          presets: { listing: { value: { q: "*", filter_by: "a:>3 && b:<2" } } },
          stopwords: { common: { stopwords: ["the", "a"], locale: "en" } },
          analytics_rules: {
            clicks: {
              type: "counter",
              collection: "products",
              event_type: "click",
              params: { counter_field: "rank", weight: 2 },
            },
          },
          stemming_dictionaries: { english: { words: [{ word: "people", root: "person" }] } },
          conversation_models: {
            helper: {
              model_name: "openai/gpt-4o",
              api_key: SECRET,
              max_bytes: 1000,
              history_collection: "history",
              system_prompt: "Be\nkind",
            },
          },
          nl_search_models: { words: { model_name: "openai/gpt-4o", api_key: SECRET, max_bytes: 1000 } },
        },
        collections: [
          {
            name: "products",
            enable_nested_fields: true,
            default_sorting_field: "rank",
            token_separators: ["-"],
            fields: [
              { ...FIELD, locale: "de", infix: true },
              { name: "rank", type: "int32" },
              { name: ".*_s", type: "string*" },
              { name: "size", type: "object", optional: true },
              { name: "vec", type: "float[]", num_dim: 3, optional: true, hnsw_params: { M: 20 } },
            ],
            metadata: { b: [1, { a: null }], a: "<&> %{x}" },
          },
          {
            name: "history",
            fields: ["conversation_id", "model_id", "role", "message"]
              .map((name) => ({ name, type: "string" }))
              .concat({ name: "timestamp", type: "int32" }),
          },
          { name: "catalog_a", fields: [FIELD], ...mark("catalog") },
          { name: "catalog_b", fields: [FIELD], ...mark("catalog") },
          { name: "catalog_c", fields: [FIELD], ...mark("catalog") },
        ],
        aliases: { catalog: "catalog_b", shop: "products", dangling: "nowhere" },
        keys: [
          { description: "provider", actions: ["*"], collections: ["*"], value: NODE_KEY },
          {
            description: "storefront",
            actions: ["documents:search"],
            collections: ["products"],
            expires_at: 4_000_000_000,
          },
        ],
      },
    },
    { id: "ha", name: "ha", high_availability: "yes", region_node_counts: { oregon: 5 } },
    { id: "off", name: null, status: "suspended" },
    {
      id: "network",
      name: "",
      high_availability: "yes",
      search_delivery_network: "3_regions",
      region_node_counts: { oregon: 1, paris: 1, frankfurt: 1 },
    },
  ],
} as const;

const TYPES = (wholeProvider().listResources ?? []).map(({ name }) => name);

describe.each(QUERY_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version, (emulator) => emulator.seed(SEED as never));

  test.each(TYPES)(
    "a list of the type %s writes code that imports what it found, and changes nothing",
    async (name) => {
      const type = `searchcloud_${name}`;
      const config = name === "cluster" ? {} : { cluster_id: "shop1" };
      const { objects } = await on.core.query(type, { config, generateConfig: true });
      expect(objects.length).toBeGreaterThan(0);
      for (const { generated = {}, identity } of objects) {
        const plan = await on.core.emptyPlan(type, generated, null, { import: { identity } });
        expect(plan.identity).toEqual(identity);
      }
      expect(JSON.stringify(objects)).not.toContain(SECRET);
      expect(JSON.stringify(objects)).not.toContain(NODE_KEY);
      expect(on.writes()).toEqual([]);
    },
  );
});
