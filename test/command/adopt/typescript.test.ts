import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { AdoptedCluster, AdoptedProject } from "../../../src/command/adopt/model";
import { codeNamesFor, type Nameable } from "../../../src/command/adopt/names";
import { array, atom, call, literal, object, statement } from "../../../src/command/adopt/typescript/code";
import { writeTypeScript } from "../../../src/command/adopt/typescript/project";
import { type NodeCounts, type Topology, targetCounts } from "../../../src/provider/model/topology";
import { configurationFor } from "../../../src/provider/resources/cluster/configuration";
import type { Synthesized } from "../../constructs/fixtures/stack";
import { ROOT } from "../../examples/support/project";
import { ODD_NAMES } from "./accounts";
import { synthesize } from "./synthesize";

jest.setTimeout(120_000);

const OPTIONS = { library: "cdktf", packageSource: "0.1.0" } as const;
const programOf = (project: AdoptedProject): string => writeTypeScript(project, OPTIONS).get("main.ts") ?? "";

const oddText = fc.oneof(
  fc.constantFrom(...ODD_NAMES.filter((name) => name !== null)),
  fc.string({ unit: "grapheme" }),
  fc.string(),
);
const region = fc.constantFrom("oregon", "tokyo", "us-east", "são paulo", "a".repeat(60), "paris", "milan");
const regionsOf = (minLength: number, maxLength: number) =>
  fc.uniqueArray(region, { minLength, maxLength }).map((all) => all.sort());
const counts = (minLength: number, maxLength: number, most: number) =>
  regionsOf(minLength, maxLength).chain((all) =>
    fc.record(Object.fromEntries(all.map((one) => [one, fc.integer({ min: 1, max: most })]))),
  );
const network = fc.constantFrom("off", "3_regions", "5_regions", "multi_nodes_per_region", "7_regions", null);

type Where = Topology & { readonly region_node_counts: NodeCounts };
/** Valid, invalid and unknown topologies. */
const where: fc.Arbitrary<Partial<Topology>> = fc.oneof(
  counts(1, 1, 1).map((all) => ({
    high_availability: false,
    search_delivery_network: "off",
    region_node_counts: all,
  })),
  counts(1, 1, 9).map((all) => ({
    high_availability: true,
    search_delivery_network: "off",
    high_availability_node_count: Object.values(all)[0] ?? 0,
    region_node_counts: all,
  })),
  fc.constantFrom(3, 5).chain((length) =>
    counts(length, length, 1).map((all) => ({
      high_availability: true,
      search_delivery_network: `${length}_regions`,
      region_node_counts: all,
    })),
  ),
  counts(1, 7, 3).map((all) => ({
    high_availability: true,
    search_delivery_network: "multi_nodes_per_region",
    region_node_counts: all,
  })),
  fc.record({
    high_availability: fc.constantFrom(true, false, null),
    high_availability_node_count: fc.constantFrom(null, 2, 3, 8),
    search_delivery_network: network,
    regions: regionsOf(1, 4),
    region_node_counts: fc.oneof(counts(1, 4, 3), fc.constant(null)),
  }),
);

const names = fc.record({ name: fc.oneof(fc.constant(null), oddText), memory: oddText, vcpu: oddText });
const flags = fc.record({
  gpu: fc.constantFrom(true, false, null),
  auto_upgrade_capacity: fc.constantFrom(true, false, null),
  search_server_version: fc.constantFrom("30.1", "31.0.rc1", null),
});
const parameters = fc.dictionary(fc.stringMatching(/^[a-z-]+$/), oddText, { maxKeys: 2 });

