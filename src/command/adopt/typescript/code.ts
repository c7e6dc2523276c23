/**
 * Code that is laid out as formatters leave it (biome and prettier, 110 columns): on one line where it fits, else one entry
 * per line.
 */
export type Code = Atom | Entries | CallCode;

interface Atom {
  readonly kind: "atom";
  readonly text: string;
  readonly isText: boolean;
}

interface Entries {
  readonly kind: "object" | "array";
  readonly entries: readonly Entry[];
  readonly isBroken: boolean;
}

interface Entry {
  readonly key?: string;
  readonly value: Code;
}

interface CallCode {
  readonly kind: "call";
  readonly callee: string;
  readonly args: readonly Code[];
}

const WIDTH = 110;
const INDENT = 2;
/** A text beside a key that is shorter stays there however long it is. */
const LEAST_KEY_BEFORE_BREAK = 5;

/** A name, a number, a literal without parts. */
export function atom(value: string | number | boolean): Code {
  return { kind: "atom", text: String(value), isText: false };
}

export function textCode(text: string): Code {
  return { kind: "atom", text: stringLiteral(text), isText: true };
}

/** A call, or `new` of a class. */
export function call(callee: string, ...args: readonly Code[]): Code {
  return { kind: "call", callee, args };
}

/** Entries without a value are left out. `isBroken` puts each on a line of its own in any case. */
export function object(entries: { readonly [key: string]: Code | undefined }, isBroken = false): Code {
  const given = Object.entries(entries).flatMap(([name, value]): Entry[] =>
    value === undefined ? [] : [{ key: keyLiteral(name), value }],
  );
  return { kind: "object", entries: given, isBroken: isBroken && given.length > 0 };
}

export function array(values: readonly Code[]): Code {
  const isTable = values.length > 1 && values.every(hasSeveralEntries);
  return { kind: "array", entries: values.map((value) => ({ value })), isBroken: isTable };
}

function hasSeveralEntries(value: Code): boolean {
  return value.kind === "object" && value.entries.length > 1;
}

/** A statement from what stands before its code, such as `const products = `. */
export function statement(before: string, code: Code): string {
  return `${before}${layOut(code, 0, widthOf(before), 1)};`;
}

/** Sentences as comments, broken between words. */
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

/**
 * @param column - where it begins
 * @param after - how many characters follow on its last line
 */
function layOut(code: Code, indent: number, column: number, after: number): string {
  const line = onOneLine(code);
  if (line !== undefined && (code.kind === "atom" || column + widthOf(line) + after <= WIDTH)) return line;
  if (code.kind === "atom") return code.text;
  if (code.kind === "call") return layOutCall(code, indent, column);
  return broken(code, indent);
}

function layOutCall({ callee, args }: CallCode, indent: number, column: number): string {
  const last = args.at(-1);
  const others = args.slice(0, -1).map(onOneLine);
  if (last !== undefined && (last.kind === "object" || last.kind === "array")) {
    const head = `${callee}(${others.map((arg) => `${arg}, `).join("")}`;
    const canHug = last.entries.length > 0 && !others.includes(undefined);
    if (canHug && column + widthOf(head) + 1 <= WIDTH) return `${head}${broken(last, indent)})`;
  }
  return lines(
    `${callee}(`,
    args.map((value) => ({ value })),
    ")",
    indent,
  );
}

function broken({ kind, entries }: Entries, indent: number): string {
  return kind === "object" ? lines("{", entries, "}", indent) : lines("[", entries, "]", indent);
}

function lines(open: string, entries: readonly Entry[], close: string, indent: number): string {
  const inner = indent + INDENT;
  const body = entries.map((entry) => `${" ".repeat(inner)}${layOutEntry(entry, inner)},\n`).join("");
  return `${open}\n${body}${" ".repeat(indent)}${close}`;
}

function layOutEntry({ key, value }: Entry, indent: number): string {
  if (key === undefined) return layOut(value, indent, indent, 1);
  const column = indent + widthOf(key) + 2;
  const mayBreak = value.kind === "atom" && value.isText && key.length >= LEAST_KEY_BEFORE_BREAK;
  if (mayBreak && column + widthOf(value.text) + 1 > WIDTH)
    return `${key}:\n${" ".repeat(indent + INDENT)}${value.text}`;
  return `${key}: ${layOut(value, indent, column, 1)}`;
}

/** Undefined when it has to be broken. */
function onOneLine(code: Code): string | undefined {
  if (code.kind === "atom") return code.text;
  const parts: readonly Entry[] = code.kind === "call" ? code.args.map((value) => ({ value })) : code.entries;
  if (code.kind !== "call" && code.isBroken) return undefined;
  const flat = parts.map(({ key, value }) => {
    const line = onOneLine(value);
    return line === undefined || key === undefined ? line : `${key}: ${line}`;
  });
  if (flat.includes(undefined)) return undefined;
  const list = flat.join(", ");
  if (code.kind === "call") return `${code.callee}(${list})`;
  if (code.kind === "array") return `[${list}]`;
  return list === "" ? "{}" : `{ ${list} }`;
}

/** What shows nothing, or turns the text around it: it could hide what a program says. Not what joins emoji. */
const UNREADABLE = /(?!\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** A literal in the quotes that need fewer escapes. */
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

/** In columns: formatters count two for wide characters, none for marks. */
function widthOf(text: string): number {
  const wide = text.match(
    /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  const none = text.match(/[\p{M}\u200d]/gu);
  return [...text].length + (wide?.length ?? 0) - (none?.length ?? 0);
}

/**
 * A text as constructs take it, so that Terraform reads the text itself: strings in synthesized JSON are templates
 * (docs/design/protocol.md#cdktf).
 */
export function templateOf(text: string): string {
  return isLikeToken(text) ? `\${${quoted(text)}}` : text.replace(/[$%](?=\{)/g, "$&$&");
}

/** CDKTF stands such texts for values that are known only at deploy, and would look them up. */
function isLikeToken(text: string): boolean {
  return /\{TfToken\[|^(String|Any) Map Token Value$|-[\d.]+e\+?2\d\d/.test(text);
}

/** A literal of Terraform's language in which CDKTF finds nothing of its own: of ASCII, only letters stand for themselves. */
function quoted(text: string): string {
  return `"${text.replace(/[\0-\x7f]/g, (character) => {
    const isPlain = /[a-z]/i.test(character) && character !== "e";
    return isPlain ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  })}"`;
}
