import type { Operations } from "../framework";
import { cancelChange, cancelClone } from "./actions/cancel";
import { importDocuments } from "./actions/importDocuments";
import { clearCache, compact, snapshot } from "./actions/maintenance";
import { restart } from "./actions/restart";
import { rotateKeys } from "./actions/rotateKeys/action";
import { LIST_RESOURCES } from "./listResources/all";
import { warningOfActionDelays } from "./shared/delays";

/** The lists of the provider, loaded at the first query. */
export const listResources: Operations["listResources"] = LIST_RESOURCES;
/** The actions of the provider, loaded at the first plan with one. */
export const actions: Operations["actions"] = [
  restart,
  cancelChange,
  cancelClone,
  snapshot,
  compact,
  clearCache,
  importDocuments,
  rotateKeys,
].map(warningOfActionDelays);
