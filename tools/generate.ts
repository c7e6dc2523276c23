import { execFileSync } from "node:child_process";
import { delimiter, join, resolve } from "node:path";
import { version } from "../package.json";
import { renderBindings } from "./bindings";
import { DOCS, isGenerated, renderDocs } from "./docs/pages";
import { differencesIn, type Files, type Owns, readFiles, withTemporaryFolder, writeFolder } from "./folder";
import { isDrawn, PICTURES, renderPictures } from "./pictures";
import { providerSchema } from "./providerSchema";

const ROOT = resolve(__dirname, "..");
const MESSAGES = "src/wire/generated";
const BINDINGS = "constructs/generated";
const USAGE = `Usage: tsx tools/generate.ts [--check]

Writes everything that is generated: the wire messages from src/wire/proto, the bindings in ${BINDINGS} from the provider's
schema, ${DOCS} from the provider's definitions, the examples and the docstrings of the constructs, and the picture of the demo
in ${PICTURES} from its transcript.
--check writes nothing, names the files that are not up to date, and exits with 1 if there are any.
`;

interface Generator {
  readonly folder: string;
  readonly render: () => Promise<Files>;
  /** True for the generated files of the folder. @default - all files */
  readonly owns?: Owns;
}

const GENERATORS: readonly Generator[] = [
  { folder: MESSAGES, render: renderMessages },
  { folder: BINDINGS, render: () => renderBindings(providerSchema(), version) },
  { folder: DOCS, render: () => renderDocs(ROOT), owns: isGenerated },
  { folder: PICTURES, render: async () => renderPictures(ROOT), owns: isDrawn },
];

/** Renders the messages of src/wire/proto as code. */
function renderMessages(): Promise<Files> {
  const bin = join(ROOT, "node_modules/.bin");
  const proto = "src/wire/proto";
  return withTemporaryFolder((folder) => {
    const words = ["generate", proto, "--template", `${proto}/buf.gen.yaml`, "-o", folder];
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    execFileSync(join(bin, "buf"), words, { cwd: ROOT, env });
    return readFiles(join(folder, MESSAGES));
  });
}

async function main(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== "--check")) {
    process.stderr.write(USAGE);
    return 2;
  }
  // Loading the generator runs `terraform -v`, which prints long warnings about a missing CLI configuration.
  delete process.env.TF_CLI_CONFIG_FILE;
  const stale: string[] = [];
  for (const { folder, render, owns } of GENERATORS) {
    const [path, files] = [join(ROOT, folder), await render()];
    if (!args.includes("--check")) writeFolder(path, files, owns);
    else stale.push(...differencesIn(path, files, owns).map((name) => `${folder}/${name}`));
  }
  if (stale.length === 0) return 0;
  process.stderr.write(
    `Not up to date: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.\n`,
  );
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
