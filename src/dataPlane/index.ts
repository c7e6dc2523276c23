/** The only code that calls the nodes of a cluster. Load it lazily; its types may be imported statically. */
export { type Line, linesOf } from "../api/dataPlane/jsonLines";
export type { NodeOperationId } from "../api/dataPlane/operations";
export type {
  AliasRecord,
  CollectionRecord,
  FieldRecord,
  NewNodeKeyRecord,
  NodeAnswer,
  NodeKeyRecord,
  OpenNodeRecord,
  SearchRecord,
} from "../api/dataPlane/records";
export type {
  CreateCollectionBody,
  CreateKeyBody,
  FieldBody,
  OpenBody,
  UpdateCollectionBody,
} from "../api/dataPlane/requests";
export { summarizeEnd, withLine } from "../http/explain";
export {
  deleteAlias,
  findListedAlias,
  putAlias,
  readAlias,
  readAliasEverywhere,
  readSharedAlias,
} from "./aliases";
export { createNodesClient, type NodesClientOptions } from "./client";
export { alterCollection, isSameSchema, type Refusal } from "./collections/alter";
export {
  deleteCollection,
  findCollectionAtPlan,
  listCollections,
  listCollectionsEverywhere,
  listSharedCollections,
  readCollection,
  readCollectionEverywhere,
  readCollectionOrAlias,
  readCollectionOrAliasEverywhere,
  readSharedCollection,
} from "./collections/collections";
export { createCollection } from "./collections/create";
export type { ExportSource } from "./documents/completeness";
export { ExportIncompleteError, ImportFailedError, type ImportProgress } from "./documents/errors";
export { type ExportOptions, exportDocuments } from "./documents/export";
export { type FailedDocument, type ImportOptions, importDocuments } from "./documents/import";
export type { ImportTarget } from "./documents/requests";
export { BATCH_LIMITS } from "./documents/requests";
export { createKey } from "./keys/create";
export { type IssuedPair, otherIssuedKeys, revokeIssuedPair } from "./keys/issued";
export {
  expiryOf,
  isKeyAsRequested,
  keysLike,
  keyWithValue,
  listKeys,
  listKeysAtPlan,
  listKeysIfOpen,
} from "./keys/keys";
export type { KnownKey, SeenKey } from "./keys/known";
export { readSharedKey, revokeKey } from "./keys/known";
export { isKeyAccepted, type KeyFate, type PairTarget, revokeOldPair } from "./keys/rotation";
export { openTemporaryKey, type TemporaryKeyRequest } from "./keys/temporary";
export { endTemporaryKey, type TemporaryKey } from "./keys/temporaryEnd";
export { isTemporary } from "./keys/temporaryLeftover";
export { isMarked, prefixOf } from "./keys/value";
export { type AtNode, atEachNode, type Maintenance } from "./maintenance";
export { deleteNamed, listNamed, type NamedKind, type NamedWrite, putNamed, readNamed } from "./named";
export type {
  CalledOperationId,
  NodeCallOptions,
  NodeInput,
  NodeStatus,
  Nodes,
  NodesClient,
  NodesTarget,
  Snapshot,
  Snapshots,
  StreamInput,
} from "./nodes";
export type { Deleted } from "./once/once";
export { isMinority, isMissingEverywhere, tooFewError } from "./snapshots";
export { type CatchUpStart, type CaughtUp, catchUp } from "./versions/catchUp";
export { type Contents, createContents, type GrowingContents, type Recent } from "./versions/contents";
export { type Copied, copyDocuments } from "./versions/copy";
export {
  CatchUpStalledError,
  DocumentsRefusedError,
  SyncTimeoutError,
  VersionsDifferError,
} from "./versions/errors";
export { hashOfContent, hashOfId, shortHash } from "./versions/hashes";
export { collectIds, type IdSet, missingIn } from "./versions/idSet";
export { awaitQuiet } from "./versions/quiet";
export { decodeRecent, encodeRecent, MOST_RECENT } from "./versions/recent";
export { requireFilter, requireRights } from "./versions/rights";
export { copyRules, RulesDifferError } from "./versions/rules";
export {
  FormerVersionBusyError,
  type LeftDocument,
  type Settled,
  type SettleInput,
  settle,
} from "./versions/settle";
export {
  type SyncContext,
  type SyncProgress,
  timeAt,
  type UpdatedAt,
  type VersionPair,
} from "./versions/sync";
export { countTimes, judgeTimes, type TimeCounts, type TimeField } from "./versions/times";
