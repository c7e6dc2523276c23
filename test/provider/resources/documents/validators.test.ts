import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import { documents } from "../../../../src/provider/resources/documents/resource";
import { type DocumentsValues, documentsSchema } from "../../../../src/provider/resources/documents/schema";
import type { ValueRecord } from "../../../../src/wire/cty/value";
import { documentsValues, FROM } from "./kit";

const HERE = __filename;

/** Returns the problems of a configuration: path, summary and detail. */
function problems(values: Partial<DocumentsValues>) {
  const diagnostics = new Diagnostics();
  const config = documentsValues(values) as unknown as ValueRecord;
  validate(documentsSchema, (documents.validators ?? []) as never, config, diagnostics);
  return diagnostics.items.map(({ path, summary, detail }) => [path?.join("."), summary, detail]);
}

const SERVER = "https://search.example";

test.each<[string, Partial<DocumentsValues>]>([
  ["a string", { content: '{"id":"1"}' }],
  ["a missing file, which the plan reports", { file: "/nowhere/x.jsonl" }],
  ["another collection of these nodes", { from: { ...FROM, cluster_id: "c-1", collection: "old" } }],
  ["a key that is not stored", { from: { ...FROM, api_key: null, api_key_wo: "k3y3" } }],
  ["the same name on other nodes", { from: { ...FROM, cluster_id: null, node_urls: [SERVER] } }],
])("%s is valid", (_, values) => {
  expect(problems(values)).toEqual([]);
});

test.each<[string, Partial<DocumentsValues>, path: string, summary: string]>([
  ["no source", {}, "", "No documents to import"],
  ["two sources", { file: HERE, content: "{}" }, "content", "Both file and content"],
  ["a string and a collection", { content: "{}", from: FROM }, "from", "Both content and from"],
  ["no nodes", { cluster_id: null, content: "{}" }, "", "No cluster_id and no node_urls"],
  [
    "no nodes to copy from",
    { from: { ...FROM, cluster_id: null } },
    "from",
    "No cluster_id and no node_urls",
  ],
  [
    "too many of them",
    { from: { ...FROM, node_urls: [SERVER] } },
    "from.node_urls",
    "Both cluster_id and node_urls",
  ],
  [
    "itself",
    { from: { ...FROM, cluster_id: "c-1" } },
    "from.collection",
    'Collection "catalog" would be copied into itself',
  ],
  [
    "itself, by a URL",
    {
      cluster_id: null,
      node_urls: ["https://a.example", SERVER],
      from: { ...FROM, cluster_id: null, node_urls: [SERVER] },
    },
    "from.collection",
    'Collection "catalog" would be copied into itself',
  ],
  [
    "two keys of the source",
    { from: { ...FROM, api_key_wo: "k3y3" } },
    "from.api_key_wo",
    "Both api_key and api_key_wo in the from block",
  ],
  ["an unknown action", { content: "{}", action: "replace" }, "action", "Invalid value for action"],
  ["a batch of nothing", { content: "{}", batch_size: 0 }, "batch_size", "Invalid value for batch_size"],
  [
    "plain http",
    { from: { ...FROM, cluster_id: null, node_urls: ["http://search.example"] } },
    "from.node_urls",
    "Invalid value for from.node_urls",
  ],
])("%s is an error at its path", (_, values, path, summary) => {
  expect(problems(values)).toEqual([[path, summary, expect.any(String)]]);
});

test.each<[string, Partial<DocumentsValues>, RegExp]>([
  ["a folder", { file: __dirname }, /and .* is not a file/],
  ["an empty string", { content: "" }, /must not be empty/],
  [
    "a line that is not an object",
    { content: '{"id":"1"}\n7\n' },
    /and line 2 is a JSON number, not an object/,
  ],
])("%s: found before anything is sent", (_, values, detail) => {
  const [name] = Object.keys(values);
  expect(problems(values)).toEqual([[name, `Invalid value for ${name}`, expect.stringMatching(detail)]]);
});
