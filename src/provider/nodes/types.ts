import type { AnyResource, Types } from "../../framework";
import { documentData } from "../dataSources/document";
import { nodesData } from "../dataSources/nodes";
import { searchData } from "../dataSources/search";
import { documents } from "../documents/resource";

/** The types of the data plane, which the provider loads at the first call for one of them. */
export const resources: readonly AnyResource[] = [documents];
export const dataSources: Types["dataSources"] = [nodesData, documentData, searchData];
