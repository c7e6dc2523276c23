import { type DocumentsValues, documentsSchema } from "../../../../src/provider/resources/documents/schema";
import { nullsOf } from "../../support";

/** Returns values of `searchcloud_documents`, null unless given. */
export function documentsValues(values: Partial<DocumentsValues> = {}): DocumentsValues {
  return {
    ...nullsOf<DocumentsValues>(documentsSchema),
    cluster_id: "c-1",
    api_key: "k3y",
    collection: "catalog",
    ...values,
  };
}

/** Another collection to copy from. */
export const FROM = {
  cluster_id: "c-2",
  node_urls: null,
  api_key: "k3y2",
  api_key_wo: null,
  collection: "catalog",
  filter_by: null,
};
