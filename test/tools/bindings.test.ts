import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { ADDRESS } from "../../src/provider/address";
import { renderBindings } from "../../tools/bindings";
import { readFiles } from "../../tools/folder";
import { providerSchema } from "../../tools/providerSchema";
import { lacking } from "../support/features";
import { Workspace } from "../support/terraform";

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

const INSTALL = join(__dirname, "../../dist/searchcloud.js");

test("the schema equals the one that terraform prints for the executable", async () => {
  const workspace = await Workspace.create();
  try {
    await workspace.write({
      "main.tf": `terraform {\n  required_providers {\n    searchcloud = { source = "${ADDRESS}" }\n  }\n}\n`,
    });
    expect(spawnSync(INSTALL, ["install", workspace.directory]).status).toBe(0);
    await workspace.init();
    const { stdout } = await workspace.terraform(["providers", "schema", "-json"]);
    // The bindings know no functions.
    const { functions = {}, ...printed } = JSON.parse(stdout).provider_schemas[ADDRESS];
    expect(Object.keys(functions)).toEqual(lacking("provider functions") ? [] : ["scoped_search_key"]);
    const { ephemeral_resource_schemas, ...others } = providerSchema();
    const expected = { ...others, ...(lacking("ephemeral resources") ? {} : { ephemeral_resource_schemas }) };
    expect(JSON.parse(JSON.stringify(expected))).toEqual(printed);
  } finally {
    await workspace.remove();
  }
});
