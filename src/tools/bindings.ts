import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generateBindings, staleBindings } from "./bindings/write";
import { providerSchema } from "./providerSchema";

const ROOT = join(__dirname, "..", "..");
const OUT_DIR = "constructs/generated";
const USAGE = `Usage: tsx src/tools/bindings.ts [--check]

Writes ${OUT_DIR} from the provider's schema and the version of the package.
--check writes nothing, names the files that are not current, and exits 1 when there are any.
`;

async function main(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== "--check")) {
    process.stderr.write(USAGE);
    return 2;
  }
  // Loading the generator runs `terraform -v`, which complains at length about a CLI configuration that is not there.
  delete process.env.TF_CLI_CONFIG_FILE;
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const options = { schema: providerSchema(), outDir: join(ROOT, OUT_DIR), version };
  if (!args.includes("--check")) {
    const paths = await generateBindings(options);
    process.stdout.write(paths.map((path) => `${OUT_DIR}/${path}\n`).join(""));
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
