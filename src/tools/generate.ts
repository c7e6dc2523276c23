import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { generateBindings, staleBindings } from "./bindings/render";
import { DOCS, generateDocs, staleDocs } from "./docs/write";
import { generateMessages, staleMessages } from "./messages";
import { providerSchema } from "./providerSchema";

const ROOT = resolve(__dirname, "../..");
const BINDINGS = "constructs/generated";
const USAGE = `Usage: tsx src/tools/generate.ts [--check]

Writes all that is generated: the wire messages from src/wire/proto, the bindings in ${BINDINGS} from the provider's
schema, and ${DOCS} from the provider's definitions, the examples and the docstrings of the constructs.
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
  const options = { schema: providerSchema(), outDir: join(ROOT, BINDINGS), version };
  if (!args.includes("--check")) {
    generateMessages(ROOT);
    await generateBindings(options);
    await generateDocs();
    return 0;
  }
  const stale = [
    ...(await staleMessages()),
    ...(await staleBindings(options)).map((path) => `${BINDINGS}/${path}`),
    ...(await staleDocs()).map((path) => `${DOCS}/${path}`),
  ];
  if (stale.length === 0) return 0;
  process.stderr.write(`Not current: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.\n`);
  return 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`Nothing generated: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
