// Node requires this before the command line of CDKTF. What it loads for `convert`, `add` and `get` (the TypeScript compiler twice,
// jsii, Terraform's HCL parser) is half the time of every other command, and no test runs those three.
const { Module } = require("node:module");

const load = Module._load;
Module._load = function (request, ...rest) {
  return /^@cdkt[fn]\/(hcl2cdk|provider-generator)$/.test(request) ? {} : load.call(this, request, ...rest);
};
