import type { Call, Planning } from "../../framework";
import type { ChildKept } from "../child/privateState";
import type { Service } from "../service";
import type { Imported } from "./requiresReplace";
import type { ChangeValues } from "./schema";

/** Private state of a change. */
export interface ChangePrivateState extends ChildKept {
  /** From the first read after an import until something has been applied. */
  readonly imported?: Imported;
}

export type ChangeCall = Call<ChangeValues, Service, ChangePrivateState>;
export type ChangePlanning = Planning<ChangeValues, Service, ChangePrivateState>;
