import { REMOTE_PLATFORM, terraformPlatform } from "../../src/installation/platform";

test.each([
  ["linux", "x64", "linux_amd64"],
  ["linux", "arm64", "linux_arm64"],
  ["linux", "ia32", "linux_386"],
  ["darwin", "arm64", "darwin_arm64"],
  ["win32", "x64", "windows_amd64"],
  ["freebsd", "x64", "freebsd_amd64"],
])("%s on %s is %s", (system, processor, platform) => {
  expect(terraformPlatform(system, processor)).toBe(platform);
});

test("remote runs are on one of them", () => {
  expect(terraformPlatform("linux", "x64")).toBe(REMOTE_PLATFORM);
});
