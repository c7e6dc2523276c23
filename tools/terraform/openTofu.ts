import { spawnSync } from "node:child_process";
import { OPENTOFU, PLATFORM, pinnedProgram } from "../downloads/pinned";
import { exitWith, findTool, inspectTool, printTool, ToolError } from "./tool";

/**
 * The tests that CI runs with OpenTofu: a cluster's life, drift and import; all constructs in one stack, deployed; the plugin and its
 * lock entry in a stack and from `searchcloud install`; a state that Terraform wrote; that write-only arguments are refused.
 */
const PART = [
  "test/acceptance/(life|drift|import)\\.test",
  "test/constructs/(deploy|plugin)",
  "test/examples/hcl",
  "test/framework/writeOnly",
  "test/upgrade",
];

/** Node's option in `npm test`: each test file loads all its modules again, and a larger young heap copies fewer of them. Jest's workers inherit it. */
const YOUNG_HEAP = "--max-semi-space-size=64";

/**
 * Returns the tofu named in the environment, the one on the PATH, or the one from the npm registry, which is downloaded once. Undefined if
 * there is none for the platform.
 * @throws ToolError if the named one does not exist
 */
export async function openTofu(env: NodeJS.ProcessEnv, platform = PLATFORM): Promise<string | undefined> {
  try {
    return findTool({ ...env, SEARCHCLOUD_TERRAFORM: env.SEARCHCLOUD_TERRAFORM || "tofu" });
  } catch (error) {
    if (env.SEARCHCLOUD_TERRAFORM || !(error instanceof ToolError)) throw error;
  }
  const pinned = OPENTOFU[platform];
  return pinned && pinnedProgram(pinned);
}

/** Runs the tests whose paths (`test/…`) are in jest's arguments, or {@link PART}. Returns jest's exit code. */
async function main(words: readonly string[]): Promise<number> {
  const tofu = await openTofu(process.env);
  if (tofu === undefined) {
    process.stderr.write(
      `Skipped: tofu is not on the PATH, and the npm registry has none for ${PLATFORM}. Install it (https://opentofu.org/docs/intro/install/).\n`,
    );
    return 0;
  }
  const tool = inspectTool(tofu);
  printTool(tool);
  const isNamed = words.some((word) => word.startsWith("test/"));
  const args = [YOUNG_HEAP, require.resolve("jest/bin/jest"), ...words, ...(isNamed ? [] : PART)];
  const env = { ...process.env, SEARCHCLOUD_TERRAFORM: tool.path };
  return spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
}

if (require.main === module) {
  exitWith(main(process.argv.slice(2)));
}
