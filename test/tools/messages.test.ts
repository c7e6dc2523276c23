import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMessages, staleMessages } from "../../src/tools/messages";

const GENERATED = "src/wire/generated";

test("the messages in the repository are those of the proto files", async () => {
  expect(await staleMessages()).toEqual([]);
});

test("they are written below the folder that is named, with no trace of the machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "messages-test-"));
  try {
    generateMessages(folder);
    const names = readdirSync(join(folder, GENERATED), { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => name.endsWith(".ts")).sort()).toEqual([
      "google/protobuf/timestamp.ts",
      "health.ts",
      "plugin.ts",
      "tfplugin6.ts",
    ]);
    const text = readFileSync(join(folder, GENERATED, "tfplugin6.ts"), "utf8");
    expect(text).not.toContain(folder);
    expect(text).not.toContain(process.cwd());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