const clusters: fc.Arbitrary<AdoptedCluster[]> = fc
  .array(fc.tuple(names, flags, where, parameters), { minLength: 70, maxLength: 70 })
  .map((all) => {
    const found = all.flatMap(([own, given, place, byName], index) => {
      const counted = place.region_node_counts ?? null;
      const values = {
        ...own,
        memory: own.memory.trim() || "8_gb",
        vcpu: own.vcpu.trim() || "2_vcpus",
        ...given,
        ...place,
        regions: [...(counted === null ? (place.regions ?? []) : Object.keys(counted))],
      };
      const one = configurationFor(values);
      if ("why" in one) return [];
      const { configuration: attributes, ignored } = one;
      const named = Object.entries(byName).map(([name, value]) => ({ id: name, name, value }));
      return [{ id: `c${index}`, attributes, ignored, nodeCounts: counted, parameters: named }];
    });
    const codeNames = codeNamesFor(
      found.map(({ id, attributes: { name } }) => ({ id, name, qualifier: id })),
      "cluster",
    );
    return found.map((one) => ({
      ...one,
      ...(codeNames.get(one.id) ?? { constructId: "", resourceName: "" }),
      isSuspended: false,
      comments: [],
      hasOwnKey: false,
      collections: [],
      liveCollections: [],
      aliases: [],
    }));
  });

/** Evaluates a template of literals as Terraform does. */
function evaluated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(evaluated);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [evaluated(name), evaluated(one)]));
  if (typeof value !== "string") return value;
  return value.replace(/([$%])\1\{|\$\{("(?:[^"\\]|\\.)*")\}/g, (_all, sign, literal) =>
    sign === undefined ? JSON.parse(literal) : `${sign}{`,
  );
}

const FORMS = ["regions", "region_node_counts"];
/** Attributes for which false means the same as null. */
const FALSE_BY_DEFAULT = ["gpu", "high_performance_disk", "auto_upgrade_capacity"];

function expectSame(cluster: AdoptedCluster, found: { readonly [name: string]: unknown }): void {
  const { attributes, nodeCounts, ignored, parameters: given } = cluster;
  const { lifecycle, server_parameters, ...values } = evaluated(found) as {
    readonly lifecycle: { readonly ignore_changes?: readonly string[] };
    readonly server_parameters?: object;
  } & Partial<Topology>;
  expect(lifecycle.ignore_changes ?? []).toEqual(ignored);
  expect(server_parameters ?? {}).toEqual(Object.fromEntries(given.map(({ name, value }) => [name, value])));
  const wanted = Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => value !== null && !(value === false && FALSE_BY_DEFAULT.includes(name)),
    ),
  );
  const pick = (from: object, isForm: boolean) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => FORMS.includes(name) === isForm));
  expect(pick(values, false)).toEqual(pick(wanted, false));
  const { regions = null, region_node_counts = null } = values;
  const target = targetCounts({ ...(attributes as Where), regions, region_node_counts });
  if (nodeCounts === null || ignored.length > 0) expect(pick(values, true)).toEqual(pick(wanted, true));
  else expect(target).toEqual({ ...nodeCounts });
}

test("programs compile, are formatted, and synthesize to the configuration and an import of each cluster", () => {
  const programs: string[] = [];
  fc.assert(
    fc.property(clusters, (all) => {
      const project = { clusters: all, leftOut: [] };
      const program = programOf(project);
      programs.push(program);
      expect(programOf(project)).toBe(program);
      const { resource = {}, import: imports = [] }: Synthesized = JSON.parse(synthesize(program));
      for (const one of all) expectSame(one, resource.searchcloud_cluster?.[one.constructId] ?? {});
      expect(Object.keys(resource.searchcloud_cluster ?? {})).toHaveLength(all.length);
      expect(imports).toEqual(
        all.map(({ id, constructId }) => ({ to: `searchcloud_cluster.${constructId}`, id })),
      );
    }),
    { numRuns: 1, endOnFailure: true },
  );
  inFolder(programs, (folder, paths) => {
    for (const [name, text] of withKeys()) writeFileSync(join(folder, name), text);
    expect(compilerSays(folder)).toBe("");
    execFileSync(BIOME, ["check", "--write", ...CONFIG, ...paths], { stdio: "pipe" });
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(programs);
  });
});

