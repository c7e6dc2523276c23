import { define } from "../../framework";
import { sortedJson } from "../model/sortedJson";
import { nodeAttributes, nodesOf, nodeValidators } from "../shared/dataPlane";
import type { Service } from "../shared/service";
import { json, requiredId } from "./listing";

/** `data.searchcloud_document`: one document as it is now. */
export const documentData = define<Service>().dataSource({
  name: "document",
  description:
    "One document of a collection, as it is now. The data-plane key needs the action `documents:get`.",
  schema: {
    ...nodeAttributes,
    collection: requiredId("Name of the collection, or of an alias of it."),
    document_id: requiredId("The document's `id`."),
    json: json("The document"),
  },
  validators: nodeValidators,
  read: async (call, values) => {
    const { collection, document_id: id } = values;
    const nodes = await nodesOf(call, values, `to read document "${id}" of collection "${collection}"`);
    const found = await nodes.call(
      "getDocument",
      { path: { name: collection, id } },
      { signal: call.signal },
    );
    return { json: sortedJson(found) };
  },
});
