import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
