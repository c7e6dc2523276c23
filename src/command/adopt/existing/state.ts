import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../errors";
import type { Terminal } from "../../terminal";
import { terraformAt, terraformProgram } from "../../terraform";

/** What a state holds of this provider. */
export interface InState {
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
 * What the states of a project hold: those in its folder, and what `terraform state pull` answers where they are kept elsewhere.
 *
 * @param code what the project says, which tells whether the state is kept elsewhere
 * @throws CommandFailure where a state cannot be read: a cluster in it would be adopted a second time.
 */
export async function readStates(directory: string, code: string, terminal: Terminal): Promise<InState> {
  const local = localStates(directory);
  const initialized = initializedBelow(directory);
  const isElsewhere = /\bbackend\s+"|"backend"\s*:|\bcloud\s*\{|\b\w*Backend\(/.test(code);
  const readable = local.map(({ path, text }) => parsed(text) ?? path);
  const odd = readable.find((one) => typeof one === "string");
  const states = readable.filter((one) => typeof one !== "string");
  if (isElsewhere || odd !== undefined) {
    const why = isElsewhere ? "its state is kept elsewhere" : `${odd} cannot be read`;
    if (initialized.length === 0) throw unreadableState(directory, why, "It is not initialized here.");
    for (const folder of initialized) states.push(await pullState(directory, folder, why, terminal));
  }
  const ours = states
    .flatMap(({ resources }) => resources)
    .filter(({ mode, type = "" }) => mode === "managed" && type.startsWith("searchcloud_"));
  return {
    clusterIds: ours
      .filter(({ type }) => type === "searchcloud_cluster")
      .flatMap(({ instances = [] }) => instances.map(({ attributes }) => String(attributes?.id ?? ""))),
    names: ours.map(({ name = "" }) => name),
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

/** Folders in which terraform knows where the state is: that of a project in HCL, those of the stacks of a program. */
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
    throw unreadableState(directory, why, "Neither terraform nor tofu is on the PATH to read it with.");
  const { code, stdout, stderr } = await terraformAt(program, env, signal)(folder, ["state", "pull"]);
  if (code !== 0) throw unreadableState(directory, why, stderr.trim());
  // Nothing was deployed yet.
  const state = stdout.trim() === "" ? { resources: [] } : parsed(stdout);
  if (state === undefined) throw unreadableState(directory, why, `"state pull" did not answer a state.`);
  return state;
}

/** Undefined for what is no state, or an encrypted one. */
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
    `Cannot tell which clusters ${directory} has: ${why}. ${detail}\n` +
      'Run "terraform init" there (or "cdktf diff" for a program), so that "terraform state pull" works, and adopt again. Nothing was read ' +
      "of the account, because a cluster in that state would be adopted twice.",
  );
}
