import { join, relative, resolve } from "node:path";
import { version } from "../../../package.json";
import { type Settings, settingsFromEnvironment } from "../../provider/settings";
import { CommandError, UsageError } from "../errors";
import { installPlugin, requirePlugin } from "../install";
import { type Service, withService } from "../service";
import type { Terminal } from "../terminal";
import { openCheckpoint } from "./checkpoint";
import { type ExistingProject, readExistingProject } from "./existing/project";
import { writeHcl } from "./hcl/write";
import { type ClusterKeys, clusterKeysFor, type KeyOptions } from "./keys";
import type { AdoptedProject, Library, ProjectOptions, WriteProject } from "./model";
import { placeFiles, refuseExisting, requireWritable } from "./output";
import { planProject } from "./project";
import { readAccount } from "./read";
import { additionName } from "./typescript/program";
import { packageSourceFor, writeTypeScript } from "./typescript/project";

const LANGUAGES = {
  typescript: {
    write: writeTypeScript,
    needsPlugin: false,
    next: (out, { library, addition }) =>
      addition === undefined
        ? `cd ${out} && npm install && npx ${library} diff`
        : `in the program, import { ${additionName(addition)} } from "./${addition.replace(/\.ts$/, "")}" and call ${additionName(addition)}(stack); then cd ${out} && npx ${library} diff`,
  },
  hcl: {
    write: writeHcl,
    needsPlugin: true,
    next: (out, { addition }) =>
      `cd ${out} && ${addition === undefined ? "terraform init && " : ""}terraform plan`,
  },
} as const satisfies {
  readonly [language: string]: {
    readonly write: WriteProject;
    /** True if the provider's plugin must be installed beside the project. */
    readonly needsPlugin: boolean;
    /** Returns the next step for the user, as shell commands. */
    readonly next: (out: string, options: ProjectOptions) => string;
  };
};
type Language = keyof typeof LANGUAGES;

export const LANGUAGE_NAMES: readonly string[] = Object.keys(LANGUAGES);
export const LIBRARIES: readonly Library[] = ["cdktf", "cdktn"];

