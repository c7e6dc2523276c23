import type { CtyType } from "../wire/cty/type";
import type { Value } from "../wire/cty/value";

/** The type of an attribute: Terraform's type, and the TypeScript type that a resource sees. */
export interface Type<T = unknown> {
  readonly cty: CtyType;
  /** The parts of a nested attribute, each with its own description and mode. */
  readonly nested?: { readonly nesting: "single" | "list"; readonly attributes: NestedAttributes };
  /** Numbers keep every digit (as bigint or decimal string). Without it, they must fit a JavaScript number. */
  readonly exact?: true;
  /** Never set; carries the inferred type. */
  readonly as?: T;
}

/** The source of a value: the configuration, the service, or the configuration if it sets the value and else the service. */
export type Mode = "required" | "optional" | "computed" | "optional_computed";

export interface NestedAttribute<T = unknown, M extends Mode = Mode> {
  readonly type: Type<T>;
  readonly mode: M;
  /** Meaning, unit and allowed values; shown by `terraform providers schema` and in the docs. */
  readonly description: string;
  readonly sensitive?: boolean;
}

export type NestedAttributes = { readonly [name: string]: NestedAttribute & { readonly writeOnly?: never } };

export type TypeOf<X> = X extends Type<infer T> ? T : never;
export type NestedOf<A extends NestedAttributes> = {
  -readonly [K in keyof A]: A[K]["mode"] extends "required"
    ? TypeOf<A[K]["type"]>
    : TypeOf<A[K]["type"]> | null;
};

export const string: Type<string> = { cty: "string" };
export const bool: Type<boolean> = { cty: "bool" };
export const number: Type<number> = { cty: "number" };
/** Any value, together with its type. */
export const dynamic: Type<Value> = { cty: "dynamic", exact: true };

export function list<T>(of: Type<T>): Type<T[]> {
  return { cty: ["list", of.cty], exact: of.exact };
}

export function set<T>(of: Type<T>): Type<T[]> {
  return { cty: ["set", of.cty], exact: of.exact };
}

export function map<T>(of: Type<T>): Type<{ [key: string]: T }> {
  return { cty: ["map", of.cty], exact: of.exact };
}

/** Nested attributes, for computed structures only. Configured structures are blocks (docs/design/architecture.md#types). */
export const nested = {
  single: <const A extends NestedAttributes>(attributes: A): Type<NestedOf<A>> => nest("single", attributes),
  list: <const A extends NestedAttributes>(attributes: A): Type<NestedOf<A>[]> => nest("list", attributes),
};

function nest<T>(nesting: "single" | "list", attributes: NestedAttributes): Type<T> {
  const types = Object.entries(attributes).map(([name, { type }]) => [name, type.cty]);
  const one: CtyType = ["object", Object.fromEntries(types)];
  return { cty: nesting === "single" ? one : [nesting, one], nested: { nesting, attributes } };
}
