/** One encoding of a secret in a text whose escapes are undone. */
export interface Form {
  /** The replacement of the secret. */
  readonly marker: string;
  readonly codes: Uint16Array;
  /** True if the secret is so short that it only counts as a separate word. */
  readonly isWord: boolean;
  /** True if the digit before, or the one after, also contains bits of the secret: base64 in a longer text. */
  readonly before: boolean;
  readonly after: boolean;
}

/** The shortest secret that is searched for. Shorter ones would be found in ordinary words. */
export const MIN_LENGTH = 6;
/** Shorter secrets only count as separate words. */
const WORD = 8;

/** Returns all encodings of a secret: plain, in hexadecimal digits, and in base64 at any position of the encoded text. */
export function formsOf(secret: string, marker: string): Form[] {
  // Escapes in the secret itself may be undone in the text.
  const texts = layersOf(secret).map(({ text }) => text);
  const spaced = texts.map((text) => text.replaceAll(" ", "+"));
  // Percent codes of other than ASCII letters are decoded byte by byte.
  const bytes = texts.map((text) => Buffer.from(text).toString("latin1"));
  const isWord = normalized(secret).codes.length < WORD;
  const plain = { marker, isWord, before: false, after: false };
  const encoded = { ...plain, isWord: false };
  const forms = [
    ...[...texts, ...spaced, ...bytes].map((text) => ({ ...plain, text })),
    { ...encoded, text: Buffer.from(secret).toString("hex") },
    ...[0, 1, 2].map((offset) => ({ ...encoded, ...inBase64(secret, offset) })),
  ];
  const known = new Set<string>();
  return forms.flatMap(({ text, ...form }) => {
    if (known.has(text)) return [];
    known.add(text);
    const { codes } = normalized(text);
    return codes.length < MIN_LENGTH ? [] : [{ ...form, codes }];
  });
}

/** Returns the digits of base64 that belong to the secret only, with `offset` bytes before it (modulo three). */
function inBase64(secret: string, offset: number) {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const [first, end] = [(offset * 8) / 6, (bytes.length * 8) / 6];
  return {
    text: bytes.toString("base64").slice(Math.ceil(first), Math.floor(end)),
    before: !Number.isInteger(first),
    after: !Number.isInteger(end),
  };
}
/** A decoded text, and the origin of each of its characters. */
export interface Layer {
  readonly text: string;
  /** The beginning and the end of each character in the original. Left out if the text is the original. */
  readonly places?: { readonly from: Uint32Array; readonly to: Uint32Array };
}

/** The number of nested escapes that are undone, as in `%2525`. */
const MAX_DEPTH = 4;

/** Percent codes, HTML entities, escapes of JSON and of programming languages. Their length is limited, so that the search is linear. */
const ESCAPE =
  /%u[0-9a-f]{4}|%[0-9a-f]{2}|&#x[0-9a-f]{1,16}(?:;|(?![0-9a-f%&\\=]))|&#[0-9]{1,16}(?:;|(?![0-9%&\\=]))|&[a-z]{2,8};|\\u\{[0-9a-f]{1,16}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[0-3][0-7]{2}|\\[^ux0-7%&=]/gi;
/** Quoted-printable. Separate from the others, because `=41` is more often a value than an escape. */
const QUOTED_PRINTABLE = /=(?:[0-9a-f]{2}|\r?\n)/gi;

