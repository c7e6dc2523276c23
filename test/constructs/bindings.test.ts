import { tmpdir } from "node:os";
import { renderBindings } from "../../src/tools/bindings/render";
import { tidy } from "../../src/tools/bindings/tidy";
import { SCHEMA } from "./fixtures/schema";

const version = "0.1.0";
const PATHS = ["data-zoo-pens/index.ts", "index.ts", "pen/index.ts", "provider/index.ts"];

describe("rendered", () => {
  test("twice, they are the same, with no trace of the machine or of a registry", async () => {
    const files = await renderBindings(SCHEMA, version);
    expect([...files.keys()]).toEqual(PATHS);
    expect(await renderBindings(SCHEMA, version)).toEqual(files);
    for (const text of files.values()) {
      expect(text).toMatch(
        /^\/\/ Made from the provider's schema by src\/tools\/generate\.ts\. Do not edit\.\n\n/,
      );
      expect(text).not.toMatch(/example\.internal\/providers|Terraform Registry|\{@link|[ \t]\n|\n\n$/);
      expect(text).not.toContain(tmpdir());
    }
  });

  test("from a schema in another order, they are the same", async () => {
    const reversed = JSON.parse(JSON.stringify(SCHEMA), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(SCHEMA));
    expect(await renderBindings(reversed, version)).toEqual(await renderBindings(SCHEMA, version));
  });

  test("for another version, only the version differs", async () => {
    const before = await renderBindings(SCHEMA, "1.2.3");
    const after = await renderBindings(SCHEMA, "1.2.4-beta.1");
    for (const [path, text] of before) expect(after.get(path)).toBe(text.replaceAll("1.2.3", "1.2.4-beta.1"));
    expect(before.get("provider/index.ts")).toContain("providerVersion: '1.2.3'");
  });

  test.each([
    ["no provider", {}, /exactly one provider, and the schema holds 0\./],
    ["several", { a: SCHEMA, b: SCHEMA }, /exactly one provider, and the schema holds 2\./],
  ])("of %s, they are refused", async (_, provider_schemas, message) => {
    await expect(renderBindings({ provider_schemas: provider_schemas as never }, version)).rejects.toThrow(
      message,
    );
  });
});

describe("tidying", () => {
  const NOTICE = "// Made from the provider's schema by src/tools/generate.ts. Do not edit.\n\n";

  test.each([
    [
      "the header",
      "// https://host/docs/resources/c\n// generated from terraform\n\nimport x;\n",
      "import x;\n",
    ],
    [
      "a link below a description",
      "/**\n  * Name.\n  *\n  * Docs at Terraform Registry: {@link https://host/docs#name C#name}\n  */\n  name;\n",
      "/**\n  * Name.\n  */\n  name;\n",
    ],
    [
      "a link alone",
      "  /**\n  * Docs at Terraform Registry: {@link https://host/docs#x C#x}\n  */\n  x;\n",
      "x;\n",
    ],
    [
      "a link in a sentence",
      "/** Represents a {@link https://host/docs c} */\n",
      "/** Represents a `c` */\n",
    ],
    [
      "overrides of a resource",
      "x\n  protected synthesizeAttributes(): {\n  protected synthesizeHclAttributes(): {\n  public get alias() {\n",
      "x\n  protected override synthesizeAttributes(): {\n  protected override synthesizeHclAttributes(): {\n  public get alias() {\n",
    ],
    [
      "overrides of a provider",
      "class P extends cdktf.TerraformProvider {\n  public get alias() {\n  public set alias(value: string) {\n",
      "class P extends cdktf.TerraformProvider {\n  public override get alias() {\n  public override set alias(value: string) {\n",
    ],
    [
      "overrides of a list",
      "x\n  constructor(protected a: string, protected b: string) {\n  public constructor(a: string) {\n",
      "x\n  constructor(protected override a: string, protected override b: string) {\n  public constructor(a: string) {\n",
    ],
  ])("%s", (_, before, after) => {
    expect(tidy(before)).toBe(NOTICE + after);
  });
});
