import { REGIONS, SEARCH_DELIVERY_NETWORKS, VCPUS_BY_MEMORY } from "../../../api/enumerations";
import { valuesIn } from "../../../api/openRecords";
import { byWords } from "../../model/words";

const MEMORIES = Object.keys(VCPUS_BY_MEMORY);
const VCPUS = [...new Set<string>(Object.values(VCPUS_BY_MEMORY).flat())];

/** The values in the provider's tables, by setting. The service adds to them (docs/design/api-assumptions.md#values). */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  memory: MEMORIES,
  vcpu: VCPUS,
  region: REGIONS,
  search_delivery_network: SEARCH_DELIVERY_NETWORKS,
};

/** The list that a value is checked against. */
export interface Listed {
  /** `service`: its cluster options; `tables`: those of this provider. */
  readonly by: "service" | "tables";
  readonly values: readonly string[];
}

/**
 * Returns the values that are listed for a setting: by the service if its options contain any value of that kind (their shape is
 * not documented), otherwise by the tables. Undefined if no list covers the setting.
 *
 * @param what name of the setting, with or without `new_`, `target_` or `source_`
 * @param options the cluster options; null if they could not be read
 */
export function listedFor(what: string, options: unknown): Listed | undefined {
  const name = what.replace(/^(new|target|source)_/, "");
  const known = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (!known) return undefined;
  const listed = valuesIn(options);
  return known.some((value) => listed.has(value))
    ? { by: "service", values: [...listed] }
    : { by: "tables", values: known };
}

/**
 * Returns the vCPU options that the cluster options tie to a memory, whatever their shape: those below a key that is the memory,
 * and those in the lists of an object that has the memory as a member. Empty if nothing ties them.
 *
 * @param vcpu the option in question; strings of the same shape count as vCPU options, as do those of the tables
 */
export function vcpusFor(memory: string, vcpu: string, options: unknown): string[] {
  const isVcpu = (text: string) => VCPUS.includes(text) || shapeOf(text) === shapeOf(vcpu);
  const found = new Set<string>();
  visit(options, (object) => {
    const members = Object.entries(object);
    const isOfMemory = members.some(([, member]) => member === memory);
    for (const [key, member] of members) {
      if (key !== memory && !isOfMemory) continue;
      // A string beside the memory is one example (the free tier); a list is what the memory allows.
      const texts = typeof member === "string" && key !== memory ? [] : valuesIn(member);
      for (const text of texts) if (isVcpu(text)) found.add(text);
    }
  });
  return [...found];
}

function visit(value: unknown, inspect: (object: Readonly<Record<string, unknown>>) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) inspect(value as Record<string, unknown>);
  for (const part of Object.values(value)) visit(part, inspect);
}

/** Values that a message lists. */
const MOST = 12;

/** Returns the shape of a value without its numbers: `16_gb` and `0.5_gb` have the same. */
function shapeOf(text: string): string {
  return text.replace(/\d+(?:\.\d+)?/g, "#");
}

/**
 * Returns the listed values that somebody who wrote `value` may have meant: those that differ in a few letters, then those that
 * differ only in their numbers, closest first. At most twelve, sorted for people (2 before 16).
 */
export function similarTo(value: string, listed: readonly string[]): string[] {
  const shape = shapeOf(value);
  return listed
    .flatMap((text) => {
      const hasSameShape = shape.includes("#") && shapeOf(text) === shape;
      if (hasSameShape) return [{ text, rank: value.length + relativeDifference(value, text) }];
      const letters = editDistance(value, text);
      return letters <= Math.max(1, Math.floor(value.length / 3)) ? [{ text, rank: letters }] : [];
    })
    .sort((a, b) => a.rank - b.rank || byWords(a.text, b.text))
    .slice(0, MOST)
    .map(({ text }) => text)
    .sort(byWords);
}

/** Returns the relative difference of the first numbers, from 0 to 1: 8 is as far from 4 as from 16. */
function relativeDifference(a: string, b: string): number {
  const [one, other] = [Number.parseFloat(a.replace(/^\D+/, "")), Number.parseFloat(b.replace(/^\D+/, ""))];
  return Math.abs(one - other) / (one + other || 1);
}

/** Returns the number of letters to insert, delete or replace; case does not count. */
function editDistance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchange = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchange, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
