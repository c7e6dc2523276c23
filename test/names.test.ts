import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "..");

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(join(ROOT, path)).isDirectory()) return name === "generated" ? [] : sourcesBelow(path);
    return path.endsWith(".ts") ? [path] : [];
  });
}

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

const exported = ["src", "constructs", "tools"].flatMap(sourcesBelow).flatMap(exportsOf);

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
  const classes = ["src", "constructs", "tools"].flatMap(sourcesBelow).flatMap((file) => {
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
  const found = ["src", "constructs", "tools", "test"]
    .flatMap(sourcesBelow)
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(relative)].map(([text]) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
});
