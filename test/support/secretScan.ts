import { createHash } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";

/** The secrets to look for, by the names under which they are reported. */
export type NamedSecrets = Readonly<Record<string, string>>;

/** A place that shows a secret, or one half of it. */
export interface Leak {
  /** The path of a file, with the members of archives behind it: `plan.out/tfstate`. */
  readonly where: string;
  readonly secret: string;
  readonly form: "plain" | "hex" | "base64";
}

/** Shorter secrets are in other text by chance, and half of one certainly is. */
const SHORTEST = 20;
/** The number of nested escapes that are undone, and of nested archives that are opened. */
const DEPTH = 3;

/**
 * Returns each place in a text or in the bytes of a file that shows a secret: as it is, in upper or lower case, escaped for URLs, JSON or
 * HTML, in hexadecimal or base64, in a gzip or zip, broken over lines, or cut in half. It has no code in common with `src/redaction`, so
 * that it can find what the filter overlooks.
 *
 * @throws Error for a secret that is too short to be searched for, or that is not ASCII
 */
export function leaksIn(where: string, content: string | Buffer, secrets: NamedSecrets): Leak[] {
  const needles = Object.entries(secrets).flatMap(([secret, value]) =>
    needlesOf(value).map((needle) => ({ ...needle, secret })),
  );
  return partsOf(where, Buffer.from(content)).flatMap(({ name, bytes }) => {
    const layers = layersOf(bytes.toString("latin1"));
    const found = needles.filter(({ text }) => layers.some((layer) => layer.includes(text)));
    const distinct = new Map(found.map(({ secret, form }) => [`${secret} ${form}`, { secret, form }]));
    return [...distinct.values()].map((leak): Leak => ({ where: name, ...leak }));
  });
}

/**
 * Returns the leaks in the names and contents of all files below a folder. The targets of links count as contents.
 *
 * @param searched digests of files and secrets without leaks, which are not searched again; those of this search are added
 */
export function leaksBelow(folder: string, secrets: NamedSecrets, searched = new Set<string>()): Leak[] {
  const wanted = JSON.stringify(secrets);
  const once = (where: string, content: string | Buffer) => {
    const digest = createHash("sha256").update(wanted).update(content).digest("base64");
    if (searched.has(digest)) return [];
    const leaks = leaksIn(where, content, secrets);
    if (leaks.length === 0) searched.add(digest);
    return leaks;
  };
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const where = relative(folder, path);
    const content = entry.isFile() ? readFileSync(path) : entry.isSymbolicLink() ? readlinkSync(path) : "";
    return [...leaksIn(`name of ${where}`, where, secrets), ...once(where, content)];
  });
}

/** Returns what the compact layers of a text contain if it shows a secret: each half of it by itself. */
function needlesOf(secret: string): { readonly form: Leak["form"]; readonly text: string }[] {
  if (secret.length < SHORTEST || !/^[!-~]+$/.test(secret))
    throw new Error(`A secret of ${secret.length} characters cannot be searched for`);
  const middle = Math.ceil(secret.length / 2);
  return [secret.slice(0, middle), secret.slice(middle)].flatMap((half) => [
    { form: "plain" as const, text: compact(half) },
    { form: "hex" as const, text: Buffer.from(half).toString("hex") },
    ...[0, 1, 2].map((before) => ({ form: "base64" as const, text: compact(base64Behind(before, half)) })),
  ]);
}

/** Returns the digits of base64 that depend on a text alone, with this many bytes before it. */
function base64Behind(before: number, text: string): string {
  const digits = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString("base64url");
  const whole = Math.floor(((before + text.length) * 8) / 6);
  return digits.slice(Math.ceil((before * 8) / 6), whole);
}

/** Returns a text as it is, and with its escapes undone again and again, each one compact. */
function layersOf(text: string): string[] {
  const layers = [text];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const last = layers.at(-1) ?? "";
    const next = last.replace(ESCAPE, meaning);
    if (next === last) break;
    layers.push(next);
  }
  return layers.map(compact);
}

const ESCAPE =
  /%([0-9a-f]{2})|&#x0*([0-9a-f]{2});?|&#0*([0-9]{2,3});?|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&(quot|apos|amp|lt|gt);|\\(["'\\/nrt])/gi;
const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

function meaning(whole: string, ...groups: (string | undefined)[]): string {
  const [percent, entity, decimal, json, byte, named, escaped] = groups;
  const hex = percent ?? entity ?? json ?? byte;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (named !== undefined) return NAMED[named.toLowerCase()] ?? whole;
  return /[nrt]/.test(escaped ?? "") ? "\n" : (escaped ?? whole);
}

/** Removes what may stand between the parts of a broken text: white space, zero bytes, the frame of Terraform's messages. */
function compact(text: string): string {
  return text
    .replace(/[\s\0]|\u00e2\u0094\u0082|\u00e2\u0080\u008b/g, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .toLowerCase();
}

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns the bytes, and the contents of archives in them: zip, gzip, and these again in base64. */
function partsOf(name: string, bytes: Buffer, depth = DEPTH): Part[] {
  if (depth === 0) return [{ name, bytes }];
  const inner = [...zipMembers(name, bytes), ...gzipMember(name, bytes), ...decodedRuns(name, bytes)];
  return [{ name, bytes }, ...inner.flatMap((one) => partsOf(one.name, one.bytes, depth - 1))];
}

const DEFLATED = 8;

/** Returns the members of a zip, by the directory at its end, which alone is sure to have their sizes. */
function zipMembers(name: string, bytes: Buffer): Part[] {
  if (bytes.subarray(0, 4).toString("latin1") !== "PK\x03\x04") return [];
  const end = bytes.lastIndexOf("PK\x05\x06");
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const short = (place: number) => bytes.readUInt16LE(at + place);
    const [length, header] = [short(28), bytes.readUInt32LE(at + 42)];
    const member = bytes.subarray(at + 46, at + 46 + length).toString();
    const begin = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const stored = bytes.subarray(begin, begin + bytes.readUInt32LE(at + 20));
    const content = short(10) === DEFLATED ? inflateRawSync(stored) : stored;
    at += 46 + length + short(30) + short(32);
    return { name: `${name}/${member}`, bytes: content };
  });
}

function gzipMember(name: string, bytes: Buffer): Part[] {
  if (bytes.subarray(0, 3).toString("latin1") !== "\x1f\x8b\x08") return [];
  return [{ name: `${name}/gzip`, bytes: gunzipSync(bytes) }];
}

/** Returns the archives that stand in base64 in a text. `H4sI` and `UEsDB` are their first digits. */
function decodedRuns(name: string, bytes: Buffer): Part[] {
  const runs = bytes.toString("latin1").match(/(?:H4sI|UEsDB)[\w+/-]{20,}/g) ?? [];
  return runs.map((run, place) => ({ name: `${name}/base64 ${place}`, bytes: Buffer.from(run, "base64") }));
}
