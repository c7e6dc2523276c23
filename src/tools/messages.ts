import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { differencesIn, readFiles } from "./folder";

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
export async function staleMessages(): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "messages-"));
  try {
    generateMessages(root);
    const stale = await differencesIn(join(ROOT, GENERATED), await readFiles(join(root, GENERATED)));
    return stale.map((path) => `${GENERATED}/${path}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}
