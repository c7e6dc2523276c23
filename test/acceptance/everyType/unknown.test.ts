import { isBlock } from "../../../src/framework/schema";
import { searchcloud } from "../../../src/provider/provider";
import { type Scene, START, scene } from "../support";
import { STORIES } from "./stories";
import { type Lines, resourceText, type Story } from "./story";

/** A value that is known only after apply must not reach the network before, nor differ from the same value written down. */
const { resources } = searchcloud({});

let on: Scene;
beforeEach(async () => {
  on = await scene({
    clock: { mode: "step", start: START, stepPerRequest: 1000 },
    assumptions: { provisioning_seconds: 3, change_seconds: 4 },
  });
});
afterEach(() => on.close());

const isBlockOf = (story: Story, name: string) => {
  const field = resources.find((one) => one.name === story.type)?.fields[name];
  return field !== undefined && isBlock(field);
};

/** Every attribute of a story with the lines that it stands in when it is first given. */
const GIVEN = STORIES.flatMap((story) => {
  let lines: Lines = story.lines;
  const first = Object.keys(story.lines).map((name) => ({ story, name, lines: story.lines }));
  const edited = story.edits.map((edit) => {
    lines = { ...lines, ...edit.lines };
    return { story, name: edit.attribute, lines };
  });
  return [...first, ...edited].filter(
    ({ name }, place, all) => !isBlockOf(story, name) && all.findIndex((one) => one.name === name) === place,
  );
});

/** What was sent; without the moment that an apply chooses by itself. */
const bodies = (story: Story) =>
  on.emulator
    .journal()
    .filter(({ method }) => method !== "GET")
    .map(({ operation, body }) => {
      const { perform_change_at, ...sent } = (body ?? {}) as Record<string, unknown>;
      return [operation, "perform_change_at" in story.lines ? { ...sent, perform_change_at } : sent];
    });

test.each(GIVEN.map(({ story, name, lines }) => [story.type, name, story, lines] as const))(
  "%s: %s known only after apply",
  async (_, name, story, lines) => {
    story.prepare?.(on.emulator);
    const { beside = "" } = story;
    await on.write(resourceText(story, lines));
    await on.workspace.apply();
    const written = bodies(story);
    await on.workspace.destroy();
    on.emulator.clearJournal();

    const later = `${beside}\nresource "terraform_data" "later" {\n input = ${lines[name]}\n}`;
    await on.write(
      resourceText({ ...story, beside: later }, { ...lines, [name]: "terraform_data.later.output" }),
    );
    await on.workspace.plan();
    expect(bodies(story)).toEqual([]);
    await on.workspace.apply();
    expect(bodies(story)).toEqual(written);
    await on.workspace.emptyPlan();
  },
);
