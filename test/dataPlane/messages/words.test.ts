import type { ApiError } from "../../../src/client";
import { never, rejection } from "../../client/kit/client";
import { json } from "../../client/kit/transport";
import { nodesOver } from "../kit";

test.each([
  [
    "Forbidden - a valid `x-typesense-api-key` header must be sent.",
    "The header was sent. Servers give this message for every key that does not permit the request, even if it only lacks the action or the collection.",
  ],
  [
    "Forbidden - a valid `x-other-api-key` header must be sent.",
    "It asks for the key in x-other-api-key, and nodes take it in x-search-api-key or x-typesense-api-key: check that node_urls (with cluster_id: node_url of the provider, or SEARCHCLOUD_NODE_URL) is the URL of a node.",
  ],
])("refused with %p: the words are explained", async (message, explained) => {
  const { nodes } = nodesOver(() => json(401, { message }));
  const error = (await rejection(
    nodes.call("getCollection", { path: { name: "catalog" } }, { signal: never() }),
  )) as ApiError;
  expect(error.detail).toContain(`The node responded: ${message}\n${explained}\nThe key was that of`);
});
