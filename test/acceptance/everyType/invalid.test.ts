import { isBlock, isConfigurable } from "../../../src/framework/schema";
import { wholeProvider } from "../../../src/provider/whole";
import { lacking } from "../../support/features";
import { type Lines, later, oneScene } from "../support";
import { MANY_AT_ONCE, prepareScene, SCENES, STORIES } from "./stories";
import { lastLines, resourceText, type Story } from "./story";

/** Values that are invalid, or known only after apply, are not sent early or in another form. */
const { resources } = wholeProvider();
const fieldsOf = ({ type }: Story) => resources.find(({ name }) => name === type)?.schema ?? {};
const TABLE = SCENES.map((scene) => [scene.map(({ type }) => type).join(", "), scene] as const);

/** Returns the attributes among these: a block cannot be known only after apply. A write-only one only if the tool has them. */
function attributesIn(story: Story, names: readonly string[]): string[] {
  return names.filter((name) => {
    const field = fieldsOf(story)[name];
    if (field === undefined || isBlock(field)) return false;
    return field.writeOnly !== true || lacking("write-only arguments") === undefined;
  });
}

interface Unknown {
  readonly story: Story;
  readonly lines: Lines;
  /** The values that are known only after apply. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Returns a configuration in which some values are known only after apply. */
function unknownAtPlan(parts: readonly Unknown[]): string {
  const inputs = parts.flatMap(({ story: { type }, values }) =>
    Object.entries(values).map(([name, value]) => `${type}_${name} = ${value}`),
  );
  const texts = parts.map(({ story, lines, values }) => {
    const output = (name: string) => `terraform_data.later.output.${story.type}_${name}`;
    const outputs = Object.fromEntries(Object.keys(values).map((name) => [name, output(name)]));
    return resourceText(story, { ...lines, ...outputs });
  });
  return `${later(`{\n${inputs.join("\n")}\n}`)}\n${texts.join("\n")}`;
}

test("every attribute that can be configured has an invalid value, or a reason for having none", () => {
  for (const story of STORIES) {
    const configurable = Object.entries(fieldsOf(story)).filter(([, field]) => isConfigurable(field));
    expect([story.type, Object.keys(story.invalid).sort()]).toEqual([
      story.type,
      configurable.map(([name]) => name).sort(),
    ]);
  }
});

describe.each(TABLE)("an invalid %s", (_, scene) => {
  const on = oneScene();
  const parts = scene.map((story) => {
    const all = Object.entries(story.invalid).filter(
      (one): one is [string, string] => typeof one[1] === "string",
    );
    return { story, all: Object.fromEntries(all) };
  });
  /** Expects each of these names in an error about its resource. */
  const expectErrors = (said: string, names: (part: (typeof parts)[number]) => readonly string[]) => {
    const errors = said.split("Error: ").slice(1);
    for (const part of parts) {
      const own = errors.filter((error) => error.includes(`searchcloud_${part.story.type}.it`));
      for (const name of names(part))
        expect([part.story.type, name, own.filter((error) => error.includes(name))]).not.toEqual([
          part.story.type,
          name,
          [],
        ]);
    }
  };

  test("is rejected value by value before any request", async () => {
    const texts = parts.map(({ story, all }) => resourceText(story, { ...story.lines, ...all }));
    expectErrors(await on.plan(texts.join("\n"), 1), ({ all }) => Object.keys(all));
    expect(on.requests()).toEqual([]);
  });

  test("with values known only after apply is rejected before they are sent", async () => {
    const names = ({ story, all }: (typeof parts)[number]) => attributesIn(story, Object.keys(all));
    const unknown = parts.map((part) => {
      const values = Object.fromEntries(names(part).map((name) => [name, part.all[name]]));
      return { story: part.story, lines: part.story.lines, values };
    });
    expectErrors(await on.apply(unknownAtPlan(unknown), 1), names);
    expect(on.writes()).toEqual([]);
  });
});

describe.each(TABLE)("%s, with all values known only after apply", (_, scene) => {
  const on = oneScene(MANY_AT_ONCE, (emulator) => prepareScene(scene, emulator));

  /** Returns the sent bodies, without what an apply chooses itself, sorted: several resources are written in no order. */
  const bodies = () => {
    const sent = on.emulator
      .journal()
      .filter(({ method }) => method !== "GET")
      .map(({ operation, body }) => {
        const { perform_change_at, ...sent } = (body ?? {}) as Record<string, unknown>;
        return `${operation} ${JSON.stringify(sent).replace(/"run":"\w+"|_[a-z0-9]{8}"/g, "CHOSEN")}`;
      });
    return sent.sort();
  };

  test("is sent at apply as if the values were literals", async () => {
    await on.apply(scene.map((story) => resourceText(story, lastLines(story))).join("\n"));
    const written = bodies();
    await on.destroy();
    on.emulator.clearJournal();

    const unknown = scene.map((story) => {
      const lines = lastLines(story);
      const names = attributesIn(story, Object.keys(lines)).filter((name) => lines[name] !== undefined);
      return { story, lines, values: Object.fromEntries(names.map((name) => [name, lines[name]])) };
    });
    await on.plan(unknownAtPlan(unknown));
    expect(bodies()).toEqual([]);
    await on.apply();
    expect(bodies()).toEqual(written);
    await on.empty();
  });
});
