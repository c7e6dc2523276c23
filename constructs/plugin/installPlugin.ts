import { join } from "node:path";
import { Annotations, type ISynthesisSession, type TerraformProvider, TerraformStack } from "cdktf";
import { installInto } from "../../src/installation/install";
import type { LockEntry } from "../../src/installation/lockFile";
import { readPlugin } from "./pluginFile";
import { exactVersion, fullAddress, isBuiltIn, type RequiredProvider } from "./requiredProviders";

interface Installation {
  /** `host/namespace/type` and version of our provider. */
  readonly address: string;
  readonly version: string;
  pluginPath: string | undefined;
}

/** One plugin for each stack, however many aliases of the provider it has. */
const installations = new WeakMap<TerraformStack, Installation>();

/**
 * Makes synthesis install the plugin in the stack's directory, so that Terraform finds it without any configuration
 * (docs/design/protocol.md#cdktf). Safe to call several times for one stack.
 *
 * @throws when two calls for one stack name different plugin files.
 */
export function installPlugin(provider: TerraformProvider, pluginPath: string | undefined): void {
  const stack = TerraformStack.of(provider);
  const earlier = installations.get(stack);
  if (earlier !== undefined) {
    if (pluginPath !== undefined && earlier.pluginPath !== undefined && pluginPath !== earlier.pluginPath) {
      throw new Error(
        `Stack "${stack.node.id}" has two plugin files, ${earlier.pluginPath} and ${pluginPath}, but Terraform ` +
          "starts one for all aliases of a provider. Pass pluginPath once.",
      );
    }
    earlier.pluginPath ??= pluginPath;
    return;
  }
  const { source, version } = requiredProvider(provider);
  const installation: Installation = { address: fullAddress(source), version: version ?? "", pluginPath };
  installations.set(stack, installation);
  wrapSynthesizer(stack, installation);
}

function wrapSynthesizer(stack: TerraformStack, installation: Installation): void {
  const inner = stack.synthesizer;
  let advised = false;
  stack.synthesizer = {
    synthesize(session: ISynthesisSession): void {
      if (!advised) advise(stack, installation.address);
      advised = true;
      inner.synthesize(session);
      const directory = join(session.outdir, session.manifest.forStack(stack).workingDirectory);
      const { address, version, pluginPath } = installation;
      const plugin = { address, version, content: readPlugin(pluginPath) };
      installInto(directory, plugin, otherEntries(stack, address));
    },
  };
}

/** Warnings only: they matter where the cdktf CLI runs Terraform. */
function advise(stack: TerraformStack, ourAddress: string): void {
  const open = otherProviders(stack, ourAddress).filter(({ version }) => exactVersion(version) === undefined);
  if (open.length > 0) {
    const names = open.map(({ source, version }) => `${source} (${version ?? "any version"})`).join(", ");
    Annotations.of(stack).addWarning(
      `Not pinned to one version: ${names}. The cdktf CLI then runs \`terraform providers lock\`, which asks a registry ` +
        "for every provider and fails for searchcloud, which is in none. Pin an exact version, or pass " +
        "--skip-provider-lock to cdktf diff, deploy, destroy and output.",
    );
  }
  if (process.platform === "win32") {
    Annotations.of(stack).addWarning(
      "The searchcloud plugin does not run on Windows. Run Terraform on Linux, on macOS or in WSL.",
    );
  }
}

function otherEntries(stack: TerraformStack, ourAddress: string): LockEntry[] {
  const pinned = otherProviders(stack, ourAddress).map(
    ({ source, version }): [string, string | undefined] => [fullAddress(source), exactVersion(version)],
  );
  return [...new Map(pinned)].flatMap(([address, version]) =>
    version === undefined ? [] : [{ address, version }],
  );
}

function otherProviders(stack: TerraformStack, ourAddress: string): RequiredProvider[] {
  return stack
    .allProviders()
    .map(requiredProvider)
    .filter(({ source }) => fullAddress(source) !== ourAddress && !isBuiltIn(fullAddress(source)));
}

function requiredProvider(provider: TerraformProvider): RequiredProvider {
  const { terraformProviderSource, terraformResourceType, terraformGeneratorMetadata } = provider;
  const { providerVersion, providerVersionConstraint } = terraformGeneratorMetadata ?? {};
  return {
    source: terraformProviderSource ?? terraformResourceType,
    version: providerVersion ?? providerVersionConstraint,
  };
}
