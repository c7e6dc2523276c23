import {
  DefaultTokenResolver,
  dependable,
  type ITerraformDependable,
  StringConcat,
  TerraformElement,
  TerraformStack,
  Tokenization,
} from "cdktf";
import type { ICollection } from "./collection";
import type { DataSearchcloudSearch } from "./generated/data-searchcloud-search";
import { Documents } from "./generated/documents";

/** A resource or data source to which dependencies can be added. */
interface Ordered extends TerraformElement, ITerraformDependable {
  dependsOn?: string[];
}

/** A resource or data source in the synthesized stack. */
export interface Block {
  readonly kind: "resource" | "data";
  readonly type: string;
  readonly attributes: { readonly [name: string]: unknown };
}

/** Resolves a value of the program to that in the synthesized stack. */
export type Resolve = <T>(value: T) => T;

/** Called once with a resolver; the result is called with each block of the stack. */
type IsBefore = (resolve: Resolve) => (block: Block) => boolean;

interface Rule {
  readonly ordered: Ordered;
  readonly isBefore: IsBefore;
}

const RULES = new WeakMap<TerraformStack, Rule[]>();

/**
 * Orders an element after each block of its stack for which `isBefore` is true, except those that depend on it. Blocks that the program
 * adds later are included.
 */
export function runAfter(ordered: Ordered, isBefore: IsBefore): void {
  const stack = TerraformStack.of(ordered);
  const rules = RULES.get(stack) ?? [];
  if (!RULES.has(stack)) {
    RULES.set(stack, rules);
    // All blocks exist only after the whole program has run.
    stack.toTerraform = inOrder(stack, rules, stack.toTerraform.bind(stack));
    stack.toHclTerraform = inOrder(stack, rules, stack.toHclTerraform.bind(stack));
  }
  rules.push({ ordered, isBefore });
}

function inOrder<T>(stack: TerraformStack, rules: readonly Rule[], render: () => T): () => T {
  return () => {
    const given = rules.map(({ ordered }) => ordered.dependsOn);
    try {
      applyAll(stack, rules);
      return render();
    } finally {
      for (const [index, { ordered }] of rules.entries()) ordered.dependsOn = given[index];
    }
  };
}

function applyAll(stack: TerraformStack, rules: readonly Rule[]): void {
  const resolve = resolverOf(stack);
  const vertices = verticesOf(stack, resolve);
  for (const { ordered, isBefore } of rules) {
    const own = resolve(dependable(ordered));
    const later = dependentsOf(own, vertices);
    const given = new Set(resolve(ordered.dependsOn ?? []));
    const matches = isBefore(resolve);
    const before = [...vertices].flatMap(([address, { block }]) =>
      block && !later.has(address) && !given.has(address) && matches(block) ? [address] : [],
    );
    if (before.length > 0) ordered.dependsOn = [...(ordered.dependsOn ?? []), ...before];
    for (const address of before) vertices.get(own)?.needs.add(address);
  }
}

/** An element of a stack that others can refer to. */
interface Vertex {
  readonly block?: Block;
  /** The addresses that it contains, including strings that only look like addresses. */
  readonly needs: Set<string>;
}

function verticesOf(stack: TerraformStack, resolve: Resolve): Map<string, Vertex> {
  const elements = stack.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter(({ cdktfStack }) => cdktfStack === stack);
  return new Map(elements.flatMap((element) => verticesIn(resolve(element.toTerraform()))));
}

interface Named<T> {
  readonly [name: string]: T;
}

/** The part of an element in the synthesized stack. */
interface Fragment {
  readonly resource?: Named<Named<Block["attributes"]>>;
  readonly data?: Named<Named<Block["attributes"]>>;
  readonly ephemeral?: Named<Named<object>>;
  readonly provider?: Named<readonly { readonly alias?: string }[]>;
  readonly module?: Named<object>;
  readonly locals?: Named<unknown>;
}

function verticesIn(fragment: Fragment): [address: string, vertex: Vertex][] {
  const blocks = (["resource", "data"] as const).flatMap((kind) =>
    Object.entries(fragment[kind] ?? {}).flatMap(([type, named]) =>
      Object.entries(named).map(([name, attributes]): [string, Vertex] => {
        const address = `${kind === "data" ? "data." : ""}${type}.${name}`;
        return [address, { block: { kind, type, attributes }, needs: addressesIn(attributes) }];
      }),
    ),
  );
  const others = [
    ...Object.entries(fragment.ephemeral ?? {}).flatMap(([type, named]) =>
      Object.entries(named).map(([name, value]) => [`ephemeral.${type}.${name}`, value] as const),
    ),
    ...Object.entries(fragment.provider ?? {}).flatMap(([type, configurations]) =>
      configurations.map((value) => [`${type}.${value.alias}`, value] as const),
    ),
    ...Object.entries(fragment.module ?? {}).map(([name, value]) => [`module.${name}`, value] as const),
    ...Object.entries(fragment.locals ?? {}).map(([name, value]) => [`local.${name}`, value] as const),
  ];
  return [
    ...blocks,
    ...others.map(([address, value]): [string, Vertex] => [address, { needs: addressesIn(value) }]),
  ];
}

function addressesIn(value: unknown): Set<string> {
  return new Set(
    JSON.stringify(value ?? null).match(/\b(?:(?:data|ephemeral)\.)?[a-z_][\w-]*\.[a-z_][\w-]*/gi),
  );
}

/** Returns an address and all that depend on it. */
function dependentsOf(address: string, vertices: ReadonlyMap<string, Vertex>): Set<string> {
  const found = new Set([address]);
  for (const one of found) for (const [other, { needs }] of vertices) if (needs.has(one)) found.add(other);
  return found;
}

/** Returns the resolver of values in the synthesized stack. */
export function resolverOf(scope: TerraformStack): Resolve {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return (value) => Tokenization.resolve(value, { scope, resolver, preparing: false });
}

/** Orders a reader after all imports into the collection, including those that the program adds later. */
export function readAfterImports(collection: ICollection, reader: DataSearchcloudSearch | Documents): void {
  const { clusterId: cluster_id, nodeUrls: node_urls, collectionName } = collection;
  const place = { cluster_id, node_urls, collection: collectionName };
  runAfter(reader, (resolve) => {
    const wanted = Object.entries(resolve(place)).map(
      ([name, value]) => [name, JSON.stringify(value)] as const,
    );
    return ({ type, attributes }) =>
      type === Documents.tfResourceType &&
      wanted.every(([name, value]) => JSON.stringify(attributes[name]) === value);
  });
}
