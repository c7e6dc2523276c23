import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { optionsOf, PLATFORMS } from "../../../tools/release/options";
import { checkKey } from "../../../tools/release/release";

const HAS_GPG = spawnSync("gpg", ["--version"]).status === 0;
const ENV = { SOURCE_DATE_EPOCH: "1767225600" };
const options = (words = "", env: NodeJS.ProcessEnv = ENV) =>
  optionsOf(words === "" ? [] : words.split(" "), env, __dirname);

test("by default a release is for six platforms, unsigned, with the date of the last commit", () => {
  expect(options("", {})).toEqual({ platforms: PLATFORMS, date: expect.any(Date), env: {} });
  expect(PLATFORMS.map(({ name }) => name).sort()).toEqual(
    ["darwin", "linux", "windows"].flatMap((system) => [`${system}_amd64`, `${system}_arm64`]),
  );
  const { date } = options("", {});
  expect(date.getTime()).toBeGreaterThan(Date.UTC(2024));
});

test("each option takes effect", () => {
  const mirror = { directory: "there", address: "registry.example.com/platform/searchcloud" };
  const words = `--only windows_arm64,linux_amd64 --gpg-key me --mirror there --address ${mirror.address}`;
  const { platforms, ...others } = options(words);
  expect(platforms.map(({ name, system }) => [name, system])).toEqual([
    ["linux_amd64", "linux"],
    ["windows_arm64", "windows"],
  ]);
  expect(others).toEqual({ gpgKey: "me", mirror, date: new Date("2026-01-01T00:00:00Z"), env: ENV });
});

test.each([
  ["--only linux_386", ENV, 'there is no release for "linux_386". There is one for linux_amd64, '],
  ["--only plan9_arm,linux_mips", ENV, '"plan9_arm", "linux_mips"'],
  ["--address registry.example.com/a/searchcloud", ENV, "name the mirror's directory with --mirror"],
  ["--mirror there --address searchcloud/searchcloud", ENV, "an address is HOST/NAMESPACE/searchcloud"],
  ["--mirror there --address registry.example.com/a/other", ENV, "It must end with searchcloud"],
  ["--platform linux_amd64", ENV, "Usage: npm run release -- [--only linux_amd64,…]"],
  ["", { SOURCE_DATE_EPOCH: "yesterday" }, 'SOURCE_DATE_EPOCH is "yesterday": it is a number of seconds'],
] as const)("%s is refused", (words, env, message) => {
  expect(() => options(words, env)).toThrow(message);
});

test.each(["only", "gpg-key", "mirror"])("an empty --%s is refused: a variable was not set", (name) => {
  expect(() => optionsOf([`--${name}`, ""], ENV, __dirname)).toThrow(
    `--${name} is empty.\nUsage: npm run release`,
  );
});

test("outside of a checkout the date is required", () => {
  expect(() => optionsOf([], {}, tmpdir())).toThrow("Set SOURCE_DATE_EPOCH");
});

(HAS_GPG ? test : test.skip)("a key that gpg does not have cannot sign", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gpg-"));
  const env = { ...process.env, GNUPGHOME: folder };
  const checked = checkKey("me@example.com", env);
  await expect(checked).rejects.toThrow(
    /^--gpg-key me@example\.com: gpg has no secret key of that name \(.*\)\. "gpg --list-secret-keys" shows .* "gpg --import FILE" adds one\.$/s,
  );
  spawnSync("gpgconf", ["--kill", "gpg-agent"], { env });
  rmSync(folder, { recursive: true, force: true });
});

test("without gpg nothing can be signed", async () => {
  await expect(checkKey("me", { PATH: __dirname })).rejects.toThrow(
    '--gpg-key me: cannot sign, because "gpg" is not on the PATH. Install GnuPG, or leave the option out.',
  );
});
