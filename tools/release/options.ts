import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { terraformPlatform } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { NODE, type PinnedProgram } from "../downloads/pinned";
import { checkAddress } from "./mirror";

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

/** What a release is made of. */
export interface Options {
  readonly platforms: readonly Platform[];
  /** Who signs; undefined: nobody. */
  readonly gpgKey?: string;
  readonly mirror?: { readonly directory: string; readonly address: string };
  /** What the files of the release say they were made at. */
  readonly date: Date;
  /** What gpg is started with. */
  readonly env: NodeJS.ProcessEnv;
}

const USAGE =
  "npm run release -- [--only linux_amd64,…] [--gpg-key ID] [--mirror DIR [--address HOST/NAMESPACE/searchcloud]]";

/** @throws an error of one sentence or two when the words of the command line make no sense. */
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
    // A variable that is not set, most likely.
    const empty = Object.entries(values).find(([, value]) => value?.trim() === "");
    if (empty) throw new Error(`--${empty[0]} is empty.`);
    return values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
}

/** https://reproducible-builds.org/specs/source-date-epoch: seconds; without it the moment of the last commit. */
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
      "The date of a release is that of the last commit, and git tells none here. Set SOURCE_DATE_EPOCH to seconds since 1970.",
    );
  }
}
