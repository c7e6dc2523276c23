import { exitMs } from "./exits";
import { coldStarts, median } from "./measure";
import { plansInTurn } from "./plans";

const STARTS = 31;
const PLANS = 21;

/** Compares this build with another one, alternately on the same machine: the ratio of their medians, and of each pair of runs. */
export async function against(plugin: string, other: string): Promise<readonly (readonly string[])[]> {
  const [bare = 0, ...starts] = await coldStarts(
    [[process.execPath, "-e", "console.log(0)"], [plugin], [other]],
    STARTS,
  );
  const [ours = [], theirs = []] = await plansInTurn([plugin, other], PLANS);
  const exits = [await exitMs(plugin), await exitMs(other)];
  const over = starts.map((start) => start - bare);
  const pairs = ours.map((seconds, at) => seconds / (theirs[at] ?? Number.NaN));
  return [
    ["", "this build", "the other", "ratio", "ratio, pair by pair"],
    ["handshake over bare node, ms", ...over.map((ms) => ms.toFixed(0)), ratio(over), ""],
    ["exit after the last call, ms", ...exits.map((ms) => ms.toFixed(0)), ratio(exits), ""],
    [
      "plan of one unchanged cluster, s",
      ...[ours, theirs].map((seconds) => median(seconds).toFixed(3)),
      ratio([ours, theirs].map(median)),
      median(pairs).toFixed(2),
    ],
  ];
}

function ratio([ours = Number.NaN, theirs = Number.NaN]: readonly number[]): string {
  return (ours / theirs).toFixed(2);
}
