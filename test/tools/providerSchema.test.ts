import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ADDRESS } from "../../src/provider/address";
import { providerSchema } from "../../tools/providerSchema";
import { lacking } from "../support/features";
import { Workspace } from "../support/terraform";

const INSTALL = join(__dirname, "../../dist/searchcloud.js");

test("is what terraform prints for the executable, word for word", async () => {
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
    expect(JSON.parse(JSON.stringify(providerSchema()))).toEqual(printed);
  } finally {
    await workspace.remove();
  }
});
