import { parseJson } from "../../../domain/rules/body";
import { type TokenKind, Tokens } from "./tokens";
import { JsonParseError } from "./values";

/** What `JSON.parse` does not tell: a whole number that is written as a fraction. */
const FRACTION = /(?:^|[:,[\s])-?\d+(?:\.0+(?=[,\]}\s])|(?:\.\d+)?[eE])/;
const EXPONENT = /\d[eE][-+\d]/;

/** Asked of every line of an import: most are told by less than the whole expression. */
function mayHoldFractions(text: string): boolean {
  return (text.includes(".0") || EXPONENT.test(text)) && FRACTION.test(text);
}

export interface ParsedJson {
  readonly value: unknown;
  /** Whether the value may hold a {@link WrittenAsFloat}. */
  readonly hasFloats: boolean;
}

/**
 * Reads a document, and tells integers from floats as the server does.
 * @throws JsonParseError in the words of the server's parser
 */
export function parsedDocument(text: string): ParsedJson {
  if (!mayHoldFractions(text)) {
    try {
      return { value: parseJson(text), hasFloats: false };
    } catch {
      // The second reader says why.
    }
  }
  return { value: new Reader(text).whole(), hasFloats: true };
}

/** Deeper than any document needs, and no deeper than recursion can take. */
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

  /** The value that begins with the token that was read last. */
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
