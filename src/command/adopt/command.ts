import { join, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { type Settings, settingsFromEnvironment } from "../../provider/settings";
import { CommandFailure } from "../failure";
import { gathered } from "../gathered";
import { installPlugin, requirePlugin } from "../install";
import { type Service, withService } from "../service";
import type { Terminal } from "../terminal";
import { writeHcl } from "./hcl/write";
import { openLearnt } from "./learnt";
import type { AdoptedProject, WriteProject } from "./model";
import { placeFiles, refuseExisting } from "./output";
import { projectOf } from "./project";
import { readAccount } from "./read";
import { writeTypeScript } from "./typescript/project";

interface AdoptOptions {
  readonly language: Language;
  readonly out: string;
  readonly cluster?: readonly string[];
  readonly parameters?: boolean;
  readonly collections?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

const LANGUAGES = {
  typescript: {
    write: writeTypeScript,
    needsPlugin: false,
    next: "npm install && npx cdktf diff",
  },
  hcl: {
    write: writeHcl,
    /** Whether the provider's plugin has to be installed beside it. */
    needsPlugin: true,
    next: "terraform init && terraform plan",
  },
} as const satisfies {
  readonly [language: string]: {
    readonly write: WriteProject;
    readonly needsPlugin: boolean;
    readonly next: string;
  };
};
type Language = keyof typeof LANGUAGES;

const DESCRIPTION = `Turns the clusters of an account into a project whose first plan imports them and changes nothing.

It reads all clusters by the pages of the list, and looks at each once for a change on its way, because an import plans against what the cluster will be after it. At 30 requests a minute, 1,000 clusters take about 35 minutes; interrupted, the same command goes on where it was. It sends nothing that changes anything, writes no key, and writes all files or none.

Clusters that are starting or being terminated are left out, and named.`;

const MORE = `
Environment variables:
  SEARCHCLOUD_BASE_URL             base URL of the management API (required)
  SEARCHCLOUD_API_KEY              management key; it need not be able to write (required)
  SEARCHCLOUD_REQUESTS_PER_MINUTE  the most requests in a minute (default 30)
  SEARCHCLOUD_DATA_API_KEY         data-plane key (required with --collections)
  SEARCHCLOUD_NODE_URL             with --collections: URL of a node (default https://{hostname})
  SEARCHCLOUD_DIALECT              search-cloud (default) or typesense-cloud
  SEARCHCLOUD_CA_CERTIFICATE_FILE  further authorities to trust (PEM)

Example:
  searchcloud adopt --language hcl --out search`;

/** `searchcloud adopt`: code for an account that runs. */
export function addAdopt(program: Command, terminal: Terminal): void {
  program
    .command("adopt")
    .summary("Turns the clusters of an account into code.")
    .description(DESCRIPTION)
    .addOption(
      new Option(
        "--language <name>",
        "of the project: TypeScript for CDKTF, or HCL for Terraform and OpenTofu",
      )
        .choices(Object.keys(LANGUAGES))
        .default("typescript"),
    )
    .option("--out <directory>", "where the project goes; it is created where it is missing", ".")
    .option("--cluster <id>", "only this cluster; may be repeated", gathered)
    .option(
      "--parameters",
      "server parameters too, for one more request per cluster; the first plan may show an update in place of a " +
        "cluster that has some, which sends nothing: an import does not read them",
    )
    .option("--collections", "collections and aliases too; needs SEARCHCLOUD_DATA_API_KEY")
    .option("--force", "replaces files that exist")
    .option("--json", "prints the result as JSON")
    .addHelpText("after", MORE)
    .action((options: AdoptOptions) => adopt(options, terminal));
}

async function adopt(options: AdoptOptions, terminal: Terminal): Promise<void> {
  const { write, needsPlugin } = LANGUAGES[options.language];
  const directory = resolve(options.out);
  // Before half an hour of reading.
  if (options.force !== true) refuseExisting(directory, write({ clusters: [], leftOut: [] }).keys());
  if (needsPlugin) requirePlugin(terminal.plugin);
  const settings = settingsFromEnvironment(terminal.env);
  if (options.collections && settings.dataApiKey === undefined)
    throw new CommandFailure(
      "No data-plane key to read collections: set the environment variable SEARCHCLOUD_DATA_API_KEY, such as to the admin_key of a searchcloud_api_keys.",
    );
  await withService(settings, terminal, (service) => read(service, settings, options, terminal));
}

async function read(
  service: Service,
  settings: Settings,
  options: AdoptOptions,
  terminal: Terminal,
): Promise<void> {
  const { cluster: clusters, parameters = false, collections = false, force } = options;
  const { write, needsPlugin, next } = LANGUAGES[options.language];
  const { signal, stderr, stdout, plugin } = terminal;
  const directory = resolve(options.out);
  const { apiKey = "", baseUrl = "" } = settings;
  const learnt = openLearnt(directory, { apiKey, baseUrl, parameters, collections }, Date.now());
  const scope = { clusters, parameters, collections };
  const account = await readAccount({ service, signal }, scope, learnt, terminal);
  const { project, remarks } = projectOf(account);
  for (const remark of remarks) stderr.write(`${remark}\n`);
  const files = write(project);
  if (force !== true) refuseExisting(directory, files.keys());
  placeFiles(directory, files);
  if (needsPlugin) installPlugin(plugin, directory, stderr);
  learnt.drop();
  const paths = [...files.keys()].map((path) => join(relative(process.cwd(), directory), path));
  const { length } = project.clusters;
  stderr.write(
    `Wrote ${length === 1 ? "1 cluster" : `${length} clusters`}. Next: cd ${options.out} && ${next}\n`,
  );
  stdout.write(options.json ? `${JSON.stringify(resultOf(project, paths))}\n` : `${paths.join("\n")}\n`);
}

function resultOf({ clusters, leftOut }: AdoptedProject, files: readonly string[]) {
  return {
    files,
    clusters: clusters.map(({ id, attributes: { name }, resourceName, collections, aliases }) => ({
      id,
      name,
      address: `searchcloud_cluster.${resourceName}`,
      collections: collections.map(({ attributes }) => attributes.name),
      aliases: aliases.map((alias) => alias.name),
    })),
    left_out: leftOut,
  };
}
