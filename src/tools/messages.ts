import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const GENERATED = "src/wire/generated";

/** Writes the messages of src/wire/proto as code, below `root`. */
export function generateMessages(root: string): void {
  const bin = join(ROOT, "node_modules/.bin");
  const template = "src/wire/proto/buf.gen.yaml";
  execFileSync(join(bin, "buf"), ["generate", "src/wire/proto", "--template", template, "-o", root], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
}

/** The generated files that are missing, superfluous or not what the proto files say. */
export function staleMessages(): string[] {
  const root = mkdtempSync(join(tmpdir(), "messages-"));
  try {
    generateMessages(root);
    const [wanted, found] = [contents(join(root, GENERATED)), contents(join(ROOT, GENERATED))];
    const names = new Set([...wanted.keys(), ...found.keys()]);
    return [...names]
      .filter((name) => wanted.get(name) !== found.get(name))
      .map((name) => `${GENERATED}/${name}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The text of every file below a folder, by its path in it. */
function contents(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}
