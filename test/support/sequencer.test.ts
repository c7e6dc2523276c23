import { statSync } from "node:fs";
import { join } from "node:path";

const Sequencer = require("./sequencer.cjs");
const ROOT = join(__dirname, "../..");

test("the longest stories start first, longest first; a file that is not listed starts after them, where jest puts it", () => {
  const names = [
    "test/support/sequencer.test.ts",
    "test/tools/demo/demo.test.ts",
    "test/architecture.test.ts",
    "test/package.test.ts",
  ];
  const hasteFS = { getSize: (path: string) => statSync(path).size };
  const context = { config: { cache: false }, hasteFS };
  const sorted: { readonly path: string }[] = new Sequencer({}).sort(
    names.map((name) => ({ path: join(ROOT, name), context })),
  );
  expect(sorted.map(({ path }) => path)).toEqual(
    [
      "test/package.test.ts",
      "test/tools/demo/demo.test.ts",
      // Jest begins with the largest.
      "test/architecture.test.ts",
      "test/support/sequencer.test.ts",
    ].map((name) => join(ROOT, name)),
  );
});
