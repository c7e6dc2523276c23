import type { AnyResource, Types } from "../../framework";
import { nodesData } from "../dataSources/nodes";

/** The types of the data plane, which the provider loads at the first call for one of them. */
export const resources: readonly AnyResource[] = [];
export const dataSources: Types["dataSources"] = [nodesData];