/** HTML's names of the ASCII characters that are neither letters nor digits. */
const ENTITIES: { readonly [name: string]: string } = Object.fromEntries(
  "excl! quot\" num# dollar$ percnt% amp& apos' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} hyphen- dash-"
    .split(" ")
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

/** Returns a text and its decodings, with escapes undone in any nesting. */
export function layersOf(text: string): Layer[] {
  const original: Layer = { text };
  // Programs that wrap long lines break them within escapes, too.
  const layers = /[%&\\=]/.test(text) ? [original, joined(text)] : [original];
  let latest: readonly Layer[] = layers;
  for (let depth = 0; depth < MAX_DEPTH && latest.length > 0; depth += 1) {
    latest = latest
      .flatMap((layer) => [unescaped(layer, ESCAPE), unescaped(layer, QUOTED_PRINTABLE)])
      .filter((layer) => layer !== undefined);
    layers.push(...latest);
  }
  return layers;
}

/** Removes white space from a text. */
function joined(text: string): Layer {
  const from = Uint32Array.from({ length: text.length }, (_, at) => at).filter(
    (at) => !isInvisible(text.charCodeAt(at)),
  );
  const seen = Array.from(from, (at) => text[at]).join("");
  return { text: seen, places: { from, to: from.map((at) => at + 1) } };
}

/** Returns the next layer. Undefined if nothing is escaped. */
function unescaped({ text, places }: Layer, escapes: RegExp): Layer | undefined {
  const parts: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  const copy = (end: number) => {
    parts.push(text.slice(at, end));
    for (; at < end; at += 1) {
      from.push(places?.from[at] ?? at);
      to.push(places?.to[at] ?? at + 1);
    }
  };
  for (const { 0: sequence, index } of text.matchAll(escapes)) {
    const meant = meaningOf(sequence);
    if (meant === undefined) continue;
    copy(index);
    at = index + sequence.length;
    parts.push(meant);
    for (let unit = 0; unit < meant.length; unit += 1) {
      from.push(places?.from[index] ?? index);
      to.push(places?.to[at - 1] ?? at);
    }
  }
  if (at === 0) return undefined;
  copy(text.length);
  return { text: parts.join(""), places: { from: Uint32Array.from(from), to: Uint32Array.from(to) } };
}

/** Returns the character of an escape. Undefined if it is not an escape. */
function meaningOf(sequence: string): string | undefined {
  const [first, second = ""] = sequence;
  if (first === "&" && second !== "#") return ENTITIES[sequence.slice(1, -1).toLowerCase()];
  if (first === "=" && /\s/.test(second)) return "";
  if (first === "\\" && !/[ux0-7]/i.test(second)) return /[nrt]/.test(second) ? "\n" : second;
  const isDecimal = first === "&" && !/x/i.test(sequence);
  const digits = /[0-9a-f]+(?=[;}]?$)/i.exec(sequence)?.[0] ?? "";
  const isOctal = first === "\\" && /[0-7]/.test(second);
  const code = Number.parseInt(digits, isOctal ? 8 : isDecimal ? 10 : 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** A text in the form in which it is compared, and the position of each code in it. */
export interface NormalizedText {
  readonly codes: Uint16Array;
  readonly places: Uint32Array;
}

const [UPPER_A, UPPER_Z, TO_LOWER] = [0x41, 0x5a, 0x20];
const [HYPHEN, PLUS, UNDERSCORE, SLASH] = [0x2d, 0x2b, 0x5f, 0x2f];

/**
 * Normalizes variants of the same text: upper and lower case of ASCII, and the last two digits of base64 and base64url.
 * Removes invisible characters: white space, so that a secret broken over lines is found, and characters without width.
 */
export function normalized(text: string): NormalizedText {
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInvisible(code)) continue;
    codes[length] = normalizedCode(code);
    places[length] = at;
    length += 1;
  }
  return { codes: codes.subarray(0, length), places };
}

function normalizedCode(code: number): number {
  if (code >= UPPER_A && code <= UPPER_Z) return code + TO_LOWER;
  if (code === HYPHEN) return PLUS;
  return code === UNDERSCORE ? SLASH : code;
}

/** True if a code is white space or invisible. */
function isInvisible(code: number): boolean {
  if (code < 0x7f) return code <= 0x20;
  if (code < 0x200b) return code <= 0xa0 || code === 0xad || code === 0x61c || code === 0x180e;
  return (
    code <= 0x200f ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff
  );
}
