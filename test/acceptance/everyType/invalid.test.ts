import { isBlock, isConfigurable } from "../../../src/framework/schema";
import { wholeProvider } from "../../../src/provider/whole";
import { type Lines, later, OPTIONS, oneScene } from "../support";
import { STORIES } from "./stories";
import { lastLines, resourceText, type Story } from "./story";

/** What is invalid, or known only after apply, reaches the network neither before its time nor in another form. */
const { resources } = wholeProvider();
const fieldsOf = ({ type }: Story) => resources.find(({ name }) => name === type)?.schema ?? {};
const TYPES = STORIES.map((story) => [story.type, story] as const);

/** The attributes among these: a block cannot be known only after apply. */
function attributesIn(story: Story, names: readonly string[]): string[] {
  return names.filter((name) => {
    const field = fieldsOf(story)[name];
    return field !== undefined && !isBlock(field);
  });
}

/** A configuration in which the values of these attributes are known only after apply. */
function unknownAtPlan(story: Story, lines: Lines, values: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(values);
  const outputs = names.map((name) => [name, `terraform_data.later.output.${name}`]);
  const input = names.map((name) => `${name} = ${values[name]}`).join("\n");
  return `${later(`{\n${input}\n}`)}\n${resourceText(story, { ...lines, ...Object.fromEntries(outputs) })}`;
}

test("every attribute that can be configured has an invalid value, or the reason why there is none", () => {
  for (const story of STORIES) {
    const configurable = Object.entries(fieldsOf(story)).filter(([, field]) => isConfigurable(field));
    expect([story.type, Object.keys(story.invalid).sort()]).toEqual([
      story.type,
      configurable.map(([name]) => name).sort(),
    ]);
  }
});

describe.each(TYPES)("an invalid searchcloud_%s", (type, story) => {
  const on = oneScene();
  const all = Object.fromEntries(
    Object.entries(story.invalid).filter((one): one is [string, string] => typeof one[1] === "string"),
  );
  const expectErrors = (said: string, names: readonly string[]) => {
    const errors = said.split("Error: ").slice(1);
    for (const name of names)
      expect([name, errors.filter((error) => error.includes(name))]).not.toEqual([name, []]);
    return errors;
  };

  test("is refused value by value before any request", async () => {
    const said = await on.plan(resourceText(story, { ...story.lines, ...all }), 1);
    for (const error of expectErrors(said, Object.keys(all)))
      expect(error).toContain(`searchcloud_${type}.it`);
    expect(on.requests()).toEqual([]);
  });

  test("with values known only after apply is refused before they are sent", async () => {
    const names = attributesIn(story, Object.keys(all));
    const values = Object.fromEntries(names.map((name) => [name, all[name]]));
    expectErrors(await on.apply(unknownAtPlan(story, story.lines, values), 1), names);
    expect(on.writes()).toEqual([]);
  });
});

describe.each(TYPES)("a searchcloud_%s of which all is known only after apply", (_, story) => {
  const on = oneScene(OPTIONS, (emulator) => story.prepare?.(emulator));

  /** What was sent; without the moment that an apply chooses by itself. */
  const bodies = () =>
    on.emulator
      .journal()
      .filter(({ method }) => method !== "GET")
      .map(({ operation, body }) => {
        const { perform_change_at, ...sent } = (body ?? {}) as Record<string, unknown>;
        return [operation, "perform_change_at" in story.lines ? { ...sent, perform_change_at } : sent];
      });

  test("is sent at apply as if it were written down", async () => {
    const lines = lastLines(story);
    await on.apply(resourceText(story, lines));
    const written = bodies();
    await on.destroy();
    on.emulator.clearJournal();

    const names = attributesIn(story, Object.keys(lines)).filter((name) => lines[name] !== undefined);
    const values = Object.fromEntries(names.map((name) => [name, lines[name]]));
    await on.plan(unknownAtPlan(story, lines, values));
    expect(bodies()).toEqual([]);
    await on.apply();
    expect(bodies()).toEqual(written);
    await on.empty();
  });
});
