import { join } from "node:path";

const FOLDER = join(__dirname, "..", "..", "constructs");

/**
 * A cluster adds clones and a clone is a cluster, so that two modules need each other (test/architecture.test.ts allows
 * no other cycle). That is sound as long as neither needs the other while it is loaded, whichever comes first.
 */
test.each(["cloningOperation", "cluster"])("%s can be the first to be loaded", (first) => {
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
