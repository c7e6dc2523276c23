import { delimiter, dirname, join } from "node:path";
import { withTemporaryFolder } from "../../tools/folder";
import { nodeFor, prepareProgram, writeExecutable } from "../../tools/release/executable";
import { OWN } from "../../tools/release/options";
import { coldStarts } from "./measure";

/**
 * Milliseconds to the handshake of an empty Node program, of the shipped file on the same Node, and of the single executable:
 * with a code cache from earlier starts, and at the first start on a machine.
 */
export async function executableRows(plugin: string): Promise<readonly (readonly string[])[]> {
  const own = OWN;
  if (!own) return [["there is no release for this machine"]];
  return withTemporaryFolder(async (folder) => {
    const node = await nodeFor(own);
    const executable = join(folder, "terraform-provider-searchcloud");
    await writeExecutable(await prepareProgram(folder), own, executable, "bench");
    const commands = [[node, "-e", "console.log(0)"], [plugin], [executable]];
    const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    const later = await coldStarts(commands, undefined, env);
    const first = await coldStarts(commands, undefined, { ...env, NODE_DISABLE_COMPILE_CACHE: "1" });
    const cells = (times: readonly number[]) => times.map((ms) => ms.toFixed(0));
    return [
      ["", `bare Node ${own.node.version}`, "the npm package's file", "the single executable"],
      ["first on a machine", ...cells(first)],
      ["later", ...cells(later)],
    ];
  });
}
