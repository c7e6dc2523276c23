import { NodeRefusal } from "../call";
import type { ClusterData } from "../record";

/** Parameters that change what is found or how it is answered, and that are not imitated. */
const NOT_IMITATED = [
  "conversation",
  "facet_query",
  "group_by",
  "hidden_hits",
  "infix",
  "nl_query",
  "pinned_hits",
  "vector_query",
  "voice_query",
];
const MAX_UINT32 = 2 ** 32 - 1;

/** The parameters of a search, by name. */
export interface Parameters {
  text(name: string): string | null;
  /** @throws NodeRefusal 400 in the server's words */
  whole(name: string, usual: number): number;
  /** One entry for all fields of `query_by`, or one for each. @throws NodeRefusal 400 in the server's words */
  perField<Value>(name: string, fields: number, usual: string, read: (text: string) => Value | null): Value[];
}

/**
 * Reads the parameters of a search; those of a preset are there too, unless the request has its own.
 * @throws NodeRefusal 400 for what is not imitated
 */
export function searchParameters(query: URLSearchParams, data: ClusterData): Parameters {
  const given = new Map([...presetOf(query.get("preset"), data), ...query]);
  const foreign = NOT_IMITATED.find((name) => !["", "off", "false"].includes(given.get(name) ?? ""));
  if (foreign !== undefined) {
    throw new NodeRefusal(400, `The emulator does not imitate the search parameter \`${foreign}\`.`);
  }
  const whole = (name: string, text: string) => {
    if (/^\d+$/.test(text) && Number(text) <= MAX_UINT32) return Number(text);
    throw new NodeRefusal(400, `Parameter \`${name}\` must be an unsigned integer.`);
  };
  return {
    text: (name) => given.get(name) ?? null,
    whole: (name, usual) => {
      const text = given.get(name);
      return text === undefined ? usual : whole(name, text);
    },
    perField(name, fields, usual, read) {
      const entries = (given.get(name) ?? usual).split(",").map((one) => one.trim());
      if (entries.length !== 1 && entries.length !== fields) {
        const words = `Number of values in \`${name}\` does not match number of \`query_by\` fields.`;
        throw new NodeRefusal(400, words);
      }
      return Array.from({ length: fields }, (_, index) => {
        const value = read(entries[entries.length === 1 ? 0 : index] ?? "");
        if (value === null) throw new NodeRefusal(400, `Parameter \`${name}\` is malformed.`);
        return value;
      });
    },
  };
}

function presetOf(name: string | null, { named }: ClusterData): [string, string][] {
  const value = name === null ? null : named.presets.get(name)?.value;
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, one]) => [key, String(one)]);
}

/** The words that a stopwords set takes out of a query. */
export function stopwordsOf(name: string | null, { named }: ClusterData): ReadonlySet<string> {
  const words = name === null ? null : named.stopwords.get(name)?.stopwords;
  return new Set(Array.isArray(words) ? words.map((word) => String(word).toLowerCase()) : []);
}
