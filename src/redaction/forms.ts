/** One way in which a secret may stand in a text, once escapes are undone. */
export interface Form {
  /** What stands in its place. */
  readonly marker: string;
  readonly codes: Uint16Array;
  /** The secret is so short that it counts only as a word of its own. */
  readonly isWord: boolean;
  /** Whether the digit before, and the one after, hold bits of the secret, too: base64 in a longer text. */
  readonly before: boolean;
  readonly after: boolean;
}

/** Shorter secrets are not looked for: they would be found in words. */
export const LEAST = 6;
/** Shorter ones must stand as a word of their own. */
const WORD = 8;

/** All forms of a secret: as it is, in hexadecimal digits, and in base64 wherever it stands in what was encoded. */
export function formsOf(secret: string, marker: string): Form[] {
  // What is escaped in the secret itself may be undone in the text.
  const texts = layersOf(secret).map(({ text }) => text);
  const spaced = texts.map((text) => text.replaceAll(" ", "+"));
  // Percent codes and the like of other than ASCII letters are read byte by byte.
  const bytes = texts.map((text) => Buffer.from(text).toString("latin1"));
  const isWord = folded(secret).codes.length < WORD;
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
    const { codes } = folded(text);
    return codes.length < LEAST ? [] : [{ ...form, codes }];
  });
}

/** The digits of base64 that are the secret's alone, where so many bytes stand before it (modulo three). */
function inBase64(secret: string, offset: number) {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const [first, end] = [(offset * 8) / 6, (bytes.length * 8) / 6];
  return {
    text: bytes.toString("base64").slice(Math.ceil(first), Math.floor(end)),
    before: !Number.isInteger(first),
    after: !Number.isInteger(end),
  };
}
/** A text as it reads after some decoding, and where each of its characters comes from. */
export interface Layer {
  readonly text: string;
  /** Places of each character in the original: where it begins, and where it ends. Absent: the text is the original. */
  readonly places?: { readonly from: Uint32Array; readonly to: Uint32Array };
}

/** How many escapes around each other are undone, as in `%2525`. */
const MAX_DEPTH = 4;

/** Percent codes, HTML entities, escapes of JSON and of programming languages. Each has a limited length, so that it is linear. */
const ESCAPE =
  /%u[0-9a-f]{4}|%[0-9a-f]{2}|&#x[0-9a-f]{1,16}(?:;|(?![0-9a-f%&\\=]))|&#[0-9]{1,16}(?:;|(?![0-9%&\\=]))|&[a-z]{2,8};|\\u\{[0-9a-f]{1,16}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[0-3][0-7]{2}|\\[^ux0-7%&=]/gi;
/** Quoted-printable, apart from the others: `=41` is more often a value than an escape. */
const QUOTED_PRINTABLE = /=(?:[0-9a-f]{2}|\r?\n)/gi;

/** Names of HTML for the characters of ASCII that are no letters and digits. */
const ENTITIES: { readonly [name: string]: string } = Object.fromEntries(
  "excl! quot\" num# dollar$ percnt% amp& apos' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} hyphen- dash-"
    .split(" ")
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

/** A text as it is, and as it reads with its escapes undone, whichever is around the other. */
export function layersOf(text: string): Layer[] {
  const original: Layer = { text };
  // Nobody breaks a line within an escape, but what breaks long lines does.
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

/** A text without white space. */
function joined(text: string): Layer {
  const from = Uint32Array.from({ length: text.length }, (_, at) => at).filter(
    (at) => !isUnseen(text.charCodeAt(at)),
  );
  const seen = Array.from(from, (at) => text[at]).join("");
  return { text: seen, places: { from, to: from.map((at) => at + 1) } };
}

/** The next layer; undefined where nothing is escaped. */
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

/** The character that an escape stands for; undefined where it is none. */
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

/** A text as it is compared, and the place of each code in it. */
export interface Folded {
  readonly codes: Uint16Array;
  readonly places: Uint32Array;
}

const [UPPER_A, UPPER_Z, TO_LOWER] = [0x41, 0x5a, 0x20];
const [HYPHEN, PLUS, UNDERSCORE, SLASH] = [0x2d, 0x2b, 0x5f, 0x2f];

/**
 * Makes equal what is often written in several ways: letters of ASCII in either case, the last two digits of base64 and base64url.
 * What is not seen is left out: white space, so that a secret which was broken over lines is found, and characters without width.
 */
export function folded(text: string): Folded {
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isUnseen(code)) continue;
    codes[length] = foldedCode(code);
    places[length] = at;
    length += 1;
  }
  return { codes: codes.subarray(0, length), places };
}

function foldedCode(code: number): number {
  if (code >= UPPER_A && code <= UPPER_Z) return code + TO_LOWER;
  if (code === HYPHEN) return PLUS;
  return code === UNDERSCORE ? SLASH : code;
}

/** Whether a code is white space, or shows nothing. */
function isUnseen(code: number): boolean {
  if (code < 0x7f) return code <= 0x20;
  if (code < 0x200b) return code <= 0xa0 || code === 0xad || code === 0x61c || code === 0x180e;
  return (
    code <= 0x200f ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff
  );
}
