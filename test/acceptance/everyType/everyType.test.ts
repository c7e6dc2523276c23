import { isConfigurable } from "../../../src/framework/schema";
import { searchcloud } from "../../../src/provider/provider";
import { flat, OPTIONS, type Scene, scene } from "../support";
import { STORIES } from "./stories";
import { type Lines, resourceText } from "./story";

/** The whole life of every type with the real terraform, as one table (docs/design/laws.md#l5). */
const { resources } = searchcloud({});

test("every type has a story, and every attribute that can be edited an edit", () => {
  expect(STORIES.map(({ type }) => type).sort()).toEqual(resources.map(({ name }) => name).sort());
  for (const { type, edits, unedited = {} } of STORIES) {
    const fields = resources.find(({ name }) => name === type)?.schema ?? {};
    const configurable = Object.keys(fields).filter((name) => {
      const field = fields[name];
      return field !== undefined && isConfigurable(field);
    });
    const told = new Set([...edits.map(({ attribute }) => attribute), ...Object.keys(unedited)]);
    expect([type, [...told].sort()]).toEqual([type, configurable.sort()]);
  }
});

describe.each(STORIES.map((story) => [story.type, story] as const))("searchcloud_%s", (type, story) => {
  const address = `searchcloud_${type}.it`;
  const last: Lines = Object.assign({}, story.lines, ...story.edits.map(({ lines }) => lines));
  let on: Scene;
  beforeAll(async () => {
    on = await scene(OPTIONS);
    story.prepare?.(on.emulator);
  });
  afterAll(() => on.close());

  const wrote = () => {
    const operations = on.emulator
      .journal()
      .filter(({ method }) => method !== "GET")
      .map(({ operation }) => operation);
    on.emulator.clearJournal();
    return operations;
  };
  const planned = async () => {
    const { resource_changes = [] } = await on.workspace.planJson();
    return resource_changes.find((change) => change.address === address)?.change;
  };

  test("is created, and planned empty", async () => {
    await on.applied(resourceText(story, story.lines));
    expect(wrote()).toEqual(story.creates);
    await on.workspace.emptyPlan();
    expect(wrote()).toEqual([]);
  });

  let lines = story.lines;
  test.each(story.edits.map((edit, place) => [edit.attribute, place, edit] as const))(
    "an edit of %s (%i)",
    async (attribute, _, { lines: edited, actions = ["update"], writes, onlyPlanned = false }) => {
      lines = { ...lines, ...edited };
      await on.write(resourceText(story, lines));
      const plan = await planned();
      expect(plan?.actions).toEqual(actions);
      expect(plan?.after?.[attribute]).not.toEqual(plan?.before?.[attribute]);
      if (actions.includes("create")) expect(plan?.replace_paths).toContainEqual([attribute]);
      expect(wrote()).toEqual([]);
      if (onlyPlanned) return;
      await on.workspace.apply(["plan.out"]);
      expect(wrote()).toEqual(writes);
      await on.workspace.emptyPlan();
    },
  );

  test("is imported as promised", async () => {
    await on.write(resourceText(story, last));
    const { values } = await on.resource(address);
    const state = await on.workspace.stateText();
    await on.workspace.terraform(["state", "rm", address]);
    if (story.importId === null) {
      const { output } = await on.workspace.import(address, "shop1/x", { expect: 1 });
      expect(flat(output)).toContain("cannot be imported");
      await on.workspace.write({ "terraform.tfstate": state });
      return;
    }
    const block = `import {\n to = ${address}\n id = "${story.importId(values)}"\n}`;
    await on.write(`${resourceText(story, last)}\n${block}`);
    const plan = await planned();
    expect([plan?.importing?.id, plan?.actions]).toEqual([story.importId(values), [story.imported]]);
    await on.workspace.apply(["plan.out"]);
    expect(wrote()).toEqual([]);
    await on.write(resourceText(story, last));
    await on.workspace.emptyPlan();
    expect((await on.resource(address)).values).toEqual(values);
  });

  test("is destroyed", async () => {
    const { output } = await on.workspace.destroy();
    expect(output).toContain("Destroy complete! Resources: 1 destroyed.");
    expect(wrote()).toEqual(story.destroys);
  });

  test("is planned anew when it is gone, and says so; destroyed then with no request that writes", async () => {
    await on.applied(resourceText(story, story.lines));
    const { values } = await on.resource(address);
    wrote();
    if (story.takeAway === null) return;
    story.takeAway(on.emulator, values);
    const { output } = await on.workspace.plan();
    expect(output).toMatch(new RegExp(`# ${address} will be created`));
    expect(flat(output)).toMatch(/Warning: .*(is gone|has been terminated)/);
    await on.workspace.destroy();
    expect(wrote()).toEqual([]);
  });
});
