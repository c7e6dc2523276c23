import { parentWatch } from "../../../src/wire/process/parent";

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.each<[NodeJS.Platform, later: number, exists: () => void, hasGone: boolean]>([
  ["linux", 7, failing("ESRCH"), false],
  ["linux", 1, () => {}, true],
  ["darwin", 1, () => {}, true],
  ["win32", 7, () => {}, false],
  ["win32", 7, failing("ESRCH"), true],
  // A process of another user.
  ["win32", 7, failing("EPERM"), false],
])("on %s, with parent 7 at first and %d later", (platform, later, exists, hasGone) => {
  let parent = 7;
  const isOrphan = parentWatch({ platform, parent: () => parent, signal: exists });
  parent = later;
  expect(isOrphan()).toBe(hasGone);
});
