import type { Call, Planning } from "../../framework";
import type { ChildPrivateState } from "../child";
import type { Service } from "../service";
import type { Imported } from "./requiresReplace";
import type { ChangeValues } from "./schema";

/** Private state of a change. */
export interface ChangePrivateState extends ChildPrivateState {
  /** From the first read after an import until something has been applied. */
  readonly imported?: Imported;
}

export type ChangeCall = Call<ChangeValues, Service, ChangePrivateState>;
export type ChangePlanning = Planning<ChangeValues, Service, ChangePrivateState>;
