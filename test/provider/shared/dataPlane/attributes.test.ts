import { defineSchema } from "../../../../src/framework";
import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import {
  childId,
  type NodeValues,
  nodeAttributes,
  nodeValidators,
  parseChildId,
} from "../../../../src/provider/shared/dataPlane";
import { nullsOf } from "../../support";

const NOTHING = nullsOf<NodeValues>(nodeAttributes);

function problemsOf(given: Partial<NodeValues>): string[] {
  const diagnostics = new Diagnostics();
  const config = { ...NOTHING, ...given } as never;
  validate(defineSchema(nodeAttributes), nodeValidators as never, config, diagnostics);
  return diagnostics.items.map(({ summary, detail }) => `${summary}: ${detail}`);
}

test.each<[string, Partial<NodeValues>]>([
  ["a cluster", { cluster_id: "c-1" }],
  ["its nodes", { node_urls: ["https://n1.example:8108/", "http://127.0.0.1:8700/nodes/n2"], api_key: "k" }],
])("%s leads to nodes", (_, given) => expect(problemsOf(given)).toEqual([]));

test.each<[Partial<NodeValues>, RegExp]>([
  [{}, /^No cluster_id and no node_urls: .* Set one of them\.$/],
  [{ cluster_id: "c-1", node_urls: ["https://n1.example"] }, /^Both cluster_id and node_urls: .* Remove one/],
  [{ cluster_id: "" }, /must not be empty/],
  [{ node_urls: [] }, /must not be empty/],
  [{ node_urls: ["n1.example"] }, /contains an item that is not a URL/],
  [{ node_urls: ["http://n1.example"] }, /contains an item that would not protect the key: use https/],
  [{ node_urls: ["https://u:p@n1.example"] }, /contains an item that holds credentials/],
  [{ node_urls: ["https://n1.example?a=1"] }, /contains an item that has a query or a fragment/],
  [{ cluster_id: "c-1", api_key: "" }, /api_key must not be empty/],
  [{ cluster_id: "c-1", api_key: "s3cret\n" }, /^Invalid value for api_key: .*line break at the end/],
])("%j is refused", (given, problem) => {
  const problems = problemsOf(given);
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems[0]).not.toContain("s3cret");
});

test.each([
  ["c-1/products", { cluster_id: "c-1", node_urls: null, child: "products" }],
  ["c-1/a/b", { cluster_id: "c-1", node_urls: null, child: "a/b" }],
  [
    "https://h.example:443/products",
    { cluster_id: null, node_urls: ["https://h.example:443"], child: "products" },
  ],
  [
    "http://127.0.0.1:8700/nodes/h/7",
    { cluster_id: null, node_urls: ["http://127.0.0.1:8700/nodes/h"], child: "7" },
  ],
])("%s is read, and written", (id, parts) => {
  expect(parseChildId(id, "name")).toEqual(parts);
  expect(childId({ ...parts, api_key: null }, parts.child)).toBe(id);
});

test.each([
  ["http://h.example/products", "would not protect the key: use https"],
  ["https://admin:s3cret@h.example/products", "holds credentials"],
  ["https://h.example?key=s3cret/products", "has a query or a fragment"],
])("the URL in %s is refused, as in node_urls", (id, problem) => {
  const parse = () => parseChildId(id, "name");
  expect(parse).toThrow(`Invalid import id: The URL in the import id ${problem}`);
  expect(parse).not.toThrow("s3cret");
});

test("a slash at the end of a URL is not part of the id", () => {
  expect(childId({ ...NOTHING, node_urls: ["https://h.example/"] }, "products")).toBe(
    "https://h.example/products",
  );
});

test.each(["", "/", "c-1", "c-1/", "/x", "https://products", "https:///x", "https://h.example/"])(
  "%j is not an id",
  (id) => {
    expect(() => parseChildId(id, "name")).toThrow(
      /^Invalid import id: ".*" must be "<cluster_id>\/<name>", as in .*, or "<node url>\/<name>", as in /,
    );
  },
);
