import type { NodeOperationId } from "../../api/dataPlane/operations";
import * as aliases from "./aliases/operations";
import type { NodeHandler } from "./call";
import * as collections from "./collections/operations";
import * as documents from "./documents/operations";
import * as health from "./health/operations";
import { createKey, deleteKey, getKey, listKeys } from "./keys/operations";
import { NAMED_HANDLERS } from "./named/operations";
import { searchDocuments } from "./search/operations";

/** The operations of a node: a concept's `operations.ts` exports its handlers, called as the operations are. */
export const NODE_HANDLERS: { readonly [Id in NodeOperationId]: NodeHandler } = {
  ...aliases,
  ...collections,
  ...documents,
  searchDocuments,
  ...health,
  ...{ createKey, deleteKey, getKey, listKeys },
  ...NAMED_HANDLERS,
};
