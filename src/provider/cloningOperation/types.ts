import type { Call } from "../../framework";
import type { ChildPrivateState } from "../child";
import type { Service } from "../service";
import type { CloneValues } from "./schema";

/** What is kept beside a cloning operation's state. */
export interface ClonePrivateState extends ChildPrivateState {
  /** From the first read after an import until another value of the configuration has been taken over. */
  readonly imported?: true;
  /** From the answer of POST until the clone was seen in service, where apply waits for it. */
  readonly unfinished?: true;
}

/** What tells how a cloning operation ends when it is destroyed. */
export interface Ending {
  readonly cluster: string;
  readonly id: string;
  readonly status: string | null;
  readonly target: string | null;
  /** `terminate_clone_on_destroy` as last applied. */
  readonly terminate: boolean;
}

export type CloneCall = Call<CloneValues, Service, ClonePrivateState>;

export function endingOf(state: CloneValues): Ending {
  return {
    cluster: state.cluster_id,
    id: state.id ?? "",
    status: state.status,
    target: state.target_cluster_id,
    terminate: state.terminate_clone_on_destroy === true,
  };
}
