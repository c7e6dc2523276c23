import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { renderPages } from "../../../src/tools/docs/pages";
import { ZOO } from "./zoo";

const root = mkdtempSync(join(tmpdir(), "zoo-"));
const EXAMPLES: { readonly [path: string]: string } = {
  "examples/hcl/main.tf": 'provider "zoo" {}\n',
  "examples/resources/zoo_pen/main.tf": 'resource "zoo_pen" "lions" {\n  name = "lions"\n}\n',
  "examples/constructs/resources/pen.ts": "new Pen();\n",
  "examples/constructs/data-sources/openPens.ts": "new DataPens();\n",
  "examples/functions/count_legs/main.tf": "output legs {}\n",
};

beforeAll(() => {
  for (const [path, text] of Object.entries(EXAMPLES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const NOTICE =
  "<!-- Made from the provider's definitions and from examples/ by src/tools/generate.ts. Do not edit. -->";
const pages = () => renderPages(ZOO, root);
/** A page with its fences written as '''. */
const pageOf = (path: string) => pages().get(path)?.replaceAll("```", "'''");
/** What follows the head of a page, which the first test shows whole. */
const bodyOf = (path: string) => pageOf(path)?.split(`${NOTICE}\n\n`)[1];

test("one page for each part, and one for the provider", () => {
  expect([...pages().keys()]).toEqual([
    "index.md",
    "resources/pen.md",
    "resources/keeper.md",
    "data-sources/open_pens.md",
    "functions/count_legs.md",
  ]);
});

test("a resource: example, schema with updates, timeouts, import", () => {
  expect(pageOf("resources/pen.md")).toBe(`---
page_title: "zoo_pen Resource - zoo"
subcategory: ""
description: |-
  A pen.
---

${NOTICE}

# zoo_pen (Resource)

A pen. With animals in it.

## Example Usage

'''terraform
resource "zoo_pen" "lions" {
  name = "lions"
}
'''

In TypeScript:

'''typescript
new Pen();
'''

## Schema

### Required

- \`name\` (String) Name of the pen. Edits: \`PATCH /pens/{id}\`.
- \`zoo_id\` (String) The zoo. Edits force replacement.

### Optional

- \`animals\` (Map of Number) How many of each. Left out, it is what the service says. Edits force replacement: another pen is built.
- \`feeding\` (Block) When they are fed. Edits: kept in the state only; nothing is sent. (see [below for nested schema](#nestedblock--feeding))
- \`keepers\` (Number) How many. Left out, one. Edits: \`PATCH /pens/{id}\`.
- \`key\` (String, Sensitive) Key of its door. Edits: kept in the state only; nothing is sent.
- \`timeouts\` (Block) How long it may take. Edits: kept in the state only; nothing is sent. (see [Timeouts](#timeouts))

### Read-Only

- \`address\` (Attributes) Where it is. (see [below for nested schema](#nestedatt--address))
- \`id\` (String) Identifier of the pen.

<a id="nestedblock--feeding"></a>
### Nested Schema for \`feeding\`

Required:

- \`at\` (String) Time of day.

Optional:

- \`by\` (Block) Keeper. (see [below for nested schema](#nestedblock--feeding--by))

<a id="nestedblock--feeding--by"></a>
### Nested Schema for \`feeding.by\`

Optional:

- \`name\` (String) Who.

<a id="nestedatt--address"></a>
### Nested Schema for \`address\`

Read-Only:

- \`gates\` (Attributes List) Its gates. (see [below for nested schema](#nestedatt--address--gates))
- \`street\` (String) Street.

<a id="nestedatt--address--gates"></a>
### Nested Schema for \`address.gates\`

Read-Only:

- \`number\` (Number) Which.

## Timeouts

The block \`timeouts\` takes durations such as \`45m\` or \`1h30m\`:

- \`create\` (String) How long to build. The default is \`30m\`.
- \`delete\` (String) How long to clear. The default is \`5m\`.

Not configurable: \`update\` may take \`1h\`.

## Import

By \`id\`, with a block in the configuration:

'''terraform
import {
  to = zoo_pen.lions
  id = "p1"
}
'''

or with the command:

'''shell
terraform import zoo_pen.lions p1
'''

By \`zoo_id/name\` as well:

'''shell
terraform import zoo_pen.lions z1/lions
'''

What only Terraform keeps (\`key\`, \`feeding\`, \`timeouts\`) is not known to the service: the first apply after an import writes what the configuration says of it to the state, and sends nothing.
`);
});

test("a resource that cannot be imported, without example and timeouts", () => {
  expect(bodyOf("resources/keeper.md")).toBe(`# zoo_keeper (Resource)

A keeper.

## Schema

### Read-Only

- \`id\` (String) Who.

## Import

Nobody can be told apart.
`);
});

test("a data source: no updates, no import", () => {
  expect(bodyOf("data-sources/open_pens.md")).toBe(`# zoo_open_pens (Data Source)

The pens.

## Example Usage

In TypeScript:

'''typescript
new DataPens();
'''

## Schema

### Optional

- \`status\` (String) Only those.

### Read-Only

- \`pens\` (Attributes List) The pens. (see [below for nested schema](#nestedatt--pens))

<a id="nestedatt--pens"></a>
### Nested Schema for \`pens\`

Read-Only:

- \`id\` (String) Identifier.
`);
});

test("a function: signature and arguments", () => {
  expect(bodyOf("functions/count_legs.md")).toBe(`# count_legs (Function)

Counts legs.

Counts the legs of animals.

## Example Usage

'''terraform
output legs {}
'''

## Signature

'''text
count_legs(animals map of number, more dynamic) number
'''

Called as \`provider::zoo::count_legs(…)\`. Functions of providers need Terraform 1.8 or later.

## Arguments

1. \`animals\` (Map of Number) How many of each.
1. \`more\` (Dynamic, Nullable) Others.
`);
});

test("the provider: settings, and the way to every page", () => {
  expect(bodyOf("index.md")).toBe(`# zoo Provider

A zoo.

## Example Usage

'''terraform
provider "zoo" {}
'''

## Schema

### Optional

- \`key\` (String, Sensitive) The key.

## Resources

- [zoo_pen](resources/pen.md)
- [zoo_keeper](resources/keeper.md)

## Data Sources

- [zoo_open_pens](data-sources/open_pens.md)

## Functions

- [count_legs](functions/count_legs.md)

## Constructs

- [API reference of the CDKTF constructs](constructs/README.md)
`);
});
