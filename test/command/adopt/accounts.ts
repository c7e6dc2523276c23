import fc from "fast-check";
import { VCPUS_BY_MEMORY } from "../../../src/api/enumerations";
import type { ClusterSeedBody } from "../../../src/emulator";

/** Names that mean something else in code, or nothing. */
export const ODD_NAMES: readonly (string | null)[] = [
  null,
  "",
  " ",
  'the "best" one',
  "two\nlines\r\n\tand a tab",
  "back\\slash \\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: names may be just that
  "${var.name}",
  "%{ if true }x%{ endif }",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: names may be just that
  "$${x} $$${y} %%{z} $$ %",
  // How CDKTF writes what is known only at deploy.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: names may be just that
  "${TfToken[TOKEN.1]} $${TfToken[TOKEN.2]}",
  "#{TfToken[TOKEN.0]}",
  "String Map Token Value",
  "-1.8881545897087503e+289",
  "constructor",
  "__proto__",
  "toString",
  "for",
  "class",
  "42",
  "4 ever",
  "Größe e\u0301",
  "製品",
  "👩‍👩‍👧 shop",
  "\u0000\u0007\u200b\u2028\ufeff",
  "*/ // #",
  "a".repeat(300),
  "products",
  "products",
  "Products",
  "products_2",
  "products-2",
  "  - a: b # c",
];

const REGIONS = ["oregon", "frankfurt", "tokyo", "paris", "mumbai", "us-east", "são paulo"];
const regions = (minLength: number, maxLength: number) =>
  fc.shuffledSubarray(REGIONS, { minLength, maxLength });
const counted = (names: readonly string[], nodes: readonly number[]) =>
  Object.fromEntries(names.map((name, place) => [name, nodes[place] ?? 1]));

type Where = Pick<ClusterSeedBody, "high_availability" | "search_delivery_network" | "region_node_counts">;

/** The four topologies, with counts that nobody may request today; and what no configuration may say. */
const where: fc.Arbitrary<Where> = fc.oneof(
  regions(1, 1).map((one) => ({ high_availability: "no", region_node_counts: counted(one, [1]) })),
  fc
    .tuple(regions(1, 1), fc.integer({ min: 1, max: 9 }))
    .map(([one, nodes]) => ({ high_availability: "yes", region_node_counts: counted(one, [nodes]) })),
  fc.constantFrom(3, 5).chain((count) =>
    regions(count, count).map((all) => ({
      high_availability: "yes",
      search_delivery_network: `${count}_regions`,
      region_node_counts: counted(all, []),
    })),
  ),
  fc.tuple(regions(2, 7), fc.array(fc.integer({ min: 1, max: 4 }))).map(([all, nodes]) => ({
    high_availability: "yes",
    search_delivery_network: "multi_nodes_per_region",
    region_node_counts: counted(all, nodes),
  })),
  fc.record({
    high_availability: fc.constantFrom("yes", "no"),
    search_delivery_network: fc.constantFrom("off", "3_regions", "multi_nodes_per_region", "moon_base"),
    region_node_counts: fc
      .tuple(regions(1, 4), fc.array(fc.integer({ min: 1, max: 3 })))
      .map(([all, nodes]) => counted(all, nodes)),
  }),
);

const size = fc
  .constantFrom(...Object.entries(VCPUS_BY_MEMORY))
  .chain(([memory, vcpus]) => fc.record({ memory: fc.constant(memory), vcpu: fc.constantFrom(...vcpus) }));
const yesNo = fc.constantFrom("yes", "no");
const version = fc.constantFrom("0.25.2", "27.1", "29.0", "30.2", "31.0.rc1");

const change = fc
  .tuple(
    fc.constantFrom("pending" as const, "in_progress" as const, "failed" as const, "canceled" as const),
    fc.oneof(
      size.map(({ memory, vcpu }) => ({ new_memory: memory, new_vcpu: vcpu })),
      version.map((new_search_server_version) => ({ new_search_server_version })),
      fc.constant({ new_gpu: "yes" }),
      regions(2, 3).map((all) => ({
        new_high_availability: "yes",
        new_search_delivery_network: "multi_nodes_per_region",
        new_region_node_counts: counted(all, [2, 2]),
      })),
      fc.constant({}),
    ),
  )
  .map(([status, settings]) => ({ status, ...settings }));

/** One cluster, of whatever kind an account may hold. */
export const clusterSeed: fc.Arbitrary<ClusterSeedBody> = fc
  .tuple(
    fc.record({
      name: fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ unit: "grapheme" }), fc.string()),
      gpu: yesNo,
      high_performance_disk: yesNo,
      search_server_version: version,
      auto_upgrade_capacity: fc.constantFrom(true, false, null),
      status: fc.oneof(
        { weight: 8, arbitrary: fc.constant("in_service") },
        {
          weight: 2,
          arbitrary: fc.constantFrom("suspended", "provisioning", "deprovisioning", "terminated"),
        },
        { weight: 1, arbitrary: fc.constant("under_repair") },
      ),
      changes: fc.array(change, { maxLength: 1 }),
    }),
    size,
    where,
  )
  .map((parts) => Object.assign({}, ...parts));

/** Clusters of an account, each with an id of its own, and every odd name at least once. */
export const accountSeed = (count: number): fc.Arbitrary<ClusterSeedBody[]> =>
  fc.array(clusterSeed, { minLength: count, maxLength: count }).map((seeds) =>
    seeds.map((seed, place) => ({
      ...seed,
      id: `c${place}`,
      ...(place < ODD_NAMES.length && { name: ODD_NAMES[place] }),
    })),
  );
