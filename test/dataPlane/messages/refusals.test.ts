import { never, rejection } from "../../client/kit/client";
import { json } from "../../client/kit/transport";
import { nodesOver } from "../kit";

const write = { path: { name: "shop" }, body: { collection_name: "books" } };
const search = { path: { name: "books" }, query: { q: "*", per_page: 251 } };
const lines = async function* () {
  yield new TextEncoder().encode("{}\n");
};

const advised = async (message: string, what: "write" | "import" | "search") => {
  const { nodes } = nodesOver(() => json(422, { message }));
  const options = { signal: never(), patienceMs: 0 };
  const error = await rejection(
    what === "write"
      ? nodes.call("upsertAlias", write, options)
      : what === "search"
        ? nodes.call("searchDocuments", search, options)
        : nodes.stream("importDocuments", { path: { name: "books" }, lines }, options),
  );
  return (error as { readonly detail?: string }).detail ?? "";
};

// As the genuine servers say it.
test.each([
  ["Rejecting write: running out of resource type: OUT_OF_DISK", "write", /The disk of the node is full/],
  ["Rejecting write: running out of resource type: OUT_OF_DISK", "import", /The disk of the node is full/],
  ["Rejecting write: running out of resource type: OUT_OF_MEMORY", "write", /too little memory left/],
  ["Skipping writes.", "import", /configured to reject writes \(skip-writes\)/],
  ["Only upto 250 hits can be fetched per page.", "search", /^Correct the parameters of the search/m],
] as const)("422 %p to a %s is told with what to do", async (message, what, words) => {
  const detail = await advised(message, what);
  expect(detail).toMatch(words);
  expect(detail).not.toMatch(/configuration as the server says|at this time/);
});
