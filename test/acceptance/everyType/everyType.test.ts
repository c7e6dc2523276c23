import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isBlock, isConfigurable } from "../../../src/framework/schema";
import { wholeProvider } from "../../../src/provider/whole";
import { testWith } from "../../support/features";
import { identityBlock, importBlock, oneScene, planGenerated } from "../support";
import { MANY_AT_ONCE, prepareScene, SCENES, STORIES } from "./stories";
import { attributesOf, editsOf, lastLines, resourceText, type Story } from "./story";

/** The whole life of every type with the real terraform, as one table (docs/design/laws.md#l5). */
const { resources } = wholeProvider();

test("every type has a story, and every editable attribute has an edit", () => {
  expect(STORIES.map(({ type }) => type).sort()).toEqual(resources.map(({ name }) => name).sort());
  for (const { type, edits } of STORIES) {
    const fields = Object.entries(resources.find(({ name }) => name === type)?.schema ?? {});
    const configurable = fields.filter(([, field]) => isConfigurable(field)).map(([name]) => name);
    expect([type, [...new Set(edits.flatMap(attributesOf))].sort()]).toEqual([type, configurable.sort()]);
  }
});

/** True if no state has the value. */
function isWriteOnly({ type }: Story, attribute: string): boolean {
  const field = resources.find(({ name }) => name === type)?.schema[attribute];
  return field !== undefined && !isBlock(field) && field.writeOnly === true;
}

const addressOf = ({ type }: Story) => `searchcloud_${type}.it`;

/** Returns the section of a plan about one resource. */
function sectionOf(output: string, address: string): string {
  const [, after = ""] = output.split(`\n  # ${address} `);
  return `# ${address} ${after.split(/\n {2}# |\nPlan: /)[0]}`;
}

describe.each(SCENES.map((scene) => [scene.map(({ type }) => type).join(", "), scene] as const))(
  "%s",
  (_, scene) => {
    const on = oneScene(MANY_AT_ONCE, (emulator) => prepareScene(scene, emulator));
    /** Returns the writes, sorted: Terraform writes several resources at once, in no order. */
    const written = () => on.wrote().sort();
    const all = (of: (story: Story) => readonly string[]) => scene.flatMap(of).sort();
    const text = (of: (story: Story) => string, stories = scene) => stories.map(of).join("\n");
    const last = text((story) => resourceText(story, lastLines(story)));
    /** Returns the values of each resource, by its address. */
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

    const rounds = Math.max(...scene.map((story) => editsOf(story).length));
    let lines = new Map(scene.map((story) => [story, story.lines]));
    const edited = (round: number) =>
      scene.flatMap((story) =>
        editsOf(story)
          .slice(round, round + 1)
          .map((edit) => ({ story, edit })),
      );
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
      const { output } = await on.workspace.apply();
      expect(written()).toEqual(edits.flatMap(({ edit }) => edit.writes).sort());
      const after = await values();
      for (const { story, edit } of edits) {
        const address = addressOf(story);
        const said = sectionOf(output, address);
        expect(said).toContain(
          `# ${address} ${edit.isReplaced ? "must be replaced" : "will be updated in-place"}`,
        );
        for (const attribute of attributesOf(edit)) {
          if (edit.isReplaced && !isWriteOnly(story, attribute))
            expect(said).toMatch(new RegExp(`^ +[-+~/]+ ${attribute}\\b.*# forces replacement`, "m"));
          const [was, is] = [before, after].map((all) => all.get(address)?.[attribute]);
          if (isWriteOnly(story, attribute)) expect([attribute, is]).toEqual([attribute, null]);
          else expect([attribute, is]).not.toEqual([attribute, was]);
        }
      }
      await on.empty();
    });

    const importable = scene.filter(({ importId }) => importId !== null);

    test("is imported as promised", async () => {
      const known = await values();
      const others = scene.filter(({ importId }) => importId === null);
      const other = ({ type }: Story) => `searchcloud_${type}.other`;
      const refused = (story: Story) =>
        `${resourceText(story, lastLines(story)).replace('"it"', '"other"')}\n${importBlock("shop1/x", other(story))}`;
      const said = await on.plan(`${last}\n${text(refused, others)}`, 1);
      expect(said.match(/Error: [\w ]+ cannot be imported/g)).toHaveLength(others.length);

      await on.workspace.terraform(["state", "rm", ...importable.map(addressOf)]);
      const block = (story: Story) =>
        importBlock(story.importId?.(known.get(addressOf(story)) ?? {}) ?? "", addressOf(story));
      const blocks = text(block, importable);
      const count = importable.length;
      if (scene.every(({ onNodes }) => onNodes)) {
        const kept = text((story) => resourceText(story, lastLines(story)), others);
        await on.write(`${kept}\n${blocks}`);
        const { output } = await planGenerated(on.workspace);
        expect(output).toContain(`Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
        await rm(join(on.workspace.directory, "generated.tf"));
      }
      await importAll(blocks, known);
    });

    /** Imports what the state has lost, and expects the state that was. */
    async function importAll(blocks: string, known: Awaited<ReturnType<typeof values>>): Promise<void> {
      on.wrote();
      const applied = await on.apply(`${last}\n${blocks}`);
      const changed = importable.filter(({ imported }) => imported === "update").length;
      expect(applied).toContain(
        `Resources: ${importable.length} imported, 0 added, ${changed} changed, 0 destroyed.`,
      );
      expect(written()).toEqual(all(({ importWrites = [] }) => importWrites));
      await on.empty(last);
      const found = await values();
      for (const story of scene) {
        const without = (record: Record<string, unknown> | undefined) =>
          Object.fromEntries(
            Object.entries(record ?? {}).filter(([name]) => !story.reworded?.includes(name)),
          );
        expect(without(found.get(addressOf(story)))).toEqual(without(known.get(addressOf(story))));
      }
    }

    testWith("resource identities")("is imported by its identity as by its id", async () => {
      const known = await values();
      const identities = new Map((await on.inState()).map(({ address, identity }) => [address, identity]));
      await on.workspace.terraform(["state", "rm", ...importable.map(addressOf)]);
      const block = (story: Story) => identityBlock(identities.get(addressOf(story)) ?? {}, addressOf(story));
      await importAll(text(block, importable), known);
    });

    test("is destroyed", async () => {
      expect(await on.destroy()).toContain(`Destroy complete! Resources: ${scene.length} destroyed.`);
      expect(written()).toEqual(all(({ destroys }) => destroys));
    });

    test("is planned again if it is missing, with a warning; a destroy then sends no write", async () => {
      const seen = scene.filter(({ takeAway }) => takeAway !== null);
      await on.apply(text((story) => resourceText(story, story.lines), seen));
      on.wrote();
      const known = await values();
      for (const story of seen) story.takeAway?.(on.emulator, known.get(addressOf(story)) ?? {});
      const said = await on.plan();
      for (const story of seen) expect(said).toContain(`# ${addressOf(story)} will be created`);
      expect(said.match(/Warning: .*?(is gone|has been terminated)/g)).toHaveLength(seen.length);
      await on.destroy();
      expect(on.wrote()).toEqual([]);
    });
  },
);