/** The options of `searchcloud adopt`. */
export interface AdoptOptions extends KeyOptions {
  readonly language: Language;
  readonly library?: Library;
  readonly package?: string;
  readonly out: string;
  readonly cluster?: readonly string[];
  readonly parameters?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** The options after validation, before the first request. */
interface Preparation {
  readonly directory: string;
  readonly settings: Settings;
  readonly keys: ClusterKeys | undefined;
  /** The project to which clusters are added. Undefined: a new project. */
  readonly existing: ExistingProject | undefined;
  readonly written: ProjectOptions;
}

/** Writes a project for the clusters of an account, or adds to an existing one. @throws CommandError */
export async function adopt(options: AdoptOptions, terminal: Terminal): Promise<void> {
  const prepared = await prepare(options, terminal);
  await withService(prepared.settings, terminal, (service) => read(service, prepared, options, terminal));
}

/** Rejects what cannot succeed, before half an hour of reading. */
async function prepare(options: AdoptOptions, terminal: Terminal): Promise<Preparation> {
  const { language, library, package: tarball, out, force = false } = options;
  const { write, needsPlugin } = LANGUAGES[language];
  if (language !== "typescript" && (library ?? tarball) !== undefined)
    throw new UsageError(
      `${library === undefined ? "--package" : "--library"} applies to --language typescript only, not to ${language}.`,
    );
  if (out === "")
    throw new UsageError("--out is empty. Name the project's directory, or omit --out for the current one.");
  const directory = resolve(out);
  const packageSource = packageSourceFor(directory, tarball);
  const settings = settingsFromEnvironment(terminal.env);
  const keys = clusterKeysFor(options, settings, terminal);
  requireWritable(directory);
  const existing = force ? undefined : await readExistingProject(directory, language, terminal);
  if (existing && library !== undefined && library !== existing.library)
    throw new CommandError(`${directory} contains a program for ${existing.library}, not ${library}.`);
  if (existing && tarball !== undefined)
    throw new CommandError(
      `${directory} already contains a project, and its package.json is not changed: omit --package, or run npm install ${tarball} there.`,
    );
  const written = {
    library: existing?.library ?? library ?? "cdktf",
    packageSource,
    addition: existing?.newFile,
  };
  if (!force) refuseExisting(directory, write({ clusters: [], leftOut: [] }, written).keys());
  if (needsPlugin && existing === undefined) requirePlugin(terminal.plugin);
  return { directory, settings, keys, existing, written };
}

async function read(
  service: Service,
  { directory, settings, keys, existing, written }: Preparation,
  options: AdoptOptions,
  terminal: Terminal,
): Promise<void> {
  const { cluster: clusters, parameters = false, force = false } = options;
  const { write, needsPlugin, next } = LANGUAGES[options.language];
  const { signal, stderr, stdout, plugin } = terminal;
  const { apiKey = "", baseUrl = "" } = settings;
  const checkpointScope = { apiKey, baseUrl, parameters, collections: keys !== undefined };
  const checkpoint = openCheckpoint(directory, checkpointScope, Date.now());
  const isAdopted = (id: string) => existing?.knows(id) === true;
  const scope = { clusters, parameters, keys, isAdopted };
  const account = await readAccount({ service, signal }, scope, checkpoint, terminal);
  const { project, remarks } = planProject(account.clusters, existing?.takenNames);
  for (const remark of remarks) stderr.write(`${remark}\n`);
  if (clusters === undefined) warnAboutUnknown(keys, account.ids, stderr);
  const { length } = project.clusters;
  const isNothingNew = existing !== undefined && length === 0;
  const files = isNothingNew ? new Map<string, string>() : write(project, written);
  if (!force) refuseExisting(directory, files.keys());
  placeFiles(directory, files);
  if (needsPlugin && existing === undefined) installPlugin(plugin, directory, stderr);
  checkpoint.remove();
  const paths = [...files.keys()].map((path) => join(relative(process.cwd(), directory), path));
  const count = (number: number) => (number === 1 ? "1 cluster" : `${number} clusters`);
  if (existing)
    stderr.write(
      `The project already has ${count(account.adopted)}, which ${account.adopted === 1 ? "is" : "are"} not changed.\n`,
    );
  stderr.write(
    isNothingNew ? "Nothing to add.\n" : `Wrote ${count(length)}. Next: ${next(options.out, written)}\n`,
  );
  if (options.language === "typescript" && options.package === undefined && !existing)
    stderr.write(`${FROM_NPM}\n`);
  if (options.json) stdout.write(`${JSON.stringify(resultOf(project, paths))}\n`);
  else if (paths.length > 0) stdout.write(`${paths.join("\n")}\n`);
}

/** For versions that are not published. */
const FROM_NPM =
  `package.json requires cdktf-provider-searchcloud ${version} from npm's registry. If "npm install" fails with E404 or ETARGET, the registry ` +
  "does not have that version: run `npm pack` in a checkout, then adopt again with --force --package FILE.tgz.";

/** Warns about ids in the key file that the account does not have: they are often mistyped. */
function warnAboutUnknown(
  keys: ClusterKeys | undefined,
  ids: ReadonlySet<string>,
  stderr: Terminal["stderr"],
): void {
  for (const id of keys?.named.filter((one) => !ids.has(one)) ?? [])
    stderr.write(`Warning: --keys names cluster ${id}, which is not in the account.\n`);
}

function resultOf({ clusters, leftOut }: AdoptedProject, files: readonly string[]) {
  return {
    files,
    clusters: clusters.map(
      ({ id, attributes: { name }, resourceName, collections, liveCollections, aliases }) => ({
        id,
        name,
        address: `searchcloud_cluster.${resourceName}`,
        collections: collections.map(({ attributes }) => attributes.name),
        live_collections: liveCollections.map(({ attributes }) => attributes.name),
        aliases: aliases.map((alias) => alias.name),
      }),
    ),
    left_out: leftOut,
  };
}
