import { documentIn, type Line } from "../../api/dataPlane/jsonLines";

const ID_ONLY = Buffer.from('{"id":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7d;

/** Returns the id of an exported document, as UTF-8; null if it has none that is a string. */
export function idBytesIn(line: Line): Uint8Array | null {
  return plainIdIn(line.bytes) ?? parsedIdIn(line);
}

/** Returns the id of an exported document; null if it has none that is a string. */
export function idIn(line: Line): string | null {
  const bytes = idBytesIn(line);
  return bytes && Buffer.from(bytes).toString();
}

/** Returns the id of a line that holds nothing else, without parsing: an export of all ids has only such lines. */
function plainIdIn(bytes: Uint8Array): Uint8Array | null {
  const end = bytes.length - 2;
  if (end < ID_ONLY.length || bytes[end] !== QUOTE || bytes[end + 1] !== BRACE) return null;
  for (let at = 0; at < ID_ONLY.length; at += 1) if (bytes[at] !== ID_ONLY[at]) return null;
  const id = bytes.subarray(ID_ONLY.length, end);
  return id.includes(QUOTE) || id.includes(BACKSLASH) ? null : id;
}

function parsedIdIn(line: Line): Uint8Array | null {
  const found = documentIn(line);
  const id = "document" in found ? (found.document as { readonly id?: unknown }).id : null;
  return typeof id === "string" ? Buffer.from(id) : null;
}

/** Characters of a filter by ids, as they are in the URL: servers limit the query of a search to 4,000. */
const FILTER_LENGTH = 3_000;

/**
 * True if a filter can name an id between backticks: there is no way to quote a backtick, and a backslash escapes the closing one.
 * Servers remove white space around an id, and `*` stands for every document even there (from the source).
 */
export function canBeNamed(id: string): boolean {
  return id !== "" && id !== "*" && id.trim() === id && !id.includes("`") && !id.endsWith("\\");
}

/** Returns filters that together match exactly these ids, each short enough for a URL. Each id must be one that can be named. */
export function filtersFor(ids: readonly string[]): readonly string[] {
  const groups: string[][] = [];
  let left = 0;
  for (const id of ids) {
    const quoted = `\`${id}\``;
    const length = encodeURIComponent(`${quoted},`).length;
    if (length > left) {
      groups.push([]);
      left = FILTER_LENGTH;
    }
    groups.at(-1)?.push(quoted);
    left -= length;
  }
  return groups.map((group) => `id:[${group.join(",")}]`);
}
