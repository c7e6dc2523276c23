import { isUnseen } from "./folded";

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
