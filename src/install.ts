import { chmodSync, copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { version } from "../package.json";
import { ADDRESS } from "./provider/address";

const HELP = `Usage: searchcloud-install [directory]

Puts the provider's plugin into terraform.d/plugins of the directory (by default this one), where \`terraform init\`
finds it. Run it again after an update of the package; delete .terraform.lock.hcl then, for the plugin has changed.
CDKTF programs need none of this: SearchCloudProvider brings the plugin along.
`;

/** Where `terraform init` looks for the plugin, in a directory that holds a configuration. */
export function pluginPath(directory: string, platform: NodeJS.Platform, processor: string): string {
  const system = platform === "win32" ? "windows" : platform;
  const target = `${system}_${processor === "x64" ? "amd64" : processor}`;
  return join(
    directory,
    "terraform.d/plugins",
    ADDRESS,
    version,
    target,
    `terraform-provider-searchcloud_v${version}`,
  );
}

function main(words: readonly string[]): void {
  const [directory = "."] = words;
  if (words.length > 1 || directory.startsWith("-")) {
    const asked = words.length === 1 && (directory === "--help" || directory === "-h");
    (asked ? process.stdout : process.stderr).write(HELP);
    process.exitCode = asked ? 0 : 2;
    return;
  }
  const plugin = join(__dirname, "terraform-provider-searchcloud");
  const target = resolve(directory);
  if (!existsSync(plugin))
    fail(`The plugin is not at ${plugin}: run \`npm run build\`, or install the package again.`);
  else if (!existsSync(target)) fail(`There is no directory ${target}.`);
  else {
    const path = pluginPath(target, process.platform, process.arch);
    mkdirSync(join(path, ".."), { recursive: true });
    copyFileSync(plugin, path);
    chmodSync(path, 0o755);
    process.stdout.write(`${relative(process.cwd(), path)}\nNow run: terraform init\n`);
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

if (require.main === module) main(process.argv.slice(2));
