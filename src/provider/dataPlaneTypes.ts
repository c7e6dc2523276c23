import type { AnyResource, Types } from "../framework";
import { collectionData, collectionsData } from "./dataSources/collections";
import { documentData, searchData } from "./dataSources/documents";
import { namedRecordsData } from "./dataSources/namedRecords";
import { collectionAliasesData, keysData } from "./dataSources/nodeLists";
import { nodeMetricsData } from "./dataSources/nodeMetrics";
import { nodesData } from "./dataSources/nodes";
import { temporaryKey } from "./ephemeralResources/key/resource";
import { collection } from "./resources/collection/resource";
import { collectionAlias } from "./resources/collectionAlias/resource";
import { documents } from "./resources/documents/resource";
import { key } from "./resources/key/resource";
import { liveCollection } from "./resources/liveCollection/resource";
import { RECORD_DEFINITIONS } from "./resources/namedRecord/definitions";
import { namedRecord } from "./resources/namedRecord/resource";
import { upgradeRehearsal } from "./resources/upgradeRehearsal/resource";

/** The types of the data plane, which the provider loads at the first call for one of them. */
export const resources: readonly AnyResource[] = [
  collection,
  collectionAlias,
  documents,
  key(Date.now),
  ...RECORD_DEFINITIONS.map(namedRecord),
  upgradeRehearsal,
  liveCollection,
];
export const dataSources: Types["dataSources"] = [
  collectionData,
  collectionsData,
  documentData,
  searchData,
  nodesData,
  nodeMetricsData,
  collectionAliasesData,
  keysData,
  ...namedRecordsData,
];
export const ephemeralResources: Types["ephemeralResources"] = [temporaryKey];
