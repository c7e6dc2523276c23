import { type Call, defineResourceSchema, type ValuesOf } from "../../../framework";
import { fixedText, givenName, text } from "../../model/attributes";
import { type NodePrivateState, nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";

/** The attributes of `searchcloud_collection_alias` (docs/design/data-plane.md#alias). */
export const schema = defineResourceSchema({
  id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
  ...nodeAttributes,
  name: fixedText("Name of the alias, by which applications search. No collection may have the same."),
  collection_name: {
    ...givenName(
      "Name of the collection that the alias stands for. An edit points it at another one at once: no search fails meanwhile.",
    ),
    mode: "required",
    updatedBy: "point",
  },
});

export type AliasValues = ValuesOf<typeof schema>;
export type AliasCall = Call<AliasValues, Service, NodePrivateState>;
