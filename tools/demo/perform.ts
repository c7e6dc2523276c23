import type { Act } from "./acts";
import { DemoFailure, Stopped } from "./command";
import type { Output } from "./lines";
import type { ActRequests } from "./requests";
import type { Stage } from "./stage";

/** Plays acts one after the other; answers the requests of each. @throws DemoFailure that names the act. */
export async function perform(acts: readonly Act[], stage: Stage, output: Output): Promise<ActRequests[]> {
  const all: ActRequests[] = [];
  let seen = 0;
  for (const [index, { title, play }] of acts.entries()) {
    const act = index + 1;
    const typed = stage.commands.length;
    output.print("", `${act}  ${title}`);
    try {
      await play(stage);
    } catch (error) {
      if (!(error instanceof DemoFailure) || error instanceof Stopped) throw error;
      throw new DemoFailure(`Act ${act} failed: ${title}.\n${error.message}`);
    }
    const entries = stage.emulator.journal().filter(({ number }) => number > seen);
    seen = entries.at(-1)?.number ?? seen;
    all.push({ act, command: stage.commands.slice(typed).join(", "), entries });
  }
  return all;
}
