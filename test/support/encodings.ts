import fc from "fast-check";

/** Encodings in which a server may echo a text, and which many programs decode. */
const code = (one: string) => one.charCodeAt(0);
const hex = (number: number, digits = 2) => number.toString(16).padStart(digits, "0");
const each = (text: string, change: (one: string) => string) => [...text].map(change).join("");

/**
 * Escapes of single characters. Which characters are escaped, and the case of the digits, is random. Characters that begin an escape are
 * always escaped, because otherwise the text could not be decoded.
 */
const CHARACTERS: { readonly [name: string]: (one: string) => string } = {
  "percent encoding": (one) => `%${hex(code(one))}`,
  "decimal entities": (one) => `&#${code(one)};`,
  "padded entities": (one) => `&#000${code(one)};`,
  "hexadecimal entities": (one) => `&#x${hex(code(one))};`,
  "JSON escapes": (one) => `\\u${hex(code(one), 4)}`,
  "code points": (one) => `\\u{${hex(code(one))}}`,
  "byte escapes": (one) => `\\x${hex(code(one))}`,
};

/** Encodings of a whole text, which may be part of a longer one. */
const WHOLE: { readonly [name: string]: (text: string) => string } = {
  "plain text": (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  "JSON string": (text) => JSON.stringify(text),
  "URI component": encodeURIComponent,
  "quoted-printable": (text) => each(text, (one) => `=${hex(code(one)).toUpperCase()}`),
  hex: (text) => Buffer.from(text).toString("hex"),
  "upper-case hex": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64 behind one byte": (text) => Buffer.from(`:${text}`).toString("base64"),
  "base64 behind two bytes": (text) => Buffer.from(`u:${text}!`).toString("base64"),
  "base64 of JSON": (text) => Buffer.from(JSON.stringify({ api_key: text, ok: true })).toString("base64"),
};

/** A text in a random encoding, with the encoding's name. */
export interface Encoded {
  readonly name: string;
  readonly encode: (text: string) => string;
}

const whole = fc
  .constantFrom(...Object.keys(WHOLE))
  .map((name): Encoded => ({ name, encode: WHOLE[name] ?? String }));

const partial = fc
  .record({
    name: fc.constantFrom(...Object.keys(CHARACTERS)),
    escaped: fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
    upper: fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }),
  })
  .map(({ name, escaped, upper }): Encoded => {
    const escaping = CHARACTERS[name] ?? String;
    const drawn = (all: readonly boolean[], place: number) => all[place % all.length] === true;
    const cased = (one: string, place: number) =>
      drawn(upper, place) ? one.replace(/[a-f]/g, (digit) => digit.toUpperCase()) : one;
    const encode = (text: string) =>
      [...text]
        .map((one, place) =>
          drawn(escaped, place) || /[\\%&]/.test(one) ? cased(escaping(one), place) : one,
        )
        .join("");
    return { name, encode };
  });

const wrapped = fc
  .record({ at: fc.integer({ min: 1, max: 20 }), by: fc.constantFrom("\n", "\r\n  ", " ", "\u200b") })
  .map(
    ({ at, by }): Encoded => ({
      name: "broken over lines",
      encode: (text) => text.replace(new RegExp(`.{${at}}`, "gs"), (part) => part + by),
    }),
  );

/** One encoding, or one in another: an escape of an escape, base64 with line breaks. */
export const encoding: fc.Arbitrary<Encoded> = fc
  .tuple(fc.oneof(whole, partial), fc.option(fc.oneof(partial, wrapped), { freq: 2 }))
  .map(([inner, outer]) =>
    outer === null
      ? inner
      : { name: `${inner.name}, ${outer.name}`, encode: (text) => outer.encode(inner.encode(text)) },
  );

/** A key in the style of services. */
export const secretKey: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]{16,48}$/),
  fc.stringMatching(/^[A-Za-z0-9_+/=.!#$%&'*<>?@^~-]{16,40}$/),
);

/**
 * Returns every decoding of a text that a curious person would try, independent of the filter's implementation: escapes undone one
 * after the other, and everything that looks like base64 or hexadecimal digits decoded.
 */
export function readings(text: string): string[] {
  const known = new Set<string>();
  let level = [text.replace(/[\s\u200b]/g, "")];
  for (let depth = 0; depth < 3; depth += 1) {
    for (const one of level) known.add(one);
    level = level.flatMap((one) => DECODERS.map((decode) => decode(one))).filter((one) => !known.has(one));
  }
  return [...known, ...level];
}

const character = (digits: string, base: number) => {
  const point = Number.parseInt(digits, base);
  return point <= 0x10ffff ? String.fromCodePoint(point) : "";
};
const DECODERS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/%([0-9a-f]{2})/gi, (_, digits) => character(digits, 16)),
  (text) => text.replace(/=([0-9a-f]{2})/gi, (_, digits) => character(digits, 16)),
  (text) =>
    text
      .replace(/&#x([0-9a-f]+);/gi, (_, digits) => character(digits, 16))
      .replace(/&#([0-9]+);/g, (_, digits) => character(digits, 10))
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&"),
  (text) =>
    text
      .replace(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, a, b, c) =>
        character(a ?? b ?? c, 16),
      )
      .replace(/\\(["\\/])/g, "$1"),
  (text) => text.replace(/[0-9a-f]{16,}/gi, (digits) => Buffer.from(digits, "hex").toString("latin1")),
  ...[0, 1, 2, 3].map(
    (skipped) => (text: string) =>
      text.replace(/[\w+/-]{16,}/g, (digits) =>
        Buffer.from(digits.slice(skipped), "base64").toString("latin1"),
      ),
  ),
];

/** True if any decoding of a text shows a piece of a secret, in upper or lower case: consecutive characters, or all of it. */
export function shows(text: string, secret: string, piece = 12): boolean {
  const bare = secret.replace(/\s/g, "").toLowerCase();
  const length = Math.min(piece, bare.length);
  const pieces = Array.from({ length: bare.length - length + 1 }, (_, at) => bare.slice(at, at + length));
  return readings(text).some((reading) => pieces.some((one) => reading.toLowerCase().includes(one)));
}

/** Characters that control a terminal or are invisible. */
export const CONTROL =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
