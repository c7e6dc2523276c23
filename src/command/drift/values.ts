import { isDeepStrictEqual } from "node:util";

/** Placeholders, as in a plan of Terraform. */
const SENSITIVE = "(sensitive value)";
export const UNKNOWN = "(known after apply)";

/** The values of one place of a resource. */
export interface Sides {
  /** In the state after the last deploy. */
  readonly deployed: unknown;
  /** In the state after this plan's refresh. */
  readonly service: unknown;
  /** After the next deploy. */
  readonly git: unknown;
  /** Terraform's marks: true in place of unknown or sensitive values. */
  readonly unknown: unknown;
  readonly sensitive: readonly unknown[];
}

export interface Difference extends Sides {
  readonly path: readonly string[];
}

/** Returns the places that differ between git and the service: an attribute, or an entry of a map or an object. */
export function differences(sides: Sides, path: readonly string[] = []): Difference[] {
  const { service, git, unknown, sensitive } = sides;
  if (isSameValue(service, git) && !isMarked(unknown)) return [];
  const isWhole = unknown === true || sensitive.includes(true) || !isObject(service) || !isObject(git);
  if (isWhole) return [{ ...sides, path }];
  const names = new Set([service, git, isObject(unknown) ? unknown : {}].flatMap(Object.keys));
  return [...names].sort().flatMap((name) => differences(sidesOf(sides, name), [...path, name]));
}

/** Returns the values of one attribute. */
export function sidesOf({ deployed, service, git, unknown, sensitive }: Sides, name: string): Sides {
  return {
    deployed: part(deployed, name),
    service: part(service, name),
    git: part(git, name),
    unknown: unknown === true || part(unknown, name),
    sensitive: sensitive.map((mark) => mark === true || part(mark, name)),
  };
}

/** Replaces sensitive and unknown values by placeholders. Null: not set. */
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

/** Returns a path in Terraform's notation: `server_parameters.max-per-page`. */
export function pathText([first = "", ...rest]: readonly string[]): string {
  return (
    first + rest.map((name) => (/^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join("")
  );
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for equal values. A missing value equals null. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null);
}

function part(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}

/** True if a mark is set anywhere inside. */
function isMarked(marks: unknown): boolean {
  if (typeof marks !== "object" || marks === null) return marks === true;
  return Object.values(marks).some(isMarked);
}
