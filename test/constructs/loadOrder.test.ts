import { readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "..", "..", "constructs");
const MODULES = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));

/**
 * A cluster makes clones and a clone is a cluster, so that two modules need each other. That is sound as long as neither
 * needs the other while it is loaded, whichever of all modules comes first.
 */
test.each(MODULES)("%s can be the first to be loaded", (first) => {
  jest.isolateModules(() => {
    require(join(FOLDER, first));
    const { App, TerraformStack } = require("cdktf");
    const { CloningOperation, Cluster } = require(FOLDER);
    const cluster = Cluster.fromClusterId(new TerraformStack(new App(), "search"), "existing", "x7ab");
    const clone = cluster.addCloningOperation("clone");
    expect(clone).toBeInstanceOf(CloningOperation);
    expect(clone.targetCluster.addCloningOperation("again")).toBeInstanceOf(CloningOperation);
  });
});

test("there is something to load", () => {
  expect(MODULES).toEqual(expect.arrayContaining(["cluster.ts", "clusterBase.ts", "cloningOperation.ts"]));
});
