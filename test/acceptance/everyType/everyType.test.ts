import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isConfigurable } from "../../../src/framework/schema";
import { wholeProvider } from "../../../src/provider/whole";
import { importBlock, OPTIONS, oneScene } from "../support";
import { prepareScene, SCENES, STORIES } from "./stories";
import { attributesOf, lastLines, resourceText, type Story } from "./story";

/** The whole life of every type with the real terraform, as one table (docs/design/laws.md#l5). */
const { resources } = wholeProvider();

test("every type has a story, and every attribute that can be edited an edit", () => {
  expect(STORIES.map(({ type }) => type).sort()).toEqual(resources.map(({ name }) => name).sort());
  for (const { type, edits } of STORIES) {
    const fields = Object.entries(resources.find(({ name }) => name === type)?.schema ?? {});
    const configurable = fields.filter(([, field]) => isConfigurable(field)).map(([name]) => name);
    expect([type, [...new Set(edits.flatMap(attributesOf))].sort()]).toEqual([type, configurable.sort()]);
  }
});

const addressOf = ({ type }: Story) => `searchcloud_${type}.it`;

/** What a plan says of one resource. */
function sectionOf(output: string, address: string): string {
  const [, after = ""] = output.split(`\n  # ${address} `);
  return `# ${address} ${after.split(/\n {2}# |\nPlan: /)[0]}`;
}

describe.each(SCENES.map((scene) => [scene.map(({ type }) => type).join(", "), scene] as const))(
  "%s",
  (_, scene) => {
    const on = oneScene(OPTIONS, (emulator) => prepareScene(scene, emulator));
    const count = scene.length;
    /** Terraform writes several resources at once, in no order. */
    const ordered = (operations: readonly string[]) => (count === 1 ? operations : [...operations].sort());
    const written = () => ordered(on.wrote());
    const all = (of: (story: Story) => readonly string[]) => ordered(scene.flatMap(of));
    const text = (of: (story: Story) => string) => scene.map(of).join("\n");
    const last = text((story) => resourceText(story, lastLines(story)));
    /** The values of each resource, by its address. */
    const values = async () =>
      new Map(
        (await on.inState()).map(({ address, values }) => [address, values as Record<string, unknown>]),
      );

    test("is created, and planned empty", async () => {
      await on.apply(text((story) => resourceText(story, story.lines)));
      expect(written()).toEqual(all(({ creates }) => creates));
      await on.empty();
      expect(written()).toEqual([]);
    });

    const rounds = Math.max(...scene.map(({ edits }) => edits.length));
    let lines = new Map(scene.map((story) => [story, story.lines]));
    const edited = (round: number) =>
      scene.flatMap((story) => story.edits.slice(round, round + 1).map((edit) => ({ story, edit })));
    const titles = Array.from({ length: rounds }, (_, round) => {
      const names = edited(round).flatMap(({ edit }) => attributesOf(edit));
      return [[...new Set(names)].join(", "), edited(round)] as const;
    });
    test.each(titles)("an edit of %s", async (_, edits) => {
      lines = new Map([
        ...lines,
        ...edits.map(({ story, edit }) => [story, { ...lines.get(story), ...edit.lines }] as const),
      ]);
      await on.write(text((story) => resourceText(story, lines.get(story) ?? {})));
      const before = await values();
      const isApplied = edits.every(({ edit }) => edit.writes !== null);
      const { output } = await on.workspace[isApplied ? "apply" : "plan"]();
      expect(written()).toEqual(ordered(edits.flatMap(({ edit }) => edit.writes ?? [])));
      const after = await values();
      for (const { story, edit } of edits) {
        const address = addressOf(story);
        const said = sectionOf(output, address);
        expect(said).toContain(
          `# ${address} ${edit.isReplaced ? "must be replaced" : "will be updated in-place"}`,
        );
        for (const attribute of attributesOf(edit)) {
          if (edit.isReplaced)
            expect(said).toMatch(new RegExp(`^ +[-+~/]+ ${attribute}\\b.*# forces replacement`, "m"));
          if (edit.writes)
            expect([attribute, after.get(address)?.[attribute]]).not.toEqual([
              attribute,
              before.get(address)?.[attribute],
            ]);
        }
      }
      if (isApplied) await on.empty();
    });

    test("is imported as promised", async () => {
      await on.write(last);
      const known = await values();
      const state = await on.workspace.stateText();
      await on.workspace.terraform(["state", "rm", ...scene.map(addressOf)]);
      if (scene.some(({ importId }) => importId === null)) {
        for (const story of scene) {
          const { output } = await on.workspace.import(addressOf(story), "shop1/x", { expect: 1 });
          expect(output).toContain("cannot be imported");
        }
        await on.workspace.write({ "terraform.tfstate": state });
        return;
      }
      const block = (story: Story) =>
        importBlock(story.importId?.(known.get(addressOf(story)) ?? {}) ?? "", addressOf(story));
      if (scene.every(({ onNodes }) => onNodes)) {
        await on.write(text(block));
        const { output } = await on.workspace.plan(["-generate-config-out=generated.tf"]);
        expect(output).toContain(`Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
        await rm(join(on.workspace.directory, "generated.tf"));
      }
      const said = await on.apply(`${last}\n${text(block)}`);
      const changed = scene.filter(({ imported }) => imported === "update").length;
      expect(said).toContain(`Resources: ${count} imported, 0 added, ${changed} changed, 0 destroyed.`);
      expect(on.wrote()).toEqual([]);
      await on.empty(last);
      const found = await values();
      for (const story of scene) {
        const without = (record: Record<string, unknown> | undefined) =>
          Object.fromEntries(
            Object.entries(record ?? {}).filter(([name]) => !story.reworded?.includes(name)),
          );
        expect(without(found.get(addressOf(story)))).toEqual(without(known.get(addressOf(story))));
      }
    });

    test("is destroyed", async () => {
      expect(await on.destroy()).toContain(`Destroy complete! Resources: ${count} destroyed.`);
      expect(written()).toEqual(all(({ destroys }) => destroys));
    });

    test("is planned anew when it is gone, and says so; destroyed then with no request that writes", async () => {
      if (scene.some(({ takeAway }) => takeAway === null)) return;
      await on.apply(text((story) => resourceText(story, story.lines)));
      on.wrote();
      const known = await values();
      for (const story of scene) story.takeAway?.(on.emulator, known.get(addressOf(story)) ?? {});
      const said = await on.plan();
      for (const story of scene) expect(said).toContain(`# ${addressOf(story)} will be created`);
      expect(said.match(/Warning: .*?(is gone|has been terminated)/g)).toHaveLength(count);
      await on.destroy();
      expect(on.wrote()).toEqual([]);
    });
  },
);
