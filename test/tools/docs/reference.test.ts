import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tidyReference } from "../../../src/tools/docs/reference";

/** `npm run check` proves that they are what the generator writes. */
const FOLDER = join(__dirname, "../../../docs/constructs");

test.each([
  ["a default in words", "#### Default\n\n```ts\n- as it is\n```\n", "Default: as it is.\n"],
  ["a default in code", "### Default\n\n```ts\nfalse\n```\n", "Default: `false`.\n"],
  ["where a member comes from", "A.\n\n#### Overrides\n\n`Base.a`\n\n***\n", "A.\n\n***\n"],
  [
    "where a member of a link comes from",
    "A.\n\n##### Inherited from\n\n[`B`](b.md)\n\n## C\n",
    "A.\n\n## C\n",
  ],
  [
    "what an accessor says twice",
    "#### Get Signature\n\n```ts\nget a();\n```\n\nA b.\n\n##### Throws\n\nC.\n\n##### Returns\n\n`s`\n\nA b.\n\n#### Throws\n\nC.\n\n***\n",
    "#### Get Signature\n\n```ts\nget a();\n```\n\nA b.\n\n##### Throws\n\nC.\n\n##### Returns\n\n`s`\n\n***\n",
  ],
  [
    "a base class that is not exported",
    "# Class: A\n\nB.\n\n## Extends\n\n- `C`\\<`D`\\>\n\n## Methods\n",
    "# Class: A\n\nB.\n\n## Methods\n",
  ],
  [
    "a base that is exported, as it is",
    "# Class: A\n\n## Extends\n\n- [`C`](c.md)\n",
    "# Class: A\n\n## Extends\n\n- [`C`](c.md)\n",
  ],
  ["spaces at the ends of lines", "\n\none \ntwo\t\n\n\n", "one\ntwo\n"],
  ["other code as it is", "```ts\nget fqn(): string;\n```\n", "```ts\nget fqn(): string;\n```\n"],
])("tidies %s", (_, before, after) => {
  expect(tidyReference(before)).toBe(after);
});

test("the pages lead from one to what is exported, leave out the bindings, and say each default", () => {
  const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
  expect(read("README.md")).toMatch(
    /^# Constructs\n\nWhat the package `cdktf-provider-searchcloud` exports\.\n/,
  );
  for (const name of ["Class.Cluster", "Interface.ClusterProps", "Class.Topology", "Variable.Region"])
    expect(read("README.md")).toContain(`(${name}.md)`);
  expect(readdirSync(FOLDER).filter((path) => /l1|generated/i.test(path))).toEqual([]);
  expect(read("Interface.ClusterProps.md")).toContain(`### terminationProtection?

\`\`\`ts
readonly terminationProtection?: boolean | IResolvable;
\`\`\`

Whether to refuse every plan that would terminate the cluster. Turn it off in a deploy of its own first.

Default: \`false\`.
`);
});
