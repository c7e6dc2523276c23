import { isBlock } from "../../../src/framework/schema";
import { searchcloud } from "../../../src/provider/provider";
import { OPTIONS, type Scene, scene } from "../support";
import { STORIES } from "./stories";
import { type Lines, resourceText, type Story } from "./story";

/** A value that is known only after apply must not reach the network before, nor differ from the same value written down. */
const { resources } = searchcloud({});

const isBlockOf = (story: Story, name: string) => {
  const field = resources.find((one) => one.name === story.type)?.schema[name];
  return field !== undefined && isBlock(field);
};

/** The same configuration, in which the values of these attributes are known only after apply. */
function later(story: Story, lines: Lines, names: readonly string[]): string {
  const values = names.map((name) => `${name} = ${lines[name]}`).join("\n");
  const outputs = names.map((name) => [name, `terraform_data.later.output.${name}`]);
  const beside = `${story.beside ?? ""}\nresource "terraform_data" "later" {\n input = {\n${values}\n}\n}`;
  return resourceText({ ...story, beside }, { ...lines, ...Object.fromEntries(outputs) });
}

describe.each(STORIES.map((story) => [story.type, story] as const))("searchcloud_%s", (_, story) => {
  let on: Scene;
  beforeAll(async () => {
    on = await scene(OPTIONS);
    story.prepare?.(on.emulator);
  });
  afterAll(() => on.close());
  beforeEach(() => on.emulator.clearJournal());

  /** What was sent; without the moment that an apply chooses by itself. */
  const bodies = () =>
    on.emulator
      .journal()
      .filter(({ method }) => method !== "GET")
      .map(({ operation, body }) => {
        const { perform_change_at, ...sent } = (body ?? {}) as Record<string, unknown>;
        return [operation, "perform_change_at" in story.lines ? { ...sent, perform_change_at } : sent];
      });

  test("all of them at once: an apply sends what it would send if they were written down", async () => {
    const last: Lines = Object.assign({}, story.lines, ...story.edits.map(({ lines }) => lines));
    await on.applied(resourceText(story, last));
    const written = bodies();
    await on.workspace.destroy();
    on.emulator.clearJournal();

    const names = Object.keys(last).filter((name) => last[name] !== undefined && !isBlockOf(story, name));
    await on.write(later(story, last, names));
    await on.workspace.plan();
    expect(bodies()).toEqual([]);
    await on.workspace.apply();
    expect(bodies()).toEqual(written);
    await on.workspace.emptyPlan();
  });
});