/** Returns a program and an addition for a cluster with its own key. */
function withKeys(): (readonly [file: string, text: string])[] {
  const [one = { id: "" } as AdoptedCluster] = fc.sample(clusters, { numRuns: 1, seed: 1 }).flat();
  const alias = {
    constructId: "menu",
    resourceName: "menu",
    importId: "c0/menu",
    name: "menu",
    collectionName: "a",
  };
  const project = { clusters: [{ ...one, hasOwnKey: true, aliases: [alias] }], leftOut: [] };
  return [undefined, "added.ts"]
    .flatMap((addition) => [...writeTypeScript(project, { ...OPTIONS, ...(addition && { addition }) })])
    .filter(([name]) => name.endsWith(".ts"));
}

const BIOME = join(ROOT, "node_modules/.bin/biome");
const CONFIG = ["--config-path", ROOT, "--vcs-enabled=false"];

function inFolder(texts: readonly string[], act: (folder: string, paths: readonly string[]) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "adopt-"));
  try {
    const paths = texts.map((text, index) => {
      const path = join(folder, `program${index}.ts`);
      writeFileSync(path, text);
      return path;
    });
    act(folder, paths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the compiler without an API, which takes a fraction of the time. */
function compilerSays(folder: string): string {
  const installed = join(ROOT, "node_modules");
  const compilerOptions = {
    paths: {
      "*": [join(installed, "*")],
      "cdktf-provider-searchcloud": [join(ROOT, "constructs")],
    },
    typeRoots: [join(installed, "@types")],
    types: ["node"],
  };
  const config = { extends: join(ROOT, "tsconfig.json"), include: ["*.ts"], exclude: [], compilerOptions };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const args = [join(installed, "typescript-native/bin/tsc"), "-p", folder];
  return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout;
}

const namesOf = (objects: readonly Nameable[]) =>
  [...codeNamesFor(objects, "cluster")].map(([id, { constructId }]) => `${id}: ${constructId}`);
const named = (...names: readonly (string | null)[]) =>
  names.map((name, place) => ({ id: `c${place}`, name, qualifier: `c${place}` }));

test("names objects after their names; if those are unusable, after their type and id", () => {
  expect(
    namesOf(named("Products EU", "größe", "productsEU2", "42 shops", "constructor", "製品", null)),
  ).toEqual([
    "c0: products-eu",
    "c1: gro-e",
    "c2: products-eu2",
    "c3: cluster-42-shops",
    "c4: cluster-constructor",
    "c5: cluster-c5",
    "c6: cluster-c6",
  ]);
});

test("adds qualifiers to equal names, and numbers if those are taken", () => {
  expect(namesOf(named("shop", "Shop", "shop c0", "sh-op"))).toEqual([
    "c0: shop-c0",
    "c1: shop-c1",
    "c2: shop-c0-n2",
    "c3: sh-op-c3",
  ]);
});

test("any names yield valid and unique ones, in any order", () => {
  const name = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ unit: "grapheme" }));
  const objects = fc
    .uniqueArray(fc.tuple(fc.string({ minLength: 1 }), name), { selector: ([id]) => id, maxLength: 40 })
    .map((all) => all.map(([id, one]) => ({ id, name: one, qualifier: id })));
  fc.assert(
    fc.property(objects, (all) => {
      const names = codeNamesFor(all, "cluster");
      const found = all.map(({ id }) => names.get(id));
      for (const one of found) {
        expect(one?.constructId).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
        expect(one?.resourceName).toBe(one?.constructId.replaceAll("-", "_"));
      }
      expect(new Set(found.map((one) => one?.constructId.replaceAll("-", ""))).size).toBe(all.length);
      expect(codeNamesFor([...all].reverse(), "cluster")).toEqual(names);
    }),
  );
});

test("only arrays of objects with several entries are always multiline; a last array keeps its brackets in the call", () => {
  const pair = object({ a: atom(1), b: atom(2) });
  expect(statement("", array([pair, pair]))).toBe("[\n  { a: 1, b: 2 },\n  { a: 1, b: 2 },\n];");
  const list = array([atom(1), atom(2)]);
  expect(statement("", array([list, list]))).toBe("[[1, 2], [1, 2]];");
  const long = literal("x".repeat(60));
  expect(statement("", call("f", array([long, long])))).toBe(`f([\n  ${long.line},\n  ${long.line},\n]);`);
});
