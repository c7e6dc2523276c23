import type { NodeOperationId } from "../../../api/dataPlane/operations";
import { type NodeHandler, NodeRefusalError } from "../call";
import * as collections from "../collections/operations";
import { createKey, deleteKey, getKey, listKeys } from "../keys/operations";
import * as limits from "../limits/operations";
import { withSearchCapture } from "../named/analytics/flush";
import { NAMED_HANDLERS } from "../named/operations";
import type { NodeRouteId } from "../routes";
import { multiSearch, searchDocuments } from "../search/operations";
import * as aliases from "./aliases";
import * as documents from "./documents";
import * as health from "./health";
import * as server from "./server";

type Handlers = { readonly [Id in NodeOperationId]: NodeHandler } & {
  readonly [Id in NodeRouteId]?: NodeHandler;
};

/** The handlers of a node. Each is named after its route. */
const NODE_HANDLERS: Handlers = {
  ...aliases,
  ...collections,
  ...documents,
  multiSearch,
  searchDocuments,
  ...health,
  ...server,
  ...limits,
  ...{ createKey, deleteKey, getKey, listKeys },
  ...NAMED_HANDLERS,
};

/** Returns the handler of a route; one that answers 501 if the emulator has none. */
export function handlerOf(id: NodeRouteId): NodeHandler {
  const found: NodeHandler | undefined = NODE_HANDLERS[id];
  if (found !== undefined) return withSearchCapture(id, found);
  return () => {
    throw new NodeRefusalError(501, `The emulator does not imitate this operation of the server (${id}).`);
  };
}
