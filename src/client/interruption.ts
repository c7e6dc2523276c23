/** The caller's signal ended something: a stop of the run, Ctrl-C. Carries the last answer of a wait, if any. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly summary: string;
  readonly detail: string;

  /** @param doing what was going on, as in "waiting for the request budget" */
  constructor(
    doing: string,
    readonly lastAnswer?: unknown,
  ) {
    super(`Interrupted while ${doing}`);
    this.summary = this.message;
    this.detail = `The run was stopped while ${doing}. Nothing is lost: run the same command again to go on.`;
  }
}
