import { define, defineResourceSchema, defineSchema, STATE_ONLY, t } from "../../../src/framework";
import { exampleIdentity } from "../../../tools/docs/imports";
import { renderPages } from "../../../tools/docs/pages";
import { providerOf, thingOf } from "../../support/call";

/** A provider with a list, an action, an identity and a move. */
const description = "Its owner.";
const text = { type: t.string, description } as const;
const owned = {
  attributes: {
    owner: text,
    hosts: { type: t.list(t.string), description: "Hosts.", isOptional: true },
    id: text,
  },
};
const thing = thingOf()({
  schema: defineResourceSchema({ owner: { ...text, mode: "required", updatedBy: STATE_ONLY } }),
  updates: {},
  import: async () => ({}),
  importIds: [{ form: "owner/id", example: "me/t-1" }],
  identity: { ...owned, of: () => null, importId: ({ owner, id }) => `${owner}/${id}` },
  moves: [
    {
      provider: "acme/things",
      type: "acme_thing",
      schemaVersions: [0, 2],
      convert: () => ({ values: {}, privateState: undefined }),
    },
    {
      provider: "other/things",
      type: "other_thing",
      schemaVersions: [1],
      convert: () => ({ values: {}, privateState: undefined }),
    },
  ],
});
const { listResource, action } = define<undefined>();
const list = listResource({
  name: "thing",
  description: "The things of an account. All of them.",
  schema: defineSchema({ owner: { ...text, mode: "optional" } }),
  list: async function* () {},
});
const polish = action({
  name: "polish",
  description: "Polishes a thing.",
  schema: defineSchema({ hard: { type: t.bool, description: "Scratches it.", mode: "required" } }),
  invoke: async () => {},
});

/** The files of the checkout. */
const FILES: { readonly [path: string]: string } = {
  "examples/hcl/main.tf": 'provider "test" {}\n',
  "examples/quickstart/main.ts": "new Test();\n",
  "examples/resources/test_thing/main.tf": 'resource "test_thing" "mine" {}\n',
  "examples/constructs/resources/thing.ts": "new Thing();\n",
  "examples/list-resources/test_thing/list-resource.tfquery.hcl": 'list "test_thing" "all" {}\n',
  "examples/actions/test_polish/action.tf": 'action "test_polish" "now" {}\n',
};

const whole = { ...providerOf(thing), listResources: [list], actions: [polish] };
const pages = renderPages(whole, (path) => FILES[path]);
const block = (language: string, ...lines: string[]) => `\`\`\`${language}\n${lines.join("\n")}\n\`\`\`\n`;

test("a list has a page in the registry's layout, with its example, its arguments, and a query", () => {
  const page = pages.get("list-resources/thing.md") ?? "";
  expect(page).toMatch(
    /^---\npage_title: "test_thing List Resource - test"\n.*\n.*\n {2}The things of an account\.\n---\n/,
  );
  expect(page).toContain(
    "\n# test_thing (List Resource)\n\nThe things of an account. All of them.\n\nNeeds Terraform 1.14. ",
  );
  expect(page).toContain("[test_thing](../resources/thing.md)");
  expect(page).toContain(`## Example Usage\n\n${block("terraform", 'list "test_thing" "all" {}')}`);
  expect(page).toContain(block("shell", "terraform query", "terraform query -generate-config-out=found.tf"));
  expect(page).toContain("## Schema\n\n### Optional\n\n- `owner` (String) Its owner.\n");
  expect(page).not.toContain("TypeScript");
});

test("an action has one, with the command that invokes its example", () => {
  const page = pages.get("actions/polish.md") ?? "";
  expect(page).toContain('page_title: "test_polish Action - test"');
  expect(page).toContain("\n# test_polish (Action)\n\nPolishes a thing.\n\nNeeds Terraform 1.14. ");
  expect(page).toContain(block("terraform", 'action "test_polish" "now" {}'));
  expect(page).toContain(block("shell", "terraform apply -invoke=action.test_polish.now"));
  expect(page).toContain("### Required\n\n- `hard` (Boolean) Scratches it.\n");
});

test("the provider's page links to them, and has no heading without pages", () => {
  const index = pages.get("index.md") ?? "";
  expect(index).toContain(
    "## List Resources\n\n- [test_thing](list-resources/thing.md)\n\n## Actions\n\n- [test_polish](actions/polish.md)\n",
  );
  expect(index).not.toContain("## Functions");
});

test("a resource is imported by its identity, the object of the usual id, and says how its objects are found", () => {
  const page = pages.get("resources/thing.md") ?? "";
  const lines = ["  to = test_thing.mine", "  identity = {", '    owner = "me"', '    id    = "t-1"', "  }"];
  expect(page).toContain(`With Terraform 1.12 or later:\n\n${block("terraform", "import {", ...lines, "}")}`);
  expect(page).toContain(
    "#### Required\n\n- `owner` (String) Its owner.\n- `id` (String) Its owner.\n\n#### Optional\n\n- `hosts` (List of String) Hosts.\n",
  );
  expect(page).toContain("[finds them](../list-resources/thing.md)");
  const unlisted = renderPages(providerOf(thing), (path) => FILES[path]).get("resources/thing.md");
  expect(unlisted).not.toContain("list-resources");
});

test("a resource names the types that a moved block turns into it", () => {
  const page = pages.get("resources/thing.md") ?? "";
  expect(page).toContain(
    block("terraform", "moved {", "  from = acme_thing.thing", "  to   = test_thing.thing", "}"),
  );
  expect(page).toContain("| `acme/things` | `acme_thing` | 0, 2 |\n| `other/things` | `other_thing` | 1 |\n");
});

test.each(["list-resources/test_thing/list-resource.tfquery.hcl", "actions/test_polish/action.tf"])(
  "without examples/%s, nothing is rendered",
  (missing) => {
    const read = (path: string) => (path.endsWith(missing) ? undefined : FILES[path]);
    expect(() => renderPages(whole, read)).toThrow(`There is no examples/${missing}`);
  },
);

test.each([
  ["another object", ({ id }: { readonly id?: unknown }) => String(id), "me/t-1"],
  [
    "a part of the id",
    ({ owner, id }: { readonly owner?: unknown; readonly id?: unknown }) => `${owner}/${id}`,
    "me/t-1/2",
  ],
])("an identity that imports %s is an error of the page", (_, importId, example) => {
  expect(() => exampleIdentity({ ...owned, importId }, { form: "owner/id", example })).toThrow(
    "The page cannot show an import by identity",
  );
});
