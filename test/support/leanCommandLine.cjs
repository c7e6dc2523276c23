// Node requires this before the command line of CDKTF. What it loads for `convert`, `add` and `get` (the TypeScript compiler twice,
// jsii, Terraform's HCL parser as WebAssembly) is two thirds of the time of every other command, and no test runs those three.
const { Module } = require("node:module");

const UNUSED = /^@cdkt[fn]\/(hcl2cdk|hcl2json|hcl-tools|provider-generator)$/;
const load = Module._load;
Module._load = function (request, ...rest) {
  return UNUSED.test(request) ? {} : load.call(this, request, ...rest);
};
