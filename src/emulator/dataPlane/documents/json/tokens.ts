import { JsonParseError, WrittenAsFloat } from "./values";

/** The kinds of tokens, by their names in the server's messages. */
export type TokenKind =
  | "true literal"
  | "false literal"
  | "null literal"
  | "string literal"
  | "number literal"
  | "'['"
  | "'{'"
  | "']'"
  | "'}'"
  | "':'"
  | "','"
  | "<parse error>"
  | "end of input";

const SINGLE: Readonly<Record<number, TokenKind>> = {
  91: "'['",
  123: "'{'",
  93: "']'",
  125: "'}'",
  58: "':'",
  44: "','",
};

const LITERALS: Readonly<Record<number, readonly [word: string, kind: TokenKind, value: unknown]>> = {
  116: ["true", "true literal", true],
  102: ["false", "false literal", false],
  110: ["null", "null literal", null],
};

const [QUOTE, BACKSLASH, NEWLINE, MINUS, PLUS, POINT, ZERO] = [34, 92, 10, 45, 43, 46, 48];
const END = -1;

/** The ASCII names of control characters. */
const CONTROLS =
  "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split(
    " ",
  );
const SHORT_ESCAPES: Readonly<Record<number, string>> = {
  8: "\\b",
  9: "\\t",
  10: "\\n",
  12: "\\f",
  13: "\\r",
};

/** Reads the tokens of a JSON string byte by byte, and counts lines and columns as the server's parser does. */
export class Tokens {
  kind: TokenKind = "end of input";
  value: unknown = null;
  /** The reason if the last token is a `<parse error>`. */
  problem = "";
  private at = 0;
  private line = 0;
  private column = 0;
  private start = 0;
  private readonly bytes: Buffer;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  /** True if the input is empty. */
  get isEmpty(): boolean {
    return this.bytes.length === 0;
  }

  get position(): string {
    return `line ${this.line + 1}, column ${this.column}`;
  }

  /** The bytes of the last token, with control characters as their code points. */
  get text(): string {
    const bytes = this.bytes.subarray(this.start, Math.min(this.at, this.bytes.length));
    return [...bytes.toString()].map((one) => (one < " " ? `<U+${hex(one.charCodeAt(0))}>` : one)).join("");
  }

  /** Reads the next token. */
  next(): TokenKind {
    let byte = this.read();
    while (byte === 32 || byte === 9 || byte === NEWLINE || byte === 13) byte = this.read();
    this.start = this.at - 1;
    const problem = this.token(byte);
    if (problem !== null) {
      this.kind = "<parse error>";
      this.problem = problem;
    }
    return this.kind;
  }

  /** Reads the token that starts with a byte. Returns its problem, or null. */
  private token(byte: number): string | null {
    const literal = LITERALS[byte];
    if (literal !== undefined) return this.literal(literal);
    if (byte === QUOTE) return this.string();
    if (byte === MINUS || isDigit(byte)) return this.number(byte);
    const kind = byte === END ? "end of input" : SINGLE[byte];
    if (kind === undefined) return "invalid literal";
    this.kind = kind;
    return null;
  }

  private read(): number {
    const byte = this.bytes[this.at] ?? END;
    this.at += 1;
    this.column += 1;
    if (byte === NEWLINE) {
      this.line += 1;
      this.column = 0;
    }
    return byte;
  }

  /** Goes back one byte: the one that ended a number. */
  private unread(): void {
    this.at -= 1;
    if (this.column > 0) this.column -= 1;
    else this.line -= 1;
  }

  private literal([word, kind, value]: readonly [string, TokenKind, unknown]): string | null {
    for (const letter of Buffer.from(word).subarray(1)) {
      if (this.read() !== letter) return "invalid literal";
    }
    this.kind = kind;
    this.value = value;
    return null;
  }

  private string(): string | null {
    for (let byte = this.read(); byte !== QUOTE; byte = this.read()) {
      const problem = byte === BACKSLASH ? this.escape() : problemOf(byte);
      if (problem !== null) return `invalid string: ${problem}`;
    }
    this.kind = "string literal";
    this.value = JSON.parse(this.bytes.subarray(this.start, this.at).toString());
    return null;
  }

  private escape(): string | null {
    const letter = this.read();
    if (letter !== 117) {
      return '"\\/bfnrt'.includes(String.fromCharCode(letter)) && letter !== END
        ? null
        : "forbidden character after backslash";
    }
    const digits = "'\\u' must be followed by 4 hex digits";
    const code = this.codePoint();
    if (code === null) return digits;
    if (code >= 0xdc00 && code <= 0xdfff) return "surrogate U+DC00..U+DFFF must follow U+D800..U+DBFF";
    if (code < 0xd800 || code > 0xdbff) return null;
    const words = "surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF";
    if (this.read() !== BACKSLASH || this.read() !== 117) return words;
    const low = this.codePoint();
    if (low === null) return digits;
    return low >= 0xdc00 && low <= 0xdfff ? null : words;
  }

  private codePoint(): number | null {
    let code = 0;
    for (let count = 0; count < 4; count += 1) {
      const digit = Number.parseInt(String.fromCharCode(this.read()), 16);
      if (Number.isNaN(digit)) return null;
      code = code * 16 + digit;
    }
    return code;
  }

  private number(first: number): string | null {
    const byte = first === MINUS ? this.read() : first;
    if (!isDigit(byte)) return "invalid number; expected digit after '-'";
    let next = byte === ZERO ? this.read() : this.digits();
    const isFloat = next === POINT || next === 69 || next === 101;
    if (next === POINT) {
      if (!isDigit(this.read())) return "invalid number; expected digit after '.'";
      next = this.digits();
    }
    if (next === 69 || next === 101) {
      const sign = this.read();
      const hasSign = sign === PLUS || sign === MINUS;
      if (!isDigit(hasSign ? this.read() : sign)) {
        return hasSign
          ? "invalid number; expected digit after exponent sign"
          : "invalid number; expected '+', '-', or digit after exponent";
      }
      this.digits();
    }
    this.unread();
    this.kind = "number literal";
    const text = this.bytes.subarray(this.start, this.at).toString();
    const value = Number(text);
    if (!Number.isFinite(value)) {
      throw new JsonParseError(`[json.exception.out_of_range.406] number overflow parsing '${text}'`);
    }
    this.value = isFloat && Number.isInteger(value) ? new WrittenAsFloat(value) : value;
    return null;
  }

  /** Skips digits. Returns the byte after them. */
  private digits(): number {
    let byte = this.read();
    while (isDigit(byte)) byte = this.read();
    return byte;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 57;
}

function problemOf(byte: number): string | null {
  if (byte === END) return "missing closing quote";
  if (byte >= 32) return null;
  const short = SHORT_ESCAPES[byte] === undefined ? "" : ` or ${SHORT_ESCAPES[byte]}`;
  return `control character U+${hex(byte)} (${CONTROLS[byte]}) must be escaped to \\u${hex(byte)}${short}`;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}
