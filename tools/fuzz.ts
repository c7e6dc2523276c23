import { spawnSync } from "node:child_process";

/** Cases of each property, unless SEARCHCLOUD_FUZZ_RUNS is set. */
const RUNS = 1_000;

/** The longest time of one property, in milliseconds. */
const TIME_LIMIT = 6 * 3_600_000;

/** Runs the files `*.fuzz.test.ts`, or those in jest's arguments, with many cases. Returns jest's exit code. */
function main(words: readonly string[]): number {
  const { SEARCHCLOUD_FUZZ_RUNS: runs = `${RUNS}`, SEARCHCLOUD_FUZZ_SEED: given } = process.env;
  const seed = given || `${Math.floor(Math.random() * 2 ** 31)}`;
  const isNamed = words.some((word) => word.startsWith("test/"));
  process.stderr.write(`Each property draws ${runs} cases from the seed ${seed}.\n`);
  const { status } = spawnSync(
    process.execPath,
    [
      require.resolve("jest/bin/jest"),
      `--testTimeout=${TIME_LIMIT}`,
      ...words,
      ...(isNamed ? [] : ["\\.fuzz\\.test\\.ts$"]),
    ],
    { stdio: "inherit", env: { ...process.env, SEARCHCLOUD_FUZZ_RUNS: runs, SEARCHCLOUD_FUZZ_SEED: seed } },
  );
  if (status !== 0) {
    process.stderr.write(
      [
        "",
        "fast-check has shown the smallest case that fails, and its seed and path. To run that case alone:",
        '  SEARCHCLOUD_FUZZ_SEED=<seed> SEARCHCLOUD_FUZZ_PATH=<path> npm run fuzz -- test/<file> -t "<title>"',
        "",
      ].join("\n"),
    );
  }
  return status ?? 1;
}

process.exitCode = main(process.argv.slice(2));
