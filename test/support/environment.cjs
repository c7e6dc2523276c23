// Jest loads every module again for each test file. What is done here saves a third of the CPU of all tests.
const asyncHooks = require("node:async_hooks");
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");

const { compileFunction } = vm;
const compiled = new Map();

// What V8 has made of a text the first time saves it most of the second.
vm.compileFunction = (code, parameters, options) => {
  const known = compiled.get(options?.filename);
  // V8 itself compares no more than the length of the text.
  if (known?.code === code) return compileFunction(code, parameters, { ...options, cachedData: known.data });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: true });
  // The buffer belongs to the test file's context and would keep all of it in memory: a copy belongs to this one.
  if (made.cachedDataProduced) compiled.set(options?.filename, { code, data: Buffer.from(made.cachedData) });
  return made;
};

const { AsyncLocalStorage } = asyncHooks;
const storages = new Set();

/** A storage that was used once costs something at every promise, for as long as the process lives. */
asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
};

module.exports = class extends TestEnvironment {
  async teardown() {
    await super.teardown();
    // Jest's own ones, and those of the modules that the file has loaded.
    for (const storage of storages) storage.disable();
    storages.clear();
  }
};
