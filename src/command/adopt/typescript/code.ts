/**
 * Code in the layout of formatters (biome and prettier, 110 columns): on one line if it fits, else with one entry per line.
 */
export interface Code {
  /** The code on one line; undefined if it must take several. */
  readonly line: string | undefined;
  /** Lays the code out over several lines, if it has entries. @param column where the code begins */
  readonly multiline: (indent: number, column: number) => string;
  readonly kind: "atom" | "string" | "object" | "array" | "call";
  /** The number of entries of an object or an array; 0 for other code. */
  readonly length: number;
}

interface Entry {
  readonly key?: string;
  readonly value: Code;
}

const WIDTH = 110;
const INDENT = 2;
/** A string stays on the line of a shorter key, however long the string is. */
const SHORTEST_KEY_ON_OWN_LINE = 5;

/** Returns a name, a number or a boolean. */
export function atom(value: string | number | boolean): Code {
  return { line: String(value), multiline: () => String(value), kind: "atom", length: 0 };
}

/** Returns a string literal. */
export function literal(text: string): Code {
  return { ...atom(stringLiteral(text)), kind: "string" };
}

/** Returns a string literal that Terraform reads as this text. */
export function template(text: string): Code {
  return literal(templateOf(text));
}

export function optional<T>(value: T | null, code: (value: T) => Code): Code | undefined {
  return value === null ? undefined : code(value);
}

/** Returns a call, or `new` with a class. */
export function call(callee: string, ...args: readonly Code[]): Code {
  const [entries, lines] = [args.map((value) => ({ value })), args.map(({ line }) => line)];
  const last = args.at(-1);
  const multiline = (indent: number, column: number) => {
    const head = `${callee}(${lines
      .slice(0, -1)
      .map((line) => `${line}, `)
      .join("")}`;
    const fits = !lines.slice(0, -1).includes(undefined) && column + widthOf(head) + 1 <= WIDTH;
    // The brackets of a last object or array stand on the lines of the call.
    if (last !== undefined && last.length > 0 && fits) return `${head}${last.multiline(indent, column)})`;
    return onOwnLines(`${callee}(`, entries, ")", indent);
  };
  const line = lines.includes(undefined) ? undefined : `${callee}(${lines.join(", ")})`;
  return { line, multiline, kind: "call", length: 0 };
}

/** Returns an object without the entries that are undefined. @param isMultiline never on one line, unless it is empty */
export function object(entries: { readonly [key: string]: Code | undefined }, isMultiline = false): Code {
  const given = Object.entries(entries).flatMap(([name, value]): Entry[] =>
    value === undefined ? [] : [{ key: keyLiteral(name), value }],
  );
  if (given.length === 0) return atom("{}");
  return bracketed("object", given, isMultiline);
}

export function array(values: readonly Code[]): Code {
  const isTable = values.length > 1 && values.every(({ kind, length }) => kind === "object" && length > 1);
  const entries = values.map((value) => ({ value }));
  return bracketed("array", entries, isTable);
}

function bracketed(kind: "object" | "array", entries: readonly Entry[], isMultiline: boolean): Code {
  const [open, close, padding] = kind === "object" ? ["{", "}", " "] : ["[", "]", ""];
  const lines = entries.map(({ key, value: { line } }) =>
    line === undefined || key === undefined ? line : `${key}: ${line}`,
  );
  const hasLine = !isMultiline && !lines.includes(undefined);
  return {
    line: hasLine ? open + padding + lines.join(", ") + padding + close : undefined,
    multiline: (indent) => onOwnLines(open, entries, close, indent),
    kind,
    length: entries.length,
  };
}

function onOwnLines(open: string, entries: readonly Entry[], close: string, indent: number): string {
  const inner = indent + INDENT;
  const body = entries.map((entry) => `${" ".repeat(inner)}${layOutEntry(entry, inner)},\n`).join("");
  return `${open}\n${body}${" ".repeat(indent)}${close}`;
}

function layOutEntry({ key, value }: Entry, indent: number): string {
  if (key === undefined) return layOut(value, indent, indent);
  const column = indent + widthOf(key) + 2;
  const isTooLong = value.kind === "string" && column + widthOf(value.line ?? "") + 1 > WIDTH;
  if (isTooLong && key.length >= SHORTEST_KEY_ON_OWN_LINE)
    return `${key}:\n${" ".repeat(indent + INDENT)}${value.line}`;
  return `${key}: ${layOut(value, indent, column)}`;
}

/** Lays code out from a column on; one character, such as a comma, follows it. */
function layOut({ line, multiline }: Code, indent: number, column: number): string {
  return line !== undefined && column + widthOf(line) + 1 <= WIDTH ? line : multiline(indent, column);
}

/** Returns a statement. @param before the text before the code, such as `const products = ` */
export function statement(before: string, code: Code): string {
  return `${before}${layOut(code, 0, widthOf(before))};`;
}

/** Returns a sentence as comment lines. */
export function comment(sentence: string): string {
  const lines: string[] = [];
  for (const word of escaped(sentence).split(" ")) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && widthOf(longer) <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`// ${word}`);
  }
  return lines.join("\n");
}

/** Invisible characters and those that turn the text around them: they could hide code. Not the joiner of emoji. */
const UNREADABLE = /(?!\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Returns a literal in the quotes that need fewer escapes. */
function stringLiteral(text: string): string {
  const count = (quote: string) => text.split(quote).length;
  const quote = count('"') > count("'") ? "'" : '"';
  return quote + escaped(text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)) + quote;
}

function escaped(text: string): string {
  return text.replace(UNREADABLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    const unicode = code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
    return NAMED.get(character) ?? unicode;
  });
}

function keyLiteral(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** Returns the width in columns: formatters count two for wide characters, none for marks. */
function widthOf(text: string): number {
  const wide = text.match(
    /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  const none = text.match(/[\p{M}\u200d]/gu);
  return [...text].length + (wide?.length ?? 0) - (none?.length ?? 0);
}

/** Escapes a text for constructs: strings in synthesized JSON are templates (docs/design/protocol.md#cdktf). */
export function templateOf(text: string): string {
  return isLikeToken(text) ? `\${${quoted(text)}}` : text.replace(/[$%](?=\{)/g, "$&$&");
}

/** True if CDKTF would take the text for one of its tokens, and look it up. */
function isLikeToken(text: string): boolean {
  return /\{TfToken\[|^(String|Any) Map Token Value$|-[\d.]+e\+?2\d\d/.test(text);
}

/** Returns an HCL literal that does not look like a token: of ASCII, only letters stay as they are. */
function quoted(text: string): string {
  return `"${text.replace(/[\0-\x7f]/g, (character) => {
    const isPlain = /[a-z]/i.test(character) && character !== "e";
    return isPlain ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  })}"`;
}
