import type { Failure } from "./errors";
import { cameBack } from "./explain";

/** How the answer of a write was lost; the cause of an ApiError of the kind `lost_write`. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";

  constructor(readonly failure: Failure) {
    super(`The answer is lost: the request ${cameBack(failure)}`, { cause: failure.cause });
  }

  /** Whether the request may still be on its way: nobody has said that it is over. */
  get mayStillArrive(): boolean {
    return this.failure.kind === "timeout" || this.failure.status === 504;
  }
}
