import { isConfigurable } from "../../../src/framework/schema";
import { wholeProvider } from "../../../src/provider/whole";
import { importBlock, OPTIONS, oneScene } from "../support";
import { STORIES } from "./stories";
import { attributesOf, lastLines, resourceText } from "./story";

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

describe.each(STORIES.map((story) => [story.type, story] as const))("searchcloud_%s", (type, story) => {
  const address = `searchcloud_${type}.it`;
  const last = resourceText(story, lastLines(story));
  const on = oneScene(OPTIONS, (emulator) => story.prepare?.(emulator));

  test("is created, and planned empty", async () => {
    await on.apply(resourceText(story, story.lines));
    expect(on.wrote()).toEqual(story.creates);
    await on.empty();
    expect(on.wrote()).toEqual([]);
  });

  let lines = story.lines;
  test.each(story.edits.map((edit) => [attributesOf(edit).join(", "), edit] as const))(
    "an edit of %s",
    async (_, edit) => {
      lines = { ...lines, ...edit.lines };
      await on.write(resourceText(story, lines));
      const before = await on.values(address);
      const { output } = await on.workspace[edit.writes ? "apply" : "plan"]();
      expect(output).toContain(
        `# ${address} ${edit.isReplaced ? "must be replaced" : "will be updated in-place"}`,
      );
      expect(on.wrote()).toEqual(edit.writes ?? []);
      const after = await on.values(address);
      for (const attribute of attributesOf(edit)) {
        if (edit.isReplaced)
          expect(output).toMatch(new RegExp(`^ +[-+~/]+ ${attribute}\\b.*# forces replacement`, "m"));
        if (edit.writes) expect([attribute, after[attribute]]).not.toEqual([attribute, before[attribute]]);
      }
      if (edit.writes) await on.empty();
    },
  );

  test("is imported as promised", async () => {
    await on.write(last);
    const values = await on.values(address);
    const state = await on.workspace.stateText();
    await on.workspace.terraform(["state", "rm", address]);
    if (story.importId === null) {
      const { output } = await on.workspace.import(address, "shop1/x", { expect: 1 });
      expect(output).toContain("cannot be imported");
      await on.workspace.write({ "terraform.tfstate": state });
      return;
    }
    const said = await on.apply(`${last}\n${importBlock(story.importId(values), address)}`);
    const changed = story.imported === "update" ? 1 : 0;
    expect(said).toContain(`Resources: 1 imported, 0 added, ${changed} changed, 0 destroyed.`);
    expect(on.wrote()).toEqual([]);
    await on.empty(last);
    expect(await on.values(address)).toEqual(values);
  });

  test("is destroyed", async () => {
    expect(await on.destroy()).toContain("Destroy complete! Resources: 1 destroyed.");
    expect(on.wrote()).toEqual(story.destroys);
  });

  test("is planned anew when it is gone, and says so; destroyed then with no request that writes", async () => {
    if (story.takeAway === null) return;
    await on.apply(resourceText(story, story.lines));
    on.wrote();
    await story.takeAway(on.emulator, await on.values(address));
    const said = await on.plan();
    expect(said).toContain(`# ${address} will be created`);
    expect(said).toMatch(/Warning: .*(is gone|has been terminated)/);
    await on.destroy();
    expect(on.wrote()).toEqual([]);
  });
});
