import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadsFolder, fillOnce } from "../../../tools/downloads/cache";

const REST = ["cdktf-provider-searchcloud", "downloads"];
let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "downloads-")));
});
afterEach(() => rmSync(base, { recursive: true }));

const fill = async (draft: string) => writeFileSync(join(draft, "program"), "verified");

test.each(["real", "real/not/made/yet"])(
  "a cache folder behind a link of the user's is used: %s",
  async (name) => {
    mkdirSync(join(base, "real"));
    symlinkSync("real", join(base, "link"));
    const downloads = downloadsFolder({ XDG_CACHE_HOME: join(base, name.replace("real", "link")) });
    expect(downloads).toBe(join(base, name, ...REST));
    const folder = await fillOnce(join(downloads, "tool"), fill);
    expect(readFileSync(join(folder, "program"), "utf8")).toBe("verified");
  },
);

test("a link to a folder that others can write to is not", async () => {
  mkdirSync(join(base, "open"));
  chmodSync(join(base, "open"), 0o777);
  symlinkSync("open", join(base, "link"));
  const downloads = downloadsFolder({ XDG_CACHE_HOME: join(base, "link") });
  await expect(fillOnce(join(downloads, "tool"), fill)).rejects.toThrow(
    `${join(base, "open")} is not safe (others can write in it)`,
  );
});

test("a link below the cache folder is not followed", async () => {
  mkdirSync(join(base, "elsewhere"));
  symlinkSync("elsewhere", join(base, "cdktf-provider-searchcloud"));
  const downloads = downloadsFolder({ XDG_CACHE_HOME: base });
  await expect(fillOnce(join(downloads, "tool"), fill)).rejects.toThrow("it is a link");
});
