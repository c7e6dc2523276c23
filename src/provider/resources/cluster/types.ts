import type { Call, Planning, ValuesOf } from "../../../framework";
import type { Service } from "../../shared/service";
import type { PrivateState } from "./privateState";
import type { schema } from "./schema";

/** A cluster's values as the resource sees them. */
export type ClusterValues = ValuesOf<typeof schema>;
export type ClusterName = keyof ClusterValues & string;
export type ClusterCall = Call<ClusterValues, Service, PrivateState>;
export type ClusterPlanning = Planning<ClusterValues, Service, PrivateState>;
