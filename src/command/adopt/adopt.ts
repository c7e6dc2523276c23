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
    /** Whether the provider's plugin has to be installed beside it. */
    needsPlugin: true,
    next: (out, { addition }) =>
      `cd ${out} && ${addition === undefined ? "terraform init && " : ""}terraform plan`,
  },
} as const satisfies {
  readonly [language: string]: {
    readonly write: WriteProject;
    readonly needsPlugin: boolean;
    /** What to do with the project. */
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

/** What is certain before the first request. */
interface Preparation {
  readonly directory: string;
  readonly settings: Settings;
  readonly keys: ClusterKeys | undefined;
  /** What clusters are added to; undefined: the project is new. */
  readonly existing: ExistingProject | undefined;
  readonly written: ProjectOptions;
}

/** Writes a project for the clusters of an account, or adds to one. @throws CommandFailure */
export async function adopt(options: AdoptOptions, terminal: Terminal): Promise<void> {
  const prepared = await prepare(options, terminal);
  await withService(prepared.settings, terminal, (service) => read(service, prepared, options, terminal));
}

/** Refuses what cannot succeed, before half an hour of reading. */
async function prepare(options: AdoptOptions, terminal: Terminal): Promise<Preparation> {
  const { language, library, package: tarball, out, force = false } = options;
  const { write, needsPlugin } = LANGUAGES[language];
  if (language !== "typescript" && (library ?? tarball) !== undefined)
    throw new UsageError(
      `${library === undefined ? "--package" : "--library"} is for programs: it goes with --language typescript, not ${language}.`,
    );
  if (out === "")
    throw new UsageError("--out is empty. Give the folder of the project; without --out it is this one.");
  const directory = resolve(out);
  const packageSource = packageSourceFor(directory, tarball);
  const settings = settingsFromEnvironment(terminal.env);
  const keys = clusterKeysFor(options, settings, terminal);
  requireWritable(directory);
  const existing = force ? undefined : await readExistingProject(directory, language, terminal);
  if (existing && library !== undefined && library !== existing.library)
    throw new CommandError(`${directory} holds a program for ${existing.library}, not ${library}.`);
  if (existing && tarball !== undefined)
    throw new CommandError(
      `${directory} holds a project already, and its package.json stays as it is: leave --package out, or run npm install ${tarball} there.`,
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
  const asked = { apiKey, baseUrl, parameters, collections: keys !== undefined };
  const learnt = openCheckpoint(directory, asked, Date.now());
  const isAdopted = (id: string) => existing?.knows(id) === true;
  const scope = { clusters, parameters, keys, isAdopted };
  const account = await readAccount({ service, signal }, scope, learnt, terminal);
  const { project, remarks } = planProject(account.clusters, existing?.takenNames);
  for (const remark of remarks) stderr.write(`${remark}\n`);
  if (clusters === undefined) warnOfUnknown(keys, account.ids, stderr);
  const { length } = project.clusters;
  const isNothingNew = existing !== undefined && length === 0;
  const files = isNothingNew ? new Map<string, string>() : write(project, written);
  if (!force) refuseExisting(directory, files.keys());
  placeFiles(directory, files);
  if (needsPlugin && existing === undefined) installPlugin(plugin, directory, stderr);
  learnt.drop();
  const paths = [...files.keys()].map((path) => join(relative(process.cwd(), directory), path));
  const count = (number: number) => (number === 1 ? "1 cluster" : `${number} clusters`);
  if (existing) stderr.write(`The project has ${count(account.adopted)} already, which stay as they are.\n`);
  stderr.write(
    isNothingNew
      ? "There is nothing to add.\n"
      : `Wrote ${count(length)}. Next: ${next(options.out, written)}\n`,
  );
  if (options.language === "typescript" && options.package === undefined && !existing)
    stderr.write(`${FROM_NPM}\n`);
  if (options.json) stdout.write(`${JSON.stringify(resultOf(project, paths))}\n`);
  else if (paths.length > 0) stdout.write(`${paths.join("\n")}\n`);
}

/** For whoever has a version that is not released. */
const FROM_NPM =
  `npm takes cdktf-provider-searchcloud ${version} from its registry. Where the registry does not have that version, "npm install" fails ` +
  "with E404 or ETARGET: run `npm pack` in a checkout, and adopt again with --force --package FILE.tgz.";

/** A key of a cluster that is not there is often a mistyped id. */
function warnOfUnknown(
  keys: ClusterKeys | undefined,
  ids: ReadonlySet<string>,
  stderr: Terminal["stderr"],
): void {
  for (const id of keys?.named.filter((one) => !ids.has(one)) ?? [])
    stderr.write(`Warning: --keys names cluster ${id}, which the account does not have.\n`);
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
