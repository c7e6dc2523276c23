import { isDeepStrictEqual } from "node:util";

/** What stands for values that are not shown, as in a plan of Terraform. */
export const SENSITIVE = "(sensitive value)";
export const UNKNOWN = "(known after apply)";

/** One place of a resource, as its sides have it. */
export interface Sides {
  /** In the state that the last deploy left. */
  readonly deployed: unknown;
  /** In the state after this plan's refresh. */
  readonly service: unknown;
  /** What the next deploy would make of it. */
  readonly git: unknown;
  /** Marks of Terraform: true where a value is unknown, or sensitive. */
  readonly unknown: unknown;
  readonly sensitive: readonly unknown[];
}

export interface Difference extends Sides {
  readonly path: readonly string[];
}

/** The places that differ between git and the service: an attribute, or what is below it in a map or an object. */
export function differences(sides: Sides, path: readonly string[] = []): Difference[] {
  const { service, git, unknown, sensitive } = sides;
  if (isSameValue(service, git) && !isMarked(unknown)) return [];
  const isWhole = unknown === true || sensitive.includes(true) || !isObject(service) || !isObject(git);
  if (isWhole) return [{ ...sides, path }];
  const names = new Set([service, git, isObject(unknown) ? unknown : {}].flatMap(Object.keys));
  return [...names].sort().flatMap((name) => differences(sidesOf(sides, name), [...path, name]));
}

/** What the sides say of one attribute. */
export function sidesOf({ deployed, service, git, unknown, sensitive }: Sides, name: string): Sides {
  return {
    deployed: part(deployed, name),
    service: part(service, name),
    git: part(git, name),
    unknown: unknown === true || part(unknown, name),
    sensitive: sensitive.map((mark) => mark === true || part(mark, name)),
  };
}

/** A value without what is sensitive and with words for what is unknown. Null: not set. */
export function shownValue(value: unknown, sensitive: readonly unknown[], unknown?: unknown): unknown {
  if (sensitive.includes(true)) return SENSITIVE;
  if (unknown === true) return UNKNOWN;
  const inside = (one: unknown, name: string) =>
    shownValue(
      one,
      sensitive.map((mark) => part(mark, name)),
      part(unknown, name),
    );
  if (Array.isArray(value)) return value.map((one, index) => inside(one, String(index)));
  if (!isObject(value)) return value ?? null;
  const names = new Set([...Object.keys(value), ...(isObject(unknown) ? Object.keys(unknown) : [])]);
  return Object.fromEntries([...names].map((name) => [name, inside(part(value, name), name)]));
}

/** As Terraform writes it: `server_parameters.max-per-page`. */
export function pathText([first = "", ...rest]: readonly string[]): string {
  return (
    first + rest.map((name) => (/^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join("")
  );
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Absent is null. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null);
}

function part(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}

/** Whether a mark is true anywhere within. */
function isMarked(marks: unknown): boolean {
  if (typeof marks !== "object" || marks === null) return marks === true;
  return Object.values(marks).some(isMarked);
}
