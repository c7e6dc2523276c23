import { readFileSync } from "node:fs";
import { join } from "node:path";
import { forCdktn } from "../../../tools/build/constructs";

test.each([
  ['const cdktf_1 = require("cdktf");', 'const cdktf_1 = require("cdktn");'],
  ["import * as cdktf from 'cdktf';", "import * as cdktn from 'cdktn';"],
  ["wait?: boolean | cdktf.IResolvable;", "wait?: boolean | cdktn.IResolvable;"],
  ["In HCL, CDKTF writes; run `cdktf diff`.", "In HCL, CDKTN writes; run `cdktn diff`."],
])("what is compiled for cdktn names it: %s", (text, expected) => {
  expect(forCdktn(text)).toBe(expected);
});

test.each([
  "targetVersions in `cdktf.json`",
  "cdktf.out/stacks",
  "node_modules/cdktf-provider-searchcloud",
  "cdktf-provider-searchcloud/cdktn",
  "process.env.CDKTF_OUTDIR",
  "docs/design/protocol.md#cdktf",
])("what keeps its name there stays: %s", (text) => {
  expect(forCdktn(text)).toBe(text);
});

test("docstrings are in the types for both", () => {
  const types = (folder: string) =>
    readFileSync(join(__dirname, "../../../dist", folder, "cluster.d.ts"), "utf8");
  const [before, after] = ["constructs", "constructs-cdktn"].map(types);
  expect(before).toContain('`"8_gb"` or `Memory.GB_8`');
  expect(after).toBe(forCdktn(before ?? ""));
});
