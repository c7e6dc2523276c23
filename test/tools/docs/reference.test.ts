import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `npm run check` proves that the pages are what the generator writes. */
const FOLDER = join(__dirname, "../../../docs/constructs");
const pages = new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]));

test("the pages lead from one to what is exported, and leave out the bindings", () => {
  const first = pages.get("README.md");
  expect(first).toMatch(/^# Constructs\n\nWhat the package `cdktf-provider-searchcloud` exports\.\n/);
  for (const name of ["Class.Cluster", "Interface.ClusterProps", "Class.Topology", "Variable.Region"])
    expect(first).toContain(`(${name}.md)`);
  expect([...pages.keys()].filter((path) => /l1|generated/i.test(path))).toEqual([]);
});

test("a prop says what it is, and its default, in a sentence", () => {
  expect(pages.get("Interface.ClusterProps.md")).toContain(`### terminationProtection?

\`\`\`ts
readonly terminationProtection?: boolean | IResolvable;
\`\`\`

Whether to refuse every plan that would terminate the cluster. Turn it off in a deploy of its own first.

Default: \`false\`.
`);
});

test("an accessor says what it is once, and not which class or interface it comes from", () => {
  expect(pages.get("Class.Cluster.md")).toContain(`### clusterEndpoint

#### Get Signature

\`\`\`ts
get clusterEndpoint(): string;
\`\`\`

The host that receives searches: the load-balanced one if there is any, else that of the search delivery network,
else the first node. Null until the cluster is in service.

##### Returns

\`string\`

## Methods
`);
  const origins = /^#+ (?:Overrides|Inherited from|Implementation of|Default)$/m;
  expect([...pages].filter(([, text]) => origins.test(text)).map(([path]) => path)).toEqual([]);
  const bases = [...pages].filter(([path, text]) => path.startsWith("Class.") && /^- `/m.test(text));
  expect(bases).toEqual([]);
});
