import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { renderBindings } from "../../tools/bindings";
import { readFiles } from "../../tools/folder";
import { providerSchema } from "../../tools/providerSchema";

/** `npm run check` proves that those in the repository are what the generator writes, and that they compile. */
const schema = providerSchema();

test("bindings are the same from a schema in another order, with no trace of the machine or of a registry", async () => {
  const reversed = JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  );
  expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(schema));
  const files = readFiles(join(__dirname, "../../constructs/generated"));
  expect(await renderBindings(reversed, version)).toEqual(files);
  expect([...files.keys()]).toEqual(expect.arrayContaining(["index.ts", "cluster/index.ts"]));
  for (const text of files.values()) {
    expect(text).toMatch(/^\/\/ Made from .* by tools\/generate\.ts\. Do not edit\.\n\n/);
    expect(text).not.toMatch(/internal\/providers|Terraform Registry|\{@link|[ \t]\n|\n\n$/);
    expect(text).not.toContain(tmpdir());
  }
  expect(files.get("provider/index.ts")).toContain(`providerVersion: '${version}'`);
});
