import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { renderBindings } from "./bindings/render";
import { DOCS, isGenerated, renderDocs } from "./docs/pages";
import { differencesIn, type Files, type Owns, writeFolder } from "./folder";
import { MESSAGES, renderMessages } from "./messages";
import { providerSchema } from "./providerSchema";

const ROOT = resolve(__dirname, "../..");
const BINDINGS = "constructs/generated";
const USAGE = `Usage: tsx src/tools/generate.ts [--check]

Writes all that is generated: the wire messages from src/wire/proto, the bindings in ${BINDINGS} from the provider's
schema, and ${DOCS} from the provider's definitions, the examples and the docstrings of the constructs.
--check writes nothing, names the files that are not current, and exits 1 when there are any.
`;

interface Generator {
  readonly folder: string;
  readonly render: () => Files | Promise<Files>;
  /** Which files of the folder are generated. @default - all */
  readonly owns?: Owns;
}

const GENERATORS: readonly Generator[] = [
  { folder: MESSAGES, render: renderMessages },
  {
    folder: BINDINGS,
    render: () => {
      const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
      return renderBindings(providerSchema(), version);
    },
  },
  { folder: DOCS, render: () => renderDocs(ROOT), owns: isGenerated },
];

async function main(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== "--check")) {
    process.stderr.write(USAGE);
    return 2;
  }
  // Loading the generator runs `terraform -v`, which complains at length about a CLI configuration that is not there.
  delete process.env.TF_CLI_CONFIG_FILE;
  const stale: string[] = [];
  for (const { folder, render, owns } of GENERATORS) {
    const [path, files] = [join(ROOT, folder), await render()];
    if (!args.includes("--check")) await writeFolder(path, files, owns);
    else stale.push(...(await differencesIn(path, files, owns)).map((name) => `${folder}/${name}`));
  }
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
