import { isBlock, isConfigurable } from "../../../src/framework/schema";
import { searchcloud } from "../../../src/provider/provider";
import { flat, type Scene, scene } from "../support";
import { STORIES } from "./stories";
import { type Lines, resourceText, type Story } from "./story";

/** No invalid value reaches the network, whether it is written down or known only after apply. */
const { resources } = searchcloud({});
const fieldsOf = ({ type }: Story) => resources.find(({ name }) => name === type)?.schema ?? {};

let on: Scene;
beforeAll(async () => {
  on = await scene();
});
afterAll(() => on.close());
beforeEach(() => on.requests());

test("every attribute that can be configured has an invalid value, or the reason why there is none", () => {
  for (const story of STORIES) {
    const configurable = Object.entries(fieldsOf(story)).filter(([, field]) => isConfigurable(field));
    expect([story.type, Object.keys(story.invalid).sort()]).toEqual([
      story.type,
      configurable.map(([name]) => name).sort(),
    ]);
  }
});

const INVALID = STORIES.map((story) => {
  const values = Object.entries(story.invalid).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return [story.type, story, values] as const;
});

test.each(INVALID)("%s: each invalid value is refused before any request", async (_, story, values) => {
  await on.write(resourceText(story, { ...story.lines, ...Object.fromEntries(values) }));
  const { output } = await on.workspace.plan([], { expect: 1 });
  const errors = errorsIn(output);
  for (const [name] of values)
    expect([name, errors.filter((error) => error.includes(name))]).not.toEqual([name, []]);
  for (const error of errors) expect(error).toContain(`searchcloud_${story.type}.it`);
  expect(on.requests()).toEqual([]);
});

test.each(INVALID)(
  "%s: invalid values known only after apply are refused before they are sent",
  async (_, story, all) => {
    const attributes = all.filter(([name]) => {
      const field = fieldsOf(story)[name];
      return field !== undefined && !isBlock(field);
    });
    const input = attributes.map(([name, value]) => `${name} = ${value}`).join("\n");
    const later = `${story.beside ?? ""}\nresource "terraform_data" "later" {\n input = {\n${input}\n}\n}`;
    const lines: Lines = {
      ...story.lines,
      ...Object.fromEntries(attributes.map(([name]) => [name, `terraform_data.later.output.${name}`])),
    };
    await on.write(resourceText({ ...story, beside: later }, lines));
    const { output } = await on.workspace.apply([], { expect: 1 });
    const errors = errorsIn(output);
    for (const [name] of attributes)
      expect([name, errors.filter((error) => error.includes(name))]).not.toEqual([name, []]);
    expect(on.writes()).toEqual([]);
  },
);

/** The errors of a run, each as one line. */
function errorsIn(output: string): string[] {
  return flat(output).split("Error: ").slice(1);
}
