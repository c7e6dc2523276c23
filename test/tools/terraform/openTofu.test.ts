import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE, OPENTOFU } from "../../../tools/downloads/pinned";
import { openTofu } from "../../../tools/terraform/openTofu";

const FOLDER = mkdtempSync(join(tmpdir(), "tofu-"));
const TOFU = join(FOLDER, "tofu");
writeFileSync(TOFU, "", { mode: 0o755 });
afterAll(() => rmSync(FOLDER, { recursive: true }));

test("the tofu is the one that is named, before the one on the PATH; there is none where npm has none for the platform", async () => {
  const other = join(FOLDER, "other");
  writeFileSync(other, "", { mode: 0o755 });
  expect(await openTofu({ PATH: FOLDER, SEARCHCLOUD_TERRAFORM: other })).toBe(other);
  expect(await openTofu({ PATH: FOLDER }, "aix-ppc64")).toBe(TOFU);
  expect(await openTofu({ PATH: "/nowhere" }, "aix-ppc64")).toBeUndefined();
  const missing = openTofu({ PATH: FOLDER, SEARCHCLOUD_TERRAFORM: "/nowhere/tofu" });
  await expect(missing).rejects.toThrow(
    'SEARCHCLOUD_TERRAFORM names "/nowhere/tofu", and there is no such program',
  );
});

test("every pinned program is one of a released version, with an integrity that can be checked", () => {
  const all = [OPENTOFU, ...Object.values(NODE)].flatMap((platforms) => Object.entries(platforms));
  for (const [platform, pinned] of all) {
    expect(pinned?.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect([platform, pinned?.program.endsWith(".exe")]).toEqual([platform, platform.startsWith("win32")]);
  }
  expect(new Set(all.map(([, pinned]) => pinned?.integrity)).size).toBe(all.length);
});
