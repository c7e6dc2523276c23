import type { Call, Planning } from "../../framework";
import type { ChildPrivateState } from "../child";
import type { Service } from "../service";
import type { CloneValues } from "./schema";

/** What is stored beside the state of a cloning operation. */
export interface ClonePrivateState extends ChildPrivateState {
  /** From the first read after an import until another value of the configuration has been taken over. */
  readonly imported?: true;
  /** From the answer of POST until the clone was seen in service, where apply waits for it. */
  readonly unfinished?: true;
}

export type CloneCall = Call<CloneValues, Service, ClonePrivateState>;
export type ClonePlanning = Planning<CloneValues, Service, ClonePrivateState>;
