import { terraformPlatform } from "../../src/installation/install";
import { NODE, type PinnedProgram } from "../downloads/pinned";

/** A platform that a release is made for. */
export interface Platform {
  /** Terraform's name of it, such as `linux_amd64`. */
  readonly name: string;
  readonly system: "linux" | "darwin" | "windows";
  /** The Node that its executable is made of. */
  readonly node: PinnedProgram;
}

/** The release line of Node inside: an LTS of which there is a binary for every platform. */
const LINE = 22;

/** All that a release may be made for. */
export const PLATFORMS: readonly Platform[] = Object.entries(NODE[LINE]).flatMap(([key, node]) => {
  const [system = "", processor = ""] = key.split("-");
  const name = terraformPlatform(system, processor);
  return node ? [{ name, system: name.split("_")[0] as Platform["system"], node }] : [];
});

/** This machine's; undefined where Node's binary is not to be had for it. */
export const OWN = PLATFORMS.find(({ name }) => name === terraformPlatform());

/**
 * The platforms of a list such as `linux_amd64,darwin_arm64`; all of them without a list.
 *
 * @throws when one is unknown.
 */
export function chosenPlatforms(list?: string): readonly Platform[] {
  if (list === undefined) return PLATFORMS;
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => PLATFORMS.every((one) => one.name !== name));
  if (unknown.length > 0) {
    const known = PLATFORMS.map(({ name }) => name).join(", ");
    throw new Error(
      `--only ${list}: there is no release for "${unknown.join('", "')}". There is one for ${known}.`,
    );
  }
  return PLATFORMS.filter(({ name }) => names.includes(name));
}
