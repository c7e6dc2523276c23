import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMirror } from "../../../tools/release/mirror";

const FOLDER = mkdtempSync(join(tmpdir(), "mirror-"));
const ADDRESS = "registry.example.com/platform/searchcloud";
const inside = (name: string) => join(FOLDER, ADDRESS, name);
const json = (name: string) => JSON.parse(readFileSync(inside(name), "utf8"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const archive = (platform: string, text: string) => ({
  name: `terraform-provider-searchcloud_${text}_${platform}.zip`,
  platform,
  content: Buffer.from(text),
});

test("a mirror grows by platforms and versions", async () => {
  const added = [
    ["1.0.0", "linux_amd64"],
    ["1.0.0", "darwin_arm64"],
    ["1.1.0", "linux_amd64"],
  ] as const;
  for (const [version, platform] of added)
    await (await openMirror(FOLDER, ADDRESS, version))([archive(platform, version)]);
  expect(json("index.json")).toEqual({ versions: { "1.0.0": {}, "1.1.0": {} } });
  // echo -n 1.0.0 | sha256sum
  const hash = "zh:92521fc3cbd964bdc9f584a991b89fddaa5754ed1cc96d6d42445338669c1305";
  expect(json("1.0.0.json")).toEqual({
    archives: {
      darwin_arm64: { url: "terraform-provider-searchcloud_1.0.0_darwin_arm64.zip", hashes: [hash] },
      linux_amd64: { url: "terraform-provider-searchcloud_1.0.0_linux_amd64.zip", hashes: [hash] },
    },
  });
  expect(readdirSync(inside(""))).toHaveLength(6);
});

test.each(["no JSON", "[1]", `{"versions":"all"}`])(
  "a file that is none of a mirror's stays as it is: %s",
  async (text) => {
    writeFileSync(inside("index.json"), text);
    await expect(openMirror(FOLDER, ADDRESS, "2.0.0")).rejects.toThrow(
      /index\.json is not a file of a provider mirror\. Name another directory/,
    );
    expect(readFileSync(inside("index.json"), "utf8")).toBe(text);
  },
);

test("a directory below a file is rejected", async () => {
  const file = join(FOLDER, "file");
  writeFileSync(file, "");
  for (const directory of [file, join(file, "deep", "below")])
    await expect(openMirror(directory, ADDRESS, "2.0.0")).rejects.toThrow(
      `--mirror ${directory} cannot be written: ${file} is not a directory. Name a directory that`,
    );
});
