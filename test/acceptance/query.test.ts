import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LIST_RESOURCES } from "../../src/provider/listResources/all";
import { testWith } from "../support/features";
import { MANY_AT_ONCE, prepareScene, SCENES } from "./everyType/stories";
import { lastLines, resourceText } from "./everyType/story";
import { oneScene } from "./support";

/** `terraform query` finds what exists, and writes code for it that changes nothing. */
describe.each(SCENES.map((scene) => [scene.map(({ type }) => type).join(", "), scene] as const))(
  "%s",
  (_, scene) => {
    const on = oneScene(MANY_AT_ONCE, (emulator) => prepareScene(scene, emulator));

    testWith("queries")("is listed and imported: the plan is empty, and nothing is sent", async () => {
      await on.apply(scene.map((story) => resourceText(story, lastLines(story))).join("\n"));
      const listed = new Set(LIST_RESOURCES.map(({ name }) => `searchcloud_${name}`));
      const made = (await on.inState()).filter(({ type }) => listed.has(type));
      await on.workspace.terraform(["state", "rm", ...(await on.inState()).map(({ address }) => address)]);
      const lists = made.map(({ type, values: { cluster_id } }) => {
        const config = cluster_id ? `config {\n cluster_id = "${cluster_id}"\n }` : "";
        return `list "${type}" "all" {\n provider = searchcloud\n ${config}\n}`;
      });
      await on.workspace.write({ "all.tfquery.hcl": lists.join("\n") });
      await on.write("");
      on.writes();

      await on.workspace.terraform(["query", "-no-color", "-generate-config-out=generated.tf"]);
      const generated = await readFile(join(on.workspace.directory, "generated.tf"), "utf8");
      const count = generated.match(/^import \{$/gm)?.length ?? 0;
      expect(count).toBeGreaterThanOrEqual(made.length);
      expect(await on.apply()).toContain(`Resources: ${count} imported, 0 added, 0 changed, 0 destroyed.`);
      await on.empty();
      expect(on.writes()).toEqual([]);
      const found = new Set((await on.inState()).map(({ type, values: { id } }) => `${type} ${id}`));
      for (const { type, values } of made) expect(found).toContain(`${type} ${values.id}`);
    });
  },
);
