import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProviderSchemaJson } from "./bindings/schema";
import { generateBindings, staleBindings } from "./bindings/write";

const ROOT = join(__dirname, "..", "..");
const OUT_DIR = "constructs/generated";
const USAGE = `Usage: tsx src/tools/bindings.ts [--check] <schema.json | ->

Writes ${OUT_DIR} from what \`terraform providers schema -json\` prints for our provider; "-" reads it from stdin.
--check writes nothing, names the files that are not current, and exits 1 when there are any.
`;

async function main(args: readonly string[]): Promise<number> {
  const check = args.includes("--check");
  const [source, ...others] = args.filter((arg) => arg !== "--check");
  if (source === undefined || others.length > 0 || source.startsWith("--")) {
    process.stderr.write(USAGE);
    return 2;
  }
  const schema = JSON.parse(readFileSync(source === "-" ? 0 : source, "utf8")) as ProviderSchemaJson;
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const options = { schema, outDir: join(ROOT, OUT_DIR), version };
  if (!check) {
    const paths = await generateBindings(options);
    process.stdout.write(`${paths.map((path) => `${OUT_DIR}/${path}\n`).join("")}`);
    return 0;
  }
  const stale = await staleBindings(options);
  if (stale.length === 0) return 0;
  process.stderr.write(
    `Not what the provider's schema gives: ${stale.map((path) => `${OUT_DIR}/${path}`).join(", ")}. ` +
      "Run src/tools/bindings.ts without --check and commit the result.\n",
  );
  return 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`No bindings made: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
