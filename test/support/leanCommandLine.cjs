// Node requires this before the command line of CDKTF, and before all that it starts.
const { createRequire, Module } = require("node:module");
const { join, resolve } = require("node:path");

// What CDKTF loads for `convert`, `add` and `get` (the TypeScript compiler twice, jsii, Terraform's HCL parser as WebAssembly) is two
// thirds of the time of every other command, and no test runs those three.
const UNUSED = /^@cdkt[fn]\/(hcl2cdk|hcl2json|hcl-tools|provider-generator)$/;
// It starts a program by `npx tsx main.ts`: npm, then tsx, then Node once more, which takes as long as the program.
const isNpx = (path) => /\/npx(-cli\.js)?$/.test(path) && process.argv[2] === "tsx";

const load = Module._load;
Module._load = function (request, parent, isMain) {
  if (UNUSED.test(request)) return {};
  if (!isMain || !isNpx(request)) return load.call(this, request, parent, isMain);
  createRequire(join(process.cwd(), "program"))("tsx/cjs");
  const program = resolve(process.argv[3]);
  process.argv.splice(1, 3, program);
  return load.call(this, program, parent, isMain);
};
