import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Annotations, type ISynthesisSession, type TerraformProvider, TerraformStack } from "cdktf";
import { installInto } from "../src/installation/install";
import { check } from "./checks";

/** The plugin file of each stack, however many aliases of the provider it has. */
const installations = new WeakMap<TerraformStack, { pluginPath: string | undefined }>();

/**
 * Makes synthesis install the plugin in the stack's directory, so that Terraform finds it without any configuration
 * (docs/design/protocol.md#cdktf). Safe to call several times for one stack.
 * @throws when two calls for one stack name different plugin files.
 */
export function installPlugin(provider: TerraformProvider, pluginPath: string | undefined): void {
  const stack = TerraformStack.of(provider);
  const earlier = installations.get(stack);
  const installation = earlier ?? { pluginPath };
  installation.pluginPath ??= pluginPath;
  check(
    pluginPath === undefined || pluginPath === installation.pluginPath,
    `Stack "${stack.node.id}" has two plugin files, ${installation.pluginPath} and ${pluginPath}, but Terraform ` +
      "starts one for all aliases of a provider. Pass pluginPath once.",
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

/** Warnings only: they matter where the cdktf CLI runs Terraform. */
function advise(stack: TerraformStack, others: readonly RequiredProvider[]): void {
  const open = others.filter(({ version }) => version === undefined);
  if (open.length > 0) {
    const names = open.map(({ source, constraint = "any version" }) => `${source} (${constraint})`);
    Annotations.of(stack).addWarning(
      `Not pinned to one version: ${names.join(", ")}. The cdktf CLI then runs \`terraform providers lock\`, which asks a ` +
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

/** A provider that a stack requires, as CDKTF writes it into `required_providers`. */
interface RequiredProvider {
  /** Such as `aws`, `hashicorp/aws` or with a host; the type alone stands for one of HashiCorp's. */
  readonly source: string;
  /** `host/namespace/type`. */
  readonly address: string;
  readonly constraint: string | undefined;
  /** Where the constraint allows exactly one, as that of a prebuilt provider does. */
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

/** Ours has one that is written with it; what is part of Terraform has no place in the lock file. */
function needsEntry(ours: string): (other: RequiredProvider) => boolean {
  return ({ address }) => address !== ours && !address.startsWith("terraform.io/builtin/");
}

const PACKAGE = "cdktf-provider-searchcloud";
const IN_PACKAGE = join("dist", "terraform-provider-searchcloud");

/** Environment variable with the path of another plugin file, for development of the provider itself. */
export const PLUGIN_PATH_VARIABLE = "SEARCHCLOUD_PLUGIN_PATH";

/**
 * The plugin's executable: the path given, else the one in {@link PLUGIN_PATH_VARIABLE}, else the one in the npm package.
 * @throws when there is no file at that path.
 */
export function readPlugin(given: string | undefined): Buffer {
  const path = given ?? (process.env[PLUGIN_PATH_VARIABLE] || undefined) ?? packagedPlugin(__dirname);
  if (path !== undefined && existsSync(path)) return readFileSync(path);
  throw new Error(
    `The provider's plugin is not ${path === undefined ? `in a package ${PACKAGE} around ${__dirname}` : `at ${path}`}. ` +
      "In a checkout, run `npm run build`. In an installed package, install it again. " +
      `When a bundler has moved the code, set ${PLUGIN_PATH_VARIABLE} or the prop pluginPath to ` +
      `node_modules/${PACKAGE}/${IN_PACKAGE}.`,
  );
}

/** The plugin of the package that holds `folder`: sources and compiled code are at different depths of it. */
export function packagedPlugin(folder: string): string | undefined {
  if (isOurs(join(folder, "package.json"))) return join(folder, IN_PACKAGE);
  const parent = dirname(folder);
  return parent === folder ? undefined : packagedPlugin(parent);
}

function isOurs(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { name?: unknown };
  return name === PACKAGE;
}
