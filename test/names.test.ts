import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writtenBelow } from "./support/sources";

const ROOT = resolve(__dirname, "..");

/** The folder of `src` that a file belongs to, or a folder next to `src`. */
function partOf(file: string): string {
  return /^src\/[^/.]+|^[^/]+/.exec(file)?.[0] ?? "";
}

interface Export {
  readonly part: string;
  readonly name: string;
  readonly file: string;
}

/** The names that files declare and export. A name that a file passes on is declared elsewhere. */
function exportsOf(file: string): Export[] {
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum|namespace) (\w+)/gm;
  const names = [...readFileSync(join(ROOT, file), "utf8").matchAll(declared)].map(([, name = ""]) => name);
  // A type and its companion value, or the overloads of a function, are one thing.
  return [...new Set(names)].map((name) => ({ part: partOf(file), name, file }));
}

const SOURCES = writtenBelow(["src", "constructs", "tools"]);
const exported = SOURCES.flatMap(exportsOf);

test("an exported name is declared once in its part of the source", () => {
  expect(exported.length).toBeGreaterThan(500);
  const files = new Map<string, string[]>();
  for (const { part, name, file } of exported) {
    const key = `${name} of ${part}`;
    files.set(key, [...(files.get(key) ?? []), file]);
  }
  const twice = [...files].filter(([, where]) => where.length > 1);
  expect(twice.map(([name, where]) => `${name}: ${where.join(", ")}`).sort()).toEqual([]);
});

test("an error class is named as one", () => {
  const classes = SOURCES.flatMap((file) => {
    const found = readFileSync(join(ROOT, file), "utf8").matchAll(
      /class (\w+)(?:<[^>]*>)? extends (\w*Error)\b/g,
    );
    return [...found].map(([, name = ""]) => name);
  });
  expect(classes.length).toBeGreaterThan(5);
  expect(classes.filter((name) => !name.endsWith("Error"))).toEqual([]);
});

test("a docstring begins with what it is, or with a verb", () => {
  const relative = /\/\*\*\s*(?:\n\s*\*\s*)?(?:What|Whether|Which|How|Where|When|Who)\b[^\n]*/g;
  const found = [...SOURCES, ...writtenBelow(["test"])].flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(relative)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
