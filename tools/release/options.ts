import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { terraformPlatform } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { NODE, type PinnedProgram } from "../downloads/pinned";
import { checkAddress } from "./mirror";

/** A platform of a release. */
export interface Platform {
  /** Terraform's name, such as `linux_amd64`. */
  readonly name: string;
  readonly system: "linux" | "darwin" | "windows";
  /** The Node in its executable. */
  readonly node: PinnedProgram;
}

/** The release line of the included Node: an LTS with a binary for every platform. */
const LINE = 22;

/** All platforms of a release. */
export const PLATFORMS: readonly Platform[] = Object.entries(NODE[LINE]).flatMap(([key, node]) => {
  const [system = "", processor = ""] = key.split("-");
  const name = terraformPlatform(system, processor);
  return node ? [{ name, system: name.split("_")[0] as Platform["system"], node }] : [];
});

/** This machine's platform. Undefined if there is no Node binary for it. */
export const OWN = PLATFORMS.find(({ name }) => name === terraformPlatform());

/** Parses a list of platforms such as `linux_amd64,darwin_arm64`. Returns all without a list. @throws if one is unknown */
function chosenPlatforms(list?: string): readonly Platform[] {
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

/** The options of a release. */
export interface Options {
  readonly platforms: readonly Platform[];
  /** The key that signs. Undefined for no signatures. */
  readonly gpgKey?: string;
  readonly mirror?: { readonly directory: string; readonly address: string };
  /** The date in the files of the release. */
  readonly date: Date;
  /** The environment of gpg. */
  readonly env: NodeJS.ProcessEnv;
}

const USAGE =
  "npm run release -- [--only linux_amd64,…] [--gpg-key ID] [--mirror DIR [--address HOST/NAMESPACE/searchcloud]]";

/** Parses the command line. @throws an error with a short message if it is invalid */
export function optionsOf(words: readonly string[], env: NodeJS.ProcessEnv, root: string): Options {
  const { only, mirror, address, "gpg-key": gpgKey } = parsed(words);
  if (address !== undefined && mirror === undefined)
    throw new Error(
      "--address is that of the provider in a mirror: name the mirror's directory with --mirror.",
    );
  if (address !== undefined) checkAddress(address);
  return {
    platforms: chosenPlatforms(only),
    gpgKey,
    mirror: mirror === undefined ? undefined : { directory: mirror, address: address ?? ADDRESS },
    date: dateOf(env.SOURCE_DATE_EPOCH, root),
    env,
  };
}

function parsed(words: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    const options = { only: text, "gpg-key": text, mirror: text, address: text };
    const { values } = parseArgs({ args: [...words], options });
    // Most likely an unset variable.
    const empty = Object.entries(values).find(([, value]) => value?.trim() === "");
    if (empty) throw new Error(`--${empty[0]} is empty.`);
    return values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
}

/** Returns the date in SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch), or that of the last commit. */
function dateOf(epoch: string | undefined, root: string): Date {
  if (epoch !== undefined && !/^\d{1,12}$/.test(epoch))
    throw new Error(
      `SOURCE_DATE_EPOCH is "${epoch}": it is a number of seconds since 1970, such as 1767225600.`,
    );
  return new Date(Number(epoch ?? committed(root)) * 1000);
}

function committed(root: string): string {
  try {
    return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8", stdio: "pipe" });
  } catch {
    throw new Error(
      "The date of a release is the date of the last commit, and git reports none here. Set SOURCE_DATE_EPOCH to seconds since 1970.",
    );
  }
}
