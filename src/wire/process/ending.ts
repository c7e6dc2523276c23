/** SIGTERM's usual exit code: 128 and its number. */
const TERMINATED = 143;

/** The end of a process that serves, which several events may bring about; the first one counts. */
export class Ending {
  /** The exit code, once the end has come. */
  readonly code: Promise<number>;
  private readonly timers: NodeJS.Timeout[] = [];
  private onTerm: () => void = () => undefined;
  private resolve: (code: number) => void = () => undefined;

  constructor() {
    this.code = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  now(code = 0): void {
    this.timers.forEach(clearTimeout);
    process.off("SIGTERM", this.onTerm);
    this.resolve(code);
  }

  /** Ends after so many milliseconds, if the condition holds then. */
  after(milliseconds: number, condition: () => boolean = () => true): void {
    const timer = setTimeout(() => {
      if (condition()) this.now();
    }, milliseconds);
    this.timers.push(timer);
  }

  /** Leaves SIGTERM to Terraform, which ends what runs in good order; it ends the process when nobody else will. */
  onTermination(isAlone: () => boolean): void {
    this.onTerm = () => {
      if (isAlone()) this.now(TERMINATED);
    };
    process.on("SIGTERM", this.onTerm);
  }
}
