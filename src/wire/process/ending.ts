/** SIGTERM's usual exit code: 128 and its number. */
const TERMINATED = 143;

/** The end of a process that serves, which several events may bring about; the first one counts. */
export class Ending {
  /** The exit code, once the end has come. */
  readonly code: Promise<number>;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly signals: [NodeJS.Signals, () => void][] = [];
  private resolve: (code: number) => void = () => undefined;

  constructor() {
    this.code = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  now(code = 0): void {
    this.timers.forEach(clearTimeout);
    for (const [signal, listener] of this.signals) process.off(signal, listener);
    this.resolve(code);
  }

  /** Ends after so many milliseconds, if the condition holds then. */
  after(milliseconds: number, condition: () => boolean = () => true): void {
    const timer = setTimeout(() => {
      if (condition()) this.now();
    }, milliseconds);
    this.timers.push(timer);
  }

  /**
   * Leaves the signals that reach a whole process group to Terraform, which then ends what runs in good order; SIGTERM
   * ends the process when nobody else will.
   */
  onSignals(isAlone: () => boolean): void {
    this.listen("SIGINT", () => undefined);
    this.listen("SIGTERM", () => {
      if (isAlone()) this.now(TERMINATED);
    });
  }

  private listen(signal: NodeJS.Signals, listener: () => void): void {
    process.on(signal, listener);
    this.signals.push([signal, listener]);
  }
}
