// Jest compiles every module again for each test file. What V8 has made of a text the first time saves it most of the second:
// some eight per cent of the CPU of all tests.
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");

const { compileFunction } = vm;
const compiled = new Map();

vm.compileFunction = (code, parameters, options) => {
  const known = compiled.get(options?.filename);
  // V8 itself compares no more than the length of the text.
  if (known?.code === code) return compileFunction(code, parameters, { ...options, cachedData: known.data });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: true });
  // The buffer belongs to the test file's context and would keep all of it in memory: a copy belongs to this one.
  if (made.cachedDataProduced) compiled.set(options?.filename, { code, data: Buffer.from(made.cachedData) });
  return made;
};

module.exports = TestEnvironment;
