import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Annotations, type ISynthesisSession, type TerraformProvider, TerraformStack } from "cdktf";
import { installInto } from "../src/installation/install";
import { check } from "./checks";

/** The plugin file of each stack, which all aliases of the provider share. */
const installations = new WeakMap<TerraformStack, { pluginPath: string | undefined }>();

/**
 * Makes synthesis install the plugin in the stack's directory, where Terraform finds it without configuration
 * (docs/design/protocol.md#cdktf). Can be called several times for a stack.
 * @throws if two calls for a stack name different plugin files
 */
export function installPlugin(provider: TerraformProvider, pluginPath: string | undefined): void {
  const stack = TerraformStack.of(provider);
  const earlier = installations.get(stack);
  const installation = earlier ?? { pluginPath };
  installation.pluginPath ??= pluginPath;
  check(
    pluginPath === undefined || pluginPath === installation.pluginPath,
    `Stack "${stack.node.id}" has two plugin files, ${installation.pluginPath} and ${pluginPath}, but Terraform ` +
      "uses one for all aliases of a provider: pass pluginPath once.",
  );
  if (earlier !== undefined) return;
  installations.set(stack, installation);
  const inner = stack.synthesizer;
  let advised = false;
  stack.synthesizer = {
    synthesize(session: ISynthesisSession): void {
      const { address, version = "" } = requiredProvider(provider);
      const others = stack.allProviders().map(requiredProvider).filter(needsEntry(address));
      if (!advised) advise(stack, others);
      advised = true;
      inner.synthesize(session);
      const directory = join(session.outdir, session.manifest.forStack(stack).workingDirectory);
      const pinned = [...new Map(others.map((other) => [other.address, other])).values()].flatMap(
        ({ address, version }) => (version === undefined ? [] : [{ address, version }]),
      );
      installInto(directory, { address, version, content: readPlugin(installation.pluginPath) }, pinned);
    },
  };
}

/** Adds warnings, because not everybody runs Terraform with the cdktf CLI or on this machine. */
function advise(stack: TerraformStack, others: readonly RequiredProvider[]): void {
  const open = others.filter(({ version }) => version === undefined);
  if (open.length > 0) {
    const names = open.map(({ source, constraint = "any version" }) => `${source} (${constraint})`);
    Annotations.of(stack).addWarning(
      `Providers without an exact version: ${names.join(", ")}. The cdktf CLI then runs \`terraform providers lock\`, which asks a ` +
        "registry for every provider and fails for searchcloud, which is in none. Pin an exact version, or pass " +
        "--skip-provider-lock to cdktf diff, deploy, destroy and output.",
    );
  }
  if (process.platform === "win32") {
    Annotations.of(stack).addWarning(
      "The searchcloud plugin does not run on Windows. Run Terraform on Linux, on macOS or in WSL.",
    );
  }
}

/** A provider in `required_providers` of a stack. */
interface RequiredProvider {
  /** Such as `aws`, `hashicorp/aws`, or with a host. A type alone is a provider of HashiCorp. */
  readonly source: string;
  /** `host/namespace/type`. */
  readonly address: string;
  readonly constraint: string | undefined;
  /** Set if the constraint allows exactly one version, as prebuilt providers do. */
  readonly version: string | undefined;
}

function requiredProvider(provider: TerraformProvider): RequiredProvider {
  const { terraformProviderSource, terraformResourceType, terraformGeneratorMetadata } = provider;
  const source = terraformProviderSource ?? terraformResourceType;
  const parts = source.toLowerCase().split("/");
  const defaults = ["registry.terraform.io", "hashicorp"].slice(0, Math.max(0, 3 - parts.length));
  const { providerVersion, providerVersionConstraint } = terraformGeneratorMetadata ?? {};
  const constraint = providerVersion ?? providerVersionConstraint;
  const version = /^\s*=?\s*v?(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)\s*$/.exec(constraint ?? "")?.[1];
  return { source, address: [...defaults, ...parts].join("/"), constraint, version };
}

/** Selects providers other than this one, whose entry is written separately, and without built-in ones, which are not locked. */
function needsEntry(own: string): (other: RequiredProvider) => boolean {
  return ({ address }) => address !== own && !address.startsWith("terraform.io/builtin/");
}

const PACKAGE = "cdktf-provider-searchcloud";
const IN_PACKAGE = join("dist", "terraform-provider-searchcloud");

/** Environment variable with the path of another plugin file, for development of the provider. */
export const PLUGIN_PATH_VARIABLE = "SEARCHCLOUD_PLUGIN_PATH";

/**
 * Reads the plugin's executable: the given path, else that in {@link PLUGIN_PATH_VARIABLE}, else the one in the npm package.
 * @throws if the file is missing
 */
export function readPlugin(given: string | undefined): Buffer {
  const path = given ?? (process.env[PLUGIN_PATH_VARIABLE] || undefined) ?? packagedPlugin(__dirname);
  if (path !== undefined && existsSync(path)) return readFileSync(path);
  throw new Error(
    `The provider's plugin was not found ${path === undefined ? `in a package ${PACKAGE} around ${__dirname}` : `at ${path}`}. ` +
      "In a checkout, run `npm run build`. In an installed package, reinstall it. " +
      `If a bundler has moved the code, set ${PLUGIN_PATH_VARIABLE} or the prop pluginPath to ` +
      `node_modules/${PACKAGE}/${IN_PACKAGE}.`,
  );
}

/** Returns the plugin of the package around a directory: sources and compiled code have different depths. */
export function packagedPlugin(folder: string): string | undefined {
  if (isPackage(join(folder, "package.json"))) return join(folder, IN_PACKAGE);
  const parent = dirname(folder);
  return parent === folder ? undefined : packagedPlugin(parent);
}

function isPackage(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { name?: unknown };
  return name === PACKAGE;
}
