// Loaded into every provider process of a measurement: writes down what it has used when it ends.
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");

process.on("exit", () => {
  const folder = process.env.BENCH_USAGE;
  if (folder) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(process.resourceUsage()));
});
