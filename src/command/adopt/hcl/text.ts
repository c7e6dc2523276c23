/** An expression in HCL, in the format of `terraform fmt`. */
interface Expression {
  readonly hcl: string;
}

type HclValue = string | number | boolean | readonly string[] | { readonly [key: string]: string | number };

/** Returns a reference such as `searchcloud_cluster.products.id`. */
export function reference(address: string): Expression {
  return { hcl: address };
}

const ESCAPED: { readonly [character: string]: string } = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  '"': '\\"',
  "\\": "\\\\",
};

/** Returns a string literal. Templates and invisible characters are escaped. */
export function quoted(text: string): string {
  const inside = text
    .replace(/["\\\n\r\t]/g, (character) => ESCAPED[character] ?? character)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFEFF]/gu, unicode)
    .replace(/[$%](?=\{)/g, "$&$&");
  return `"${inside}"`;
}

function unicode(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

function expression(value: HclValue): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(quoted).join(", ")}]`;
  return `{ ${entriesOf(value).join(", ")} }`;
}

/** Words that are not a name at the place of a key. */
const KEYWORDS = ["for", "if", "in", "null", "true", "false"];

function key(name: string): string {
  return /^[a-z][a-z0-9_]*$/.test(name) && !KEYWORDS.includes(name) ? name : quoted(name);
}

function entriesOf(value: object): string[] {
  return Object.entries(value).map(([name, one]) => `${key(name)} = ${expression(one)}`);
}

/** Returns the lines of arguments, without those that are null or undefined. */
export function assignments(values: {
  readonly [name: string]: HclValue | Expression | null | undefined;
}): string[] {
  const given = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    return [[name, isExpression(value) ? value.hcl : expression(value)]];
  });
  return aligned(given);
}

/** Returns a map with one entry per line. */
export function map(name: string, values: { readonly [key: string]: string }): string[] {
  const entries = Object.entries(values).map(([one, value]): [string, string] => [key(one), quoted(value)]);
  return [`${name} = {`, ...indented(aligned(entries)), "}"];
}

/** Returns a block. Blank lines separate its parts; empty parts are left out. */
export function block(header: string, ...parts: readonly (readonly string[])[]): string[] {
  const inside = parts
    .filter(({ length }) => length > 0)
    .flatMap((lines, place) => (place > 0 ? ["", ...lines] : lines));
  return inside.length === 0 ? [`${header} {}`] : [`${header} {`, ...indented(inside), "}"];
}

/** Returns one comment line per text. */
export function comments(texts: readonly string[]): string[] {
  return texts.map((text) => `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")}`);
}

function isExpression(value: HclValue | Expression): value is Expression {
  return typeof value === "object" && "hcl" in value && typeof value.hcl === "string";
}

function aligned(given: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.max(0, ...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)} = ${value}`);
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}
