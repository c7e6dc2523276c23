import type { AnyResource, Types } from "../../framework";
import { collection } from "../collection/resource";
import { collectionAlias } from "../collectionAlias/resource";
import { collectionData, collectionsData } from "../dataSources/collections";
import { documentData } from "../dataSources/document";
import { nodesData } from "../dataSources/nodes";
import { searchData } from "../dataSources/search";
import { documents } from "../documents/resource";
import { key } from "../key/resource";
import { namedRecord } from "../namedRecord/resource";
import { ROWS } from "../namedRecord/rows";
import { upgradeRehearsal } from "../upgradeRehearsal/resource";

/** The types of the data plane, which the provider loads at the first call for one of them. */
export const resources: readonly AnyResource[] = [
  collection,
  collectionAlias,
  documents,
  key(Date.now),
  ...ROWS.map(namedRecord),
  upgradeRehearsal,
];
export const dataSources: Types["dataSources"] = [
  collectionData,
  collectionsData,
  documentData,
  searchData,
  nodesData,
];
