import { readFileSync } from "node:fs";
import { join } from "node:path";
import { noticesOf } from "./notices";
import { type BundledPackage, bundledPackages } from "./packages";
import { sbomOf } from "./sbom";

/** What travels with copies of a bundle. */
export interface Owed {
  /** The text of THIRD_PARTY_NOTICES. */
  readonly notices: string;
  /** CycloneDX in JSON. */
  readonly sbom: string;
}

/**
 * The licences and the bill of materials of what is bundled.
 *
 * @param inputs the bundler's list of files, relative to `root`, the folder of our package.json.
 * @param more the Node inside, and when it was made.
 * @throws when a package has no licence text.
 */
export async function owedFor(
  inputs: readonly string[],
  root: string,
  { node, date }: { readonly node?: BundledPackage; readonly date?: Date } = {},
): Promise<Owed> {
  const json = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const { name, version, license: licence } = json("package.json");
  const packages = bundledPackages(inputs, root);
  const lock = json("package-lock.json");
  return {
    notices: noticesOf(node ? [...packages, node] : packages),
    sbom: await sbomOf({ name, version, licence }, { packages, node, lock, date }),
  };
}
