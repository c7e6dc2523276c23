import { downloadedTerraform } from "./download";
import { announceTool, endWith, foundTool, inspectedTool, type TerraformTool } from "./tool";

export interface ReadyOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** What is told the person at the terminal. @default to stderr */
  readonly tell?: (text: string) => void;
}

/**
 * The tool that is there, else a Terraform that is downloaded once, verified and kept in the user's cache.
 * @throws ToolError when it is not to be had, cannot be verified, or is too old.
 */
export async function readyTool({
  env = process.env,
  tell = (text) => process.stderr.write(text),
}: ReadyOptions = {}): Promise<TerraformTool> {
  return inspectedTool(foundTool(env) ?? (await downloadedTerraform({ env, tell })), env);
}

if (require.main === module) {
  endWith(
    readyTool().then((tool) => {
      announceTool(tool);
      return 0;
    }),
  );
}
