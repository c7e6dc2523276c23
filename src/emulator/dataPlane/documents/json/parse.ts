import { parseJson } from "../../../domain/rules/body";
import { type TokenKind, Tokens } from "./tokens";
import { JsonParseError } from "./values";

/** Matches an integer written as a fraction, which `JSON.parse` does not distinguish. */
const FRACTION = /(?:^|[:,[\s])-?\d+(?:\.0+(?=[,\]}\s])|(?:\.\d+)?[eE])/;
const EXPONENT = /\d[eE][-+\d]/;

/** Checks cheaply first, because every line of an import passes here. */
function mayHoldFractions(text: string): boolean {
  return (text.includes(".0") || EXPONENT.test(text)) && FRACTION.test(text);
}

interface ParsedJson {
  readonly value: unknown;
  /** True if the value may contain a {@link WrittenAsFloat}. */
  readonly hasFloats: boolean;
}

/**
 * Parses a document, and distinguishes integers from floats as the server does.
 * @throws JsonParseError with the message of the server's parser
 */
export function parsedDocument(text: string): ParsedJson {
  if (!mayHoldFractions(text)) {
    try {
      return { value: parseJson(text), hasFloats: false };
    } catch {
      // The slower parser below finds the reason.
    }
  }
  return { value: new Reader(text).whole(), hasFloats: true };
}

/** The maximum nesting: more than any document needs, and less than recursion can take. */
const MAX_DEPTH = 100;

class Reader {
  private readonly tokens: Tokens;

  constructor(text: string) {
    this.tokens = new Tokens(text);
  }

  whole(): unknown {
    this.tokens.next();
    const value = this.value(0);
    if (this.tokens.next() !== "end of input") this.fail("value", "end of input");
    return value;
  }

  /** Parses the value that starts with the current token. */
  private value(depth: number): unknown {
    const { tokens } = this;
    if (depth > MAX_DEPTH) throw new JsonParseError(`The JSON is nested deeper than ${MAX_DEPTH} levels.`);
    switch (tokens.kind) {
      case "'{'":
        return this.object(depth);
      case "'['":
        return this.array(depth);
      case "true literal":
      case "false literal":
      case "null literal":
      case "string literal":
      case "number literal":
        return tokens.value;
      case "<parse error>":
        return this.fail("value");
      case "end of input":
        if (tokens.isEmpty) {
          const words =
            "attempting to parse an empty input; check that your input string or stream contains the expected JSON";
          throw problemAt(tokens.position, words);
        }
        return this.fail("value", "'[', '{', or a literal");
      default:
        return this.fail("value", "'[', '{', or a literal");
    }
  }

  private object(depth: number): Record<string, unknown> {
    const { tokens } = this;
    const entries: [string, unknown][] = [];
    if (tokens.next() === "'}'") return {};
    for (;;) {
      if (tokens.kind !== "string literal") this.fail("object key", "string literal");
      const name = String(tokens.value);
      if (tokens.next() !== "':'") this.fail("object separator", "':'");
      tokens.next();
      entries.push([name, this.value(depth + 1)]);
      const kind = tokens.next();
      if (kind === "'}'") return Object.fromEntries(entries);
      if (kind !== "','") this.fail("object", "'}'");
      tokens.next();
    }
  }

  private array(depth: number): unknown[] {
    const { tokens } = this;
    const values: unknown[] = [];
    if (tokens.next() === "']'") return values;
    for (;;) {
      values.push(this.value(depth + 1));
      const kind = tokens.next();
      if (kind === "']'") return values;
      if (kind !== "','") this.fail("array", "']'");
      tokens.next();
    }
  }

  private fail(context: string, expected?: TokenKind | "'[', '{', or a literal"): never {
    const { kind, problem, text, position } = this.tokens;
    const found = kind === "<parse error>" ? `${problem}; last read: '${text}'` : `unexpected ${kind}`;
    const wanted = expected === undefined ? "" : `; expected ${expected}`;
    throw problemAt(position, `syntax error while parsing ${context} - ${found}${wanted}`);
  }
}

function problemAt(position: string, words: string): JsonParseError {
  return new JsonParseError(`[json.exception.parse_error.101] parse error at ${position}: ${words}`);
}
