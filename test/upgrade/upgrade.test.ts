import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ADDRESS } from "../../src/provider/address";
import { searchcloud } from "../../src/provider/provider";
import { NODE_KEY } from "../acceptance/support";
import { terraformTool, testWith } from "../support/features";
import { reattached, Workspace } from "../support/terraform";
import { type Recording, recordedService } from "./recordedService";

/**
 * States that a version of the provider wrote, with the service as it was then: `npx tsx test/upgrade/record.ts VERSION`, and
 * `recordNodes.ts VERSION-nodes`, also with `VERSION-live-nodes`, add one before each release, from the configuration in the folder of that version. None is ever edited: it stands for the states that people have.
 */
const versions = readdirSync(__dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const read = (version: string, file: string) => readFileSync(join(__dirname, version, file), "utf8");
const typesIn = (text: string) => new Set([...text.matchAll(/^resource "(\w+)"/gm)].map(([, type]) => type));

for (const { name: version } of versions) {
  const define = /_wo\b/.test(read(version, "main.tf")) ? testWith("write-only arguments") : test;
  define(`a state of ${version} plans empty and sends no write`, async () => {
    const recording: Recording = JSON.parse(read(version, "service.json"));
    const service = await recordedService(recording);
    const environment = {
      SEARCHCLOUD_API_KEY: "key",
      SEARCHCLOUD_BASE_URL: service.baseUrl,
      SEARCHCLOUD_NODE_URL: service.nodeUrl,
      SEARCHCLOUD_DATA_API_KEY: NODE_KEY,
      SEARCHCLOUD_POLL_INTERVAL: "1ms",
      SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
    };
    const served = await reattached(searchcloud(environment), ADDRESS);
    const workspace = await Workspace.create(served.env);
    try {
      await workspace.write({
        "main.tf": read(version, "main.tf"),
        "terraform.tfstate": read(version, "state.json"),
      });
      const { values } = await workspace.state();
      const resources = values?.root_module.resources ?? [];
      expect(new Set(resources.map(({ type }) => type))).toEqual(typesIn(read(version, "main.tf")));
      // OpenTofu notes by itself which values are sensitive, and shows an update where Terraform noted more.
      if (terraformTool().product === "OpenTofu") await workspace.apply();
      const { output } = await workspace.emptyPlan();
      expect(output).toContain("No changes.");
      expect(service.writes).toEqual([]);
    } finally {
      await workspace.remove();
      await served.close();
      await service.close();
    }
  });
}
