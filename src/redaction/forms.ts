import { folded } from "./folded";
import { layersOf } from "./layers";

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
