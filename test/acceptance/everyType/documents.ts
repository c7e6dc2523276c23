import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacking } from "../../support/features";
import { INVALID_ON_NODES, ON_CLUSTER, ON_NODES, OTHER_WAY } from "./onNodes";
import { replaced, type Story, updated } from "./story";

const IMPORT = "importDocuments";
const FOLDER = mkdtempSync(join(tmpdir(), "documents-"));
process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
const FILE = join(FOLDER, "books.jsonl");
writeFileSync(FILE, '{"id":"1","title":"Ash"}\n\n{"id":"2","title":"Elm"}\n');
/** The nodes of the source, with a key that no state has if the tool can do that. */
const { api_key: KEY, ...SOURCE } = ON_NODES;
const KEY_OF_SOURCE = lacking("write-only arguments") === undefined ? "api_key_wo" : "api_key";

/** Documents from one source after the other; they stay when the import is deleted. */
export const documentsStory: Story = {
  type: "documents",
  onNodes: true,
  prepare: (emulator) => {
    for (const [cluster, name] of [
      ["shop1", "books"],
      ["shop1", "poems"],
      ["shop2", "poems"],
    ] as const)
      emulator.createCollectionOutside(cluster, { name, fields: [{ name: "title", type: "string" }] });
  },
  lines: { ...ON_NODES, collection: '"books"', content: 'jsonencode({ id = "1", title = "Oak" })' },
  creates: [IMPORT],
  edits: [
    updated({ content: 'jsonencode({ id = "1", title = "Pine" })' }, IMPORT),
    updated({ content: undefined, file: JSON.stringify(FILE) }, IMPORT),
    updated({ triggers: '{ again = "1" }' }, IMPORT),
    updated({ ...OTHER_WAY, action: '"emplace"', batch_size: "100" }),
    replaced({ collection: '"poems"' }, IMPORT),
    updated(
      {
        file: undefined,
        from: `from {\n${Object.entries({ ...SOURCE, [KEY_OF_SOURCE]: KEY })
          .map(([name, value]) => `${name} = ${value}`)
          .join("\n")}\n collection = "books"\n}`,
      },
      IMPORT,
    ),
    replaced(ON_CLUSTER, IMPORT),
  ],
  invalid: {
    ...INVALID_ON_NODES,
    collection: '""',
    file: '"/"',
    content: '"[]"',
    from: 'from {\n collection = ""\n}',
    action: '"replace"',
    batch_size: "0",
    triggers: { none: "anything may import again" },
  },
  importId: null,
  takeAway: (emulator) => emulator.dropCollectionOutside("shop1", "books"),
  destroys: [],
};
