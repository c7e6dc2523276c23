import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../errors";
import type { Terminal } from "../../terminal";
import { terraformAt, terraformProgram } from "../../terraform";

/** The resources of this provider in a state. */
interface StateSummary {
  readonly clusterIds: readonly string[];
  readonly names: readonly string[];
}

interface StateFile {
  readonly resources: readonly {
    readonly mode?: string;
    readonly type?: string;
    readonly name?: string;
    readonly instances?: readonly { readonly attributes?: { readonly id?: unknown } | null }[];
  }[];
}

/**
 * Reads the states of a project: the files in its directory, or a remote state with `terraform state pull`.
 *
 * @param code of the project, which configures a remote state or none
 * @throws CommandError if a state cannot be read: a cluster in it would be adopted twice.
 */
export async function readStates(directory: string, code: string, terminal: Terminal): Promise<StateSummary> {
  const local = localStates(directory);
  const initialized = initializedBelow(directory);
  const isRemote = /\bbackend\s+"|"backend"\s*:|\bcloud\s*\{|\b\w*Backend\(/.test(code);
  const readable = local.map(({ path, text }) => parsed(text) ?? path);
  const unreadable = readable.find((one) => typeof one === "string");
  const states = readable.filter((one) => typeof one !== "string");
  if (isRemote || unreadable !== undefined) {
    const why = isRemote ? "its state is remote" : `${unreadable} cannot be read`;
    if (initialized.length === 0)
      throw unreadableState(directory, why, "The project is not initialized here.");
    for (const folder of initialized) states.push(await pullState(directory, folder, why, terminal));
  }
  const resources = states
    .flatMap(({ resources }) => resources)
    .filter(({ mode, type = "" }) => mode === "managed" && type.startsWith("searchcloud_"));
  return {
    clusterIds: resources
      .filter(({ type }) => type === "searchcloud_cluster")
      .flatMap(({ instances = [] }) => instances.map(({ attributes }) => String(attributes?.id ?? ""))),
    names: resources.map(({ name = "" }) => name),
  };
}

function localStates(directory: string): { readonly path: string; readonly text: string }[] {
  const workspaces = join(directory, "terraform.tfstate.d");
  const folders = [directory, ...namesIn(workspaces).map((name) => join(workspaces, name))];
  return folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith(".tfstate"))
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: readFileSync(path, "utf8") })),
  );
}

/** Finds the initialized directories, in which terraform can find the state: of a project in HCL, or of the stacks of a program. */
function initializedBelow(directory: string): string[] {
  const stacks = join(directory, "cdktf.out/stacks");
  return [directory, ...namesIn(stacks).map((name) => join(stacks, name))].filter((folder) =>
    existsSync(join(folder, ".terraform")),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function pullState(
  directory: string,
  folder: string,
  why: string,
  terminal: Terminal,
): Promise<StateFile> {
  const { env, signal } = terminal;
  const program = terraformProgram(env, ["TERRAFORM_BINARY_NAME"]);
  if (program === undefined)
    throw unreadableState(directory, why, "Neither terraform nor tofu is on the PATH.");
  const { code, stdout, stderr } = await terraformAt(program, env, signal)(folder, ["state", "pull"]);
  if (code !== 0) throw unreadableState(directory, why, stderr.trim());
  // Before the first deploy, the state is empty.
  const state = stdout.trim() === "" ? { resources: [] } : parsed(stdout);
  if (state === undefined) throw unreadableState(directory, why, `"state pull" did not return a state.`);
  return state;
}

/** Returns undefined for an encrypted state, and for a text that is not a state. */
function parsed(text: string): StateFile | undefined {
  try {
    const { resources } = JSON.parse(text) as Partial<StateFile>;
    return Array.isArray(resources) ? { resources } : undefined;
  } catch {
    return undefined;
  }
}

function unreadableState(directory: string, why: string, detail: string): CommandError {
  return new CommandError(
    `Cannot determine which clusters ${directory} already has: ${why}. ${detail}\n` +
      'Run "terraform init" there (or "cdktf diff" for a program) so that "terraform state pull" works, then adopt again. Nothing was read ' +
      "from the account, because a cluster in that state would be adopted twice.",
  );
}
