import type { AnyListResource } from "../../framework";
import { RECORD_DEFINITIONS } from "../resources/namedRecord/definitions";
import { cloningOperationList } from "./cloningOperation";
import { clusterList } from "./cluster";
import { collectionAliasList, collectionList, liveCollectionList } from "./collections";
import { configurationChangeList } from "./configurationChange";
import { keyList } from "./key";
import { namedRecordList } from "./namedRecord";
import { serverParameterList } from "./serverParameter";

/** The lists of the provider: one for each resource that can be imported. */
export const LIST_RESOURCES: readonly AnyListResource[] = [
  clusterList,
  configurationChangeList,
  cloningOperationList,
  serverParameterList,
  collectionList,
  liveCollectionList,
  collectionAliasList,
  keyList,
  ...RECORD_DEFINITIONS.map(namedRecordList),
];
