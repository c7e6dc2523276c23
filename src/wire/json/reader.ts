import { inside, WireError } from "../cty/error";
import { numberFromText } from "../cty/number";
import { MAX_DEPTH, tooDeep } from "../cty/type";
import type { ExactNumber } from "../cty/value";

/** JSON as it was written: numbers keep every digit, objects take any key. */
export type Json = null | boolean | string | JsonNumber | Json[] | Map<string, Json>;

/** A JSON number in a form that loses nothing. */
export class JsonNumber {
  constructor(readonly value: ExactNumber) {}
}

/**
 * Reads a JSON text without losing a digit of any number, which JSON.parse cannot do. Of equal keys the last counts.
 * @throws WireError when the text is not JSON; the message says at which character.
 */
export function readJson(text: string): Json {
  const scan = new Scan(text);
  const json = scan.value(0);
  scan.end();
  return json;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** Text without escapes up to the closing quote; the common case, taken over as it stands. */
const PLAIN = /[^"\\\u0000-\u001f]*"/y;

class Scan {
  private at = 0;

  constructor(private readonly text: string) {}

  value(depth: number): Json {
    if (depth > MAX_DEPTH) throw tooDeep("JSON");
    this.match(SPACE);
    switch (this.text[this.at]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.string();
      default:
        return this.scalar();
    }
  }

  end(): void {
    this.match(SPACE);
    if (this.at < this.text.length) throw this.unexpected("the end of the JSON text");
  }

  private object(depth: number): Map<string, Json> {
    const entries = new Map<string, Json>();
    this.at += 1;
    if (this.skip("}")) return entries;
    do {
      this.match(SPACE);
      if (this.text[this.at] !== '"') throw this.unexpected("a key in quotes");
      const key = this.string();
      if (!this.skip(":")) throw this.unexpected('":"');
      entries.set(
        key,
        inside({ key }, () => this.value(depth + 1)),
      );
    } while (this.skip(","));
    if (!this.skip("}")) throw this.unexpected('"," or "}"');
    return entries;
  }

  private array(depth: number): Json[] {
    const items: Json[] = [];
    this.at += 1;
    if (this.skip("]")) return items;
    do {
      items.push(inside(items.length, () => this.value(depth + 1)));
    } while (this.skip(","));
    if (!this.skip("]")) throw this.unexpected('"," or "]"');
    return items;
  }

  private string(): string {
    const from = this.at;
    this.at += 1;
    if (this.match(PLAIN) !== undefined) return this.text.slice(from + 1, this.at - 1);
    return this.escaped(from);
  }

  /** Finds the closing quote and leaves the escapes to JSON.parse. */
  private escaped(from: number): string {
    for (let end = from + 1; end < this.text.length; end += 1) {
      if (this.text[end] === "\\") end += 1;
      else if (this.text[end] === '"') {
        this.at = end + 1;
        return this.unescape(from, this.at);
      }
    }
    throw new WireError(`the JSON text ends within the string that begins at character ${from}`);
  }

  private unescape(from: number, to: number): string {
    try {
      return String(JSON.parse(this.text.slice(from, to)));
    } catch {
      throw new WireError(`a string that JSON does not allow, at character ${from}`);
    }
  }

  private scalar(): Json {
    const word = this.match(WORD);
    if (word !== undefined) return word === "null" ? null : word === "true";
    const number = this.match(NUMBER);
    if (number === undefined) throw this.unexpected("a JSON value");
    return new JsonNumber(numberFromText(number));
  }

  private skip(sign: string): boolean {
    this.match(SPACE);
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private unexpected(wanted: string): WireError {
    const what = this.at < this.text.length ? "something else" : "the end";
    return new WireError(`expected ${wanted} at character ${this.at} of the JSON text, got ${what}`);
  }
}
