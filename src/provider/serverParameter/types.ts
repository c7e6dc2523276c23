import type { Call, Planning } from "../../framework";
import type { ChildPrivateState } from "../child";
import type { Service } from "../service";
import type { ParameterValues } from "./schema";

export type ParameterCall = Call<ParameterValues, Service, ChildPrivateState>;
export type ParameterPlanning = Planning<ParameterValues, Service, ChildPrivateState>;
