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

const INVALID = STORIES.flatMap((story) =>
  Object.entries(story.invalid).flatMap(([name, value]) =>
    typeof value === "string" ? [[story.type, name, value, story] as const] : [],
  ),
);

test.each(INVALID)("%s: %s = %s is refused before any request", async (_, name, value, story) => {
  await on.write(resourceText(story, { ...story.lines, [name]: value }));
  const { output } = await on.workspace.plan([], { expect: 1 });
  expect(flat(output)).toContain(`searchcloud_${story.type}.it`);
  expect(output).toContain(name);
  expect(on.requests()).toEqual([]);
});

test.each(
  INVALID.filter(([, name, , story]) => {
    const field = fieldsOf(story)[name];
    return field !== undefined && !isBlock(field);
  }),
)("%s: %s = %s known only after apply is refused before it is sent", async (_, name, value, story) => {
  const later = `${story.beside ?? ""}\nresource "terraform_data" "later" {\n input = ${value}\n}`;
  const lines: Lines = { ...story.lines, [name]: "terraform_data.later.output" };
  await on.write(resourceText({ ...story, beside: later }, lines));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(output).toContain(name);
  expect(on.writes()).toEqual([]);
});
