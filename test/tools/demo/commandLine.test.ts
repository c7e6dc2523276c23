import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findCommandLine } from "../../../tools/demo/commandLine";

/** An installation of cdktf's command line whose native module is compiled for the ABI 127, Node 22. */
const root = mkdtempSync(join(tmpdir(), "commandLine-"));
afterAll(() => rmSync(root, { recursive: true }));

const NATIVE = "@cdktf/node-pty-prebuilt-multiarch";
const FILES = ["cdktf-cli/package.json", "cdktf-cli/bundle/bin/cdktf", `${NATIVE}/package.json`];
function add(name: string): void {
  const path = join(root, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "{}");
}
for (const name of [...FILES, `${NATIVE}/prebuilds/linux-x64/node.abi127.node`]) add(name);

function found(version: string, modules: string): string {
  const node = { version, platform: "linux", arch: "x64", versions: { modules } };
  return findCommandLine(node, join(root, "program.js"));
}

test("a Node without a native module is rejected before anything is built, with the remedy", () => {
  expect(found("v22.23.2", "127")).toBe(join(root, "node_modules/cdktf-cli/bundle/bin/cdktf"));
  expect(() => found("v24.21.0", "137")).toThrow(
    /^The demo runs the command line of cdktf, which does not run with Node v24\.21\.0 here: .* Switch to Node 22 /,
  );
});

test("a module that npm has compiled is used", () => {
  add(`${NATIVE}/build/Release/pty.node`);
  expect(found("v24.21.0", "137")).toMatch(/cdktf$/);
});
