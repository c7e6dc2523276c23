import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const ROOT = join(__dirname, "..", "..");
const GENERATED = "src/wire/generated";

/** Every file below a directory, by its path in it. */
function filesOf(directory: string): { [path: string]: string } {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(directory.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

test("the generated code is what the proto files say", () => {
  const output = mkdtempSync(join(tmpdir(), "generated-"));
  try {
    const bin = join(ROOT, "node_modules", ".bin");
    execFileSync(
      join(bin, "buf"),
      ["generate", "src/wire/proto", "--template", "src/wire/proto/buf.gen.yaml", "-o", output],
      { cwd: ROOT, env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` } },
    );
    expect(filesOf(join(output, GENERATED))).toEqual(filesOf(join(ROOT, GENERATED)));
  } finally {
    rmSync(output, { recursive: true });
  }
});
