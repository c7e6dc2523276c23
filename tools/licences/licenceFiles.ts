import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ComponentType, HashAlgorithm, LifecyclePhase } from "@cyclonedx/cyclonedx-library/Enums";
import { Bom, Component, HashDictionary, LicenseExpression } from "@cyclonedx/cyclonedx-library/Models";
import { JsonSerializer, JSON as Normalize } from "@cyclonedx/cyclonedx-library/Serialize";
import { Spec1dot6 } from "@cyclonedx/cyclonedx-library/Spec";
import { JsonStrictValidator } from "@cyclonedx/cyclonedx-library/Validation";
import { type BundledPackage, bundledPackages, noticesOf } from "./packages";

/** The files that must accompany copies of a bundle. */
interface LicenceFiles {
  /** The text of THIRD_PARTY_NOTICES. */
  readonly notices: string;
  /** CycloneDX in JSON. */
  readonly sbom: string;
}

/**
 * Creates the licences and the bill of materials of a bundle.
 *
 * @param inputs the bundler's list of files, relative to `root`, the folder of package.json
 * @throws if a package has no licence text
 */
export async function licenceFiles(
  inputs: readonly string[],
  root: string,
  { node, date }: { readonly node?: BundledPackage; readonly date?: Date } = {},
): Promise<LicenceFiles> {
  const json = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const { name, version, license: licence } = json("package.json");
  const packages = bundledPackages(inputs, root);
  const lock = json("package-lock.json");
  return {
    notices: noticesOf(node ? [...packages, node] : packages),
    sbom: await sbomOf({ name, version, licence }, { packages, node, lock, date }),
  };
}

/** The product of the bill. */
interface Product {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** The origin of the packages, from package-lock.json. */
interface Lock {
  readonly packages: {
    readonly [path: string]: { readonly version?: string; readonly integrity?: string };
  };
}

interface Contents {
  readonly packages: readonly BundledPackage[];
  /** The Node inside a single executable. */
  readonly node?: BundledPackage;
  readonly lock: Lock;
  /** The date of the bill. If left out, the bill is always the same. */
  readonly date?: Date;
}

/**
 * Creates the software bill of materials of a product, as CycloneDX 1.6 in JSON.
 *
 * @throws if the result does not match CycloneDX's schema
 */
export async function sbomOf(product: Product, { packages, node, lock, date }: Contents): Promise<string> {
  const root = component(ComponentType.Application, product, `pkg:npm/${product.name}@${product.version}`);
  const libraries = packages.map((one) => {
    const found = component(
      ComponentType.Library,
      one,
      `pkg:npm/${one.name.replace("@", "%40")}@${one.version}`,
    );
    found.hashes = hashesOf(one, lock);
    return found;
  });
  const runtime = node && component(ComponentType.Platform, node, `pkg:generic/node@${node.version}`);
  if (runtime) runtime.cpe = `cpe:2.3:a:nodejs:node.js:${node?.version}:*:*:*:*:*:*:*`;
  const carried = runtime ? [...libraries, runtime] : libraries;
  const bom = new Bom();
  bom.metadata.component = root;
  bom.metadata.lifecycles.add(LifecyclePhase.Build);
  bom.metadata.timestamp = date;
  for (const one of carried) {
    bom.components.add(one);
    root.dependencies.add(one.bomRef);
  }
  const text = new JsonSerializer(new Normalize.Normalize.Factory(Spec1dot6)).serialize(bom, {
    sortLists: true,
    space: 2,
  });
  const complaint = await new JsonStrictValidator(Spec1dot6.version).validate(text);
  if (complaint !== null)
    throw new Error(`The bill of materials is not valid CycloneDX: ${JSON.stringify(complaint)}`);
  return `${text}\n`;
}

function component(type: ComponentType, { name, version, licence }: Product, purl: string): Component {
  const made = new Component(type, name, { version, purl, bomRef: purl });
  made.licenses.add(new LicenseExpression(licence));
  return made;
}

/** Returns the hash of the package's tarball. Empty for a version that npm has not locked. */
function hashesOf({ name, version }: BundledPackage, { packages }: Lock): HashDictionary {
  // A copy inside another package has no integrity of its own.
  const locked = Object.entries(packages).find(
    ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version && one.integrity,
  );
  const sha512 = /^sha512-(.*)$/.exec(locked?.[1].integrity ?? "")?.[1];
  if (sha512 === undefined) return new HashDictionary();
  return new HashDictionary([[HashAlgorithm["SHA-512"], Buffer.from(sha512, "base64").toString("hex")]]);
}
