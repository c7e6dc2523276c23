import { join, resolve } from "node:path";
import { creationRow, PARALLEL } from "./creations";
import { editRow, STORIES } from "./edits";
import { coldStart, RATE } from "./measure";
import { planRow, RUNS } from "./plans";

const PLUGIN = join(resolve(__dirname, "../.."), "dist/terraform-provider-searchcloud");
const SIZES = [1, 100, 1000];
const CREATED = 100;

/** What the provider costs: time, memory, and requests of a budget of 30 a minute. Prints tables; asserts nothing. */
async function bench(): Promise<void> {
  console.log("Cold start to the handshake, milliseconds (median of 15)\n");
  const bare = await coldStart(process.execPath, ["-e", "console.log(0)"]);
  const plugin = await coldStart(PLUGIN, []);
  table(["bare node", "provider", "difference"]);
  row([bare.toFixed(0), plugin.toFixed(0), (plugin - bare).toFixed(0)]);

  console.log(
    `\nterraform plan of N unchanged clusters: requests and the minutes that they wait at ${RATE} a minute, against one GET each; ` +
      `then, without the limit (median of ${RUNS}), against N terraform_data\n`,
  );
  const compared = ["requests", "minutes", "one GET each", "minutes", "plan, s", "terraform_data, s"];
  table(["N", ...compared, "provider CPU, s", "peak memory, MB"]);
  for (const size of SIZES) row(await planRow(PLUGIN, size));

  console.log(
    `\nterraform apply of ${CREATED} new clusters at ${RATE} requests a minute, each in service after five minutes: ` +
      "requests and minutes, against the least possible and a look at each cluster every eight seconds\n",
  );
  table(["-parallelism", "requests", "least", "every 8 s", "minutes", "least", "every 8 s"]);
  for (const parallelism of PARALLEL) row(await creationRow(CREATED, parallelism));

  console.log("\nterraform apply of an edit: requests against the fewest possible, and how long it took\n");
  table(["edit", "requests", "of these writes", "polls", "fewest", "time over the change's own"]);
  for (const story of STORIES) row(await editRow(story));
}

function table(columns: readonly string[]): void {
  row(columns);
  console.log(`|${"---|".repeat(columns.length)}`);
}

function row(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

bench().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
