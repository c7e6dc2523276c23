import type { Call, Planning } from "../../framework";
import type { Sizing } from "../api/sizing";
import type { ChildPrivateState } from "../child";
import type { Service } from "../service";
import type { ChangeValues } from "./schema";

/** Private state of a change. */
export interface ChangePrivateState extends ChildPrivateState {
  /** From the first read after an import until something has been applied. */
  readonly imported?: Imported;
}

/** What an imported change leads to: the service may answer settings that nobody requested, or leave them out. */
export type Imported = Pick<ChangeValues, `new_${keyof Sizing}` | "notification_email_addresses">;

export type ChangeCall = Call<ChangeValues, Service, ChangePrivateState>;
export type ChangePlanning = Planning<ChangeValues, Service, ChangePrivateState>;
