import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { against } from "./against";
import { collectionRow } from "./collections";
import { creationRow, PARALLEL } from "./creations";
import { editRow, STORIES } from "./edits";
import { executableRows } from "./executables";
import { exitMs } from "./exits";
import { parametersRow, resizeRow } from "./fleets";
import { importRows } from "./imports";
import { coldStarts, RATE } from "./measure";
import { planRow, RUNS } from "./plans";

const PLUGIN = join(resolve(__dirname, "../.."), "dist/terraform-provider-searchcloud");
const LARGEST = 1000;
const SIZES = [1, 100, LARGEST];
/** Milliseconds. */
const LATENCY = 150;
const PLAN_COLUMNS = [
  "N",
  "requests",
  "minutes",
  "one GET each",
  "minutes",
  "plan, s",
  "terraform_data, s",
  "ratio",
  "provider CPU, s",
  "peak memory, MB",
];
const RESIZED = 100;
const WITH_PARAMETERS = 500;
const CREATED = 100;
const DOCUMENTS = 100_000;
const COLLECTIONS = 200;

/**
 * Measures the provider: time, memory, and requests with a budget of 30 per minute. Prints tables; asserts nothing. With
 * `--against DIR` it only compares this build with the one in another checkout's `dist`, with `--nodes` it only measures
 * the data on nodes.
 */
async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { against: { type: "string" }, nodes: { type: "boolean" } } });
  if (values.against !== undefined) {
    const other = join(resolve(values.against), "dist/terraform-provider-searchcloud");
    const [columns = [], ...rows] = await against(PLUGIN, other);
    table(columns);
    for (const cells of rows) row(cells);
    return;
  }
  await onNodes();
  if (values.nodes) return;
  console.log("\nCold start to the handshake, milliseconds (median of 15)\n");
  const [bare = 0, plugin = 0] = await coldStarts([[process.execPath, "-e", "console.log(0)"], [PLUGIN]]);
  table(["bare node", "provider", "difference", "exit after the last call"]);
  row([bare, plugin, plugin - bare, await exitMs(PLUGIN)].map((ms) => ms.toFixed(0)));

  console.log(
    "\nThe same of the npm package's file and of a release's single executable, on the same Node\n",
  );
  const [starts = [], ...ofStarts] = await executableRows(PLUGIN);
  table(starts);
  for (const cells of ofStarts) row(cells);

  console.log(
    `\nterraform plan of N unchanged clusters: requests and the minutes that they wait at ${RATE} a minute, against one GET each; ` +
      `then, without the limit (median of ${RUNS}), against N terraform_data\n`,
  );
  const compared = ["requests", "minutes", "one GET each", "minutes", "plan, s", "terraform_data, s"];
  table(["N", ...compared, "provider CPU, s", "peak memory, MB"]);
  for (const size of SIZES) row(await planRow(PLUGIN, size));
  console.log(`\nThe same of a service that takes ${LATENCY} ms for each request\n`);
  table(PLAN_COLUMNS);
  row(await planRow(PLUGIN, LARGEST, LATENCY));

  console.log(
    `\nterraform apply of ${CREATED} new clusters at ${RATE} requests a minute, each in service after five minutes: ` +
      "requests and minutes, against the least possible and a look at each cluster every eight seconds\n",
  );
  table(["-parallelism", "requests", "least", "every 8 s", "minutes", "least", "every 8 s"]);
  for (const parallelism of PARALLEL) row(await creationRow(CREATED, parallelism));

  console.log(
    `\nterraform apply that resizes clusters at once, at ${RATE} requests a minute, each change taking two hours\n`,
  );
  table(["N", "requests", "least", "ratio", "minutes"]);
  row(await resizeRow(RESIZED));

  console.log("\nrefresh of clusters with server_parameters, and with server_parameters_max_age\n");
  table(["N", "requests", "minutes", "with max_age", "minutes"]);
  row(await parametersRow(WITH_PARAMETERS));

  console.log("\nterraform apply of an edit: requests against the fewest possible, and how long it took\n");
  table(["edit", "requests", "of these writes", "polls", "fewest", "time over the change's own"]);
  for (const story of STORIES) row(await editRow(story));
}

async function onNodes(): Promise<void> {
  console.log("Import of a file: the whole command, into an emulator in another process\n");
  table(["documents", "MB", "", "s", "peak memory, MB"]);
  for (const cells of await importRows(PLUGIN, DOCUMENTS)) row(cells);
  console.log("\nterraform plan of N unchanged collections on one cluster\n");
  table(["N", "requests to nodes", "to the management API", "plan, s", "provider CPU, s", "peak memory, MB"]);
  row(await collectionRow(PLUGIN, COLLECTIONS));
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
