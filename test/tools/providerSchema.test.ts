import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ADDRESS } from "../../src/provider/address";
import { providerSchema } from "../../src/tools/providerSchema";
import { Workspace } from "../support/terraform";

const INSTALL = join(__dirname, "../../dist/install.js");

test("is what terraform prints for the executable, word for word", async () => {
  const workspace = await Workspace.create();
  try {
    await workspace.write({
      "main.tf": `terraform {\n  required_providers {\n    searchcloud = { source = "${ADDRESS}" }\n  }\n}\n`,
    });
    expect(spawnSync(INSTALL, [workspace.directory]).status).toBe(0);
    await workspace.init();
    const { stdout } = await workspace.terraform(["providers", "schema", "-json"]);
    const { format_version: _, ...printed } = JSON.parse(stdout);
    const { format_version: __, ...ours } = providerSchema();
    expect(JSON.parse(JSON.stringify(ours))).toEqual(printed);
  } finally {
    await workspace.remove();
  }
});

test("holds all types of the design", () => {
  const { provider_schemas } = providerSchema();
  expect(Object.keys(provider_schemas)).toEqual([ADDRESS]);
  const { resource_schemas = {}, data_source_schemas = {}, functions = {} } = provider_schemas[ADDRESS] ?? {};
  const names = (parts: object) =>
    Object.keys(parts)
      .map((name) => name.replace("searchcloud_", ""))
      .sort();
  expect(names(resource_schemas)).toEqual([
    "api_keys",
    "cloning_operation",
    "cluster",
    "configuration_change",
    "server_parameter",
  ]);
  expect(names(data_source_schemas)).toEqual([
    "account",
    "cloning_operations",
    "cluster",
    "cluster_metrics",
    "cluster_options",
    "clusters",
    "configuration_changes",
    "invoice",
    "invoices",
    "server_parameters",
  ]);
  expect(names(functions)).toEqual(["scoped_search_key"]);
});
