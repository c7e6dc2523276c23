import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { version } from "../package.json";
import { installInto } from "./installation/install";
import { ADDRESS } from "./provider/address";

const HELP = `Usage: searchcloud-install [directory]

Writes the provider's plugin into terraform.d/plugins of the directory (by default this one), where \`terraform init\`
or \`tofu init\` finds it, and the provider's entry into .terraform.lock.hcl. The entries of other providers stay as they are.
Run it again after an update of the package, then \`init\` again.
CDKTF programs do not need it: SearchCloudProvider brings the plugin along.
`;

function main(words: readonly string[]): void {
  const [directory = "."] = words;
  if (words.length > 1 || directory.startsWith("-")) {
    const isHelp = words.length === 1 && (directory === "--help" || directory === "-h");
    (isHelp ? process.stdout : process.stderr).write(HELP);
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  try {
    const path = install(resolve(directory));
    process.stdout.write(`${relative(process.cwd(), path)}\nNow run: terraform init (or tofu init)\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

function install(directory: string): string {
  const plugin = join(__dirname, "terraform-provider-searchcloud");
  if (!existsSync(plugin)) {
    throw new Error(`The plugin is not at ${plugin}: run \`npm run build\`, or install the package again.`);
  }
  if (!existsSync(directory)) throw new Error(`There is no directory ${directory}.`);
  return installInto(directory, { address: ADDRESS, version, content: readFileSync(plugin) });
}

main(process.argv.slice(2));
