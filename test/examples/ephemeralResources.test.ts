import { pluginPath } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { copyBuilt } from "../support/built";
import { testWith } from "../support/features";
import { Workspace } from "../support/terraform";
import { environmentOf, steppedEmulator } from "./support/account";
import { CLUSTERS, EPHEMERAL_EXAMPLES, hclModules, NODE_KEY, typescriptModules } from "./support/modules";

jest.setTimeout(180_000);

/** The examples of ephemeral resources in both forms, as modules of one configuration, with the shipped provider. */
testWith("ephemeral resources")("they apply, plan empty, and leave no key", async () => {
  const emulator = await steppedEmulator(CLUSTERS.filter(({ id }) => /ephemeral-resources/.test(id)));
  const keys = () => emulator.state().node_keys.filter(({ description }) => description !== "examples");
  const workspace = await Workspace.create({
    ...environmentOf(emulator),
    SEARCHCLOUD_DATA_API_KEY: NODE_KEY,
  });
  try {
    await copyBuilt(pluginPath(workspace.directory, { address: ADDRESS, version: "0.1.0" }));
    const programs = await typescriptModules(workspace.directory, EPHEMERAL_EXAMPLES);
    await workspace.write({ ...hclModules(EPHEMERAL_EXAMPLES), ...programs });
    await workspace.apply();
    expect(emulator.state().collections.map(({ name }) => name)).toEqual(["products", "products"]);
    await workspace.emptyPlan();
    await workspace.destroy();
    expect([emulator.state().collections, keys()]).toEqual([[], []]);
    const created = emulator.journal().filter(({ operation }) => operation === "createKey");
    // For each form: two in the apply, one in the plan, three in the destroy.
    expect(created).toHaveLength(12);
  } finally {
    await workspace.remove();
    await emulator.close();
  }
});
