import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PLUGIN_PATH_VARIABLE, packagedPlugin, readPlugin } from "../../../constructs/plugin/pluginFile";

describe("the plugin", () => {
  const folder = mkdtempSync(join(tmpdir(), "plugin-"));
  const byProp = join(folder, "by-prop");
  const byVariable = join(folder, "by-variable");
  const before = process.env[PLUGIN_PATH_VARIABLE];

  beforeAll(() => {
    writeFileSync(byProp, "prop");
    writeFileSync(byVariable, "variable");
  });

  afterEach(() => {
    if (before === undefined) delete process.env[PLUGIN_PATH_VARIABLE];
    else process.env[PLUGIN_PATH_VARIABLE] = before;
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test("is the one that the prop names, before that of the environment", () => {
    process.env[PLUGIN_PATH_VARIABLE] = byVariable;
    expect(readPlugin(byProp).toString()).toBe("prop");
    expect(readPlugin(undefined).toString()).toBe("variable");
  });

  test("that is not there is an error that says how to get it", () => {
    const missing = join(folder, "missing");
    expect(() => readPlugin(missing)).toThrow(
      `The provider's plugin is not at ${missing}. In a checkout, run \`npm run build\`. In an installed package, ` +
        "install it again. When a bundler has moved the code, set SEARCHCLOUD_PLUGIN_PATH or the prop pluginPath to " +
        "node_modules/cdktf-provider-searchcloud/dist/terraform-provider-searchcloud.",
    );
  });

  test("is otherwise the one of the package that the code lies in, at any depth", () => {
    const root = join(folder, "node_modules", "cdktf-provider-searchcloud");
    const code = join(root, "dist", "constructs", "plugin");
    mkdirSync(code, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "name": "a-program" }');
    writeFileSync(join(root, "package.json"), '{ "name": "cdktf-provider-searchcloud" }');
    writeFileSync(join(root, "dist", "package.json"), '{ "type": "commonjs" }');
    expect(packagedPlugin(code)).toBe(join(root, "dist", "terraform-provider-searchcloud"));
    expect(packagedPlugin(root)).toBe(join(root, "dist", "terraform-provider-searchcloud"));
    expect(packagedPlugin(folder)).toBeUndefined();
  });
});
