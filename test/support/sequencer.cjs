// Without durations of an earlier run, jest starts the largest files first, and a short file with a long story starts last: one worker then
// runs alone. These stories start first instead, in this order. Jest orders all others.
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

const LONGEST = [
  "test/acceptance/faults/matrix.test.ts",
  "test/acceptance/liveCollection/harness.test.ts",
  "test/acceptance/liveCollection/killed.fuzz.test.ts",
  "test/examples/noSecrets/story.test.ts",
  "test/package.test.ts",
  "test/cdktn.test.ts",
  "test/examples/noSecrets/guide.test.ts",
  "test/tools/demo/demo.test.ts",
  "test/acceptance/temporaryKey.test.ts",
  "test/acceptance/everyType/everyType.test.ts",
  "test/acceptance/newerTerraform/everyAction.test.ts",
  "test/acceptance/newerTerraform/life.test.ts",
  "test/acceptance/newerTerraform/everyList.test.ts",
  "test/tools/release/release.terraform.test.ts",
  "test/acceptance/faults/killed.test.ts",
  "test/examples/types.test.ts",
  "test/examples/pipeline/gitlab.test.ts",
  "test/examples/noSecrets/deploy.test.ts",
  "test/constructs/noSecrets.terraform.test.ts",
  "test/acceptance/faults/onNodes.test.ts",
  "test/acceptance/keyBootstrap.test.ts",
  "test/examples/firstHour.test.ts",
  "test/constructs/terraform.test.ts",
  "test/examples/liveCollection.test.ts",
  "test/examples/pipeline/github.test.ts",
  "test/examples/noSecrets/models.test.ts",
  "test/examples/upgrade.test.ts",
  "test/examples/noSecrets/writeOnlyKeys.test.ts",
  "test/acceptance/faults/keyBootstrap.test.ts",
  "test/client/faults/property.test.ts",
  "test/dataPlane/versions/faults.test.ts",
  "test/provider/resources/upgradeRehearsal/faults/interrupted.test.ts",
  "test/nodeVersions.test.ts",
  "test/acceptance/rehearsal/killed.test.ts",
  "test/examples/hcl.test.ts",
];

module.exports = class extends Sequencer {
  sort(tests) {
    const places = LONGEST.map((name) => [join(__dirname, "../..", name), name]);
    const lost = places.filter(([path]) => !existsSync(path)).map(([, name]) => name);
    if (lost.length > 0)
      throw new Error(`test/support/sequencer.cjs names tests that do not exist: ${lost.join(", ")}`);
    const order = new Map(places.map(([path], place) => [path, place]));
    const placeOf = ({ path }) => order.get(path) ?? order.size;
    return [...super.sort(tests)].sort((one, other) => placeOf(one) - placeOf(other));
  }
};
