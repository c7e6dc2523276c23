/** SIGTERM's usual exit code: 128 and its number. */
const TERMINATED = 143;

/** Milliseconds between checks of whether the parent process has exited. */
const WATCH = 1000;

/**
 * Milliseconds that running calls have after SIGTERM. A write may take 60 s, and its response may contain the id of a cluster that costs
 * money: Terraform must get it to record it (docs/design/laws.md#l2).
 */
const GRACE = 90_000;

/** The running calls when SIGTERM arrives. */
export interface InFlight {
  /** True if no client is connected. */
  readonly isAlone: () => boolean;
  /** True if a call is running, or has begun since the last check. */
  readonly isBusy: () => boolean;
  /** Asks the calls to end soon, as Terraform does. */
  readonly stop: () => void;
  /**
   * Milliseconds without a running call before the process ends. Terraform may have got the signal as well, and may still call.
   * @default 2000
   */
  readonly quietPeriod?: number;
}

/** The exit of a serving process. Several events may cause it; the first one counts. */
export class ProcessExit {
  /** Resolves to the exit code when the process is to end. */
  readonly code: Promise<number>;
  private readonly timers: NodeJS.Timeout[] = [];
  private onTerm: () => void = () => undefined;
  private isTerminating = false;
  private resolve: (code: number) => void = () => undefined;

  constructor() {
    this.code = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  now(code = 0): void {
    // Clears timeouts and intervals.
    this.timers.forEach(clearTimeout);
    process.off("SIGTERM", this.onTerm);
    this.resolve(code);
  }

  /** Ends after some milliseconds, if the condition is true then. */
  after(milliseconds: number, condition: () => boolean = () => true, code = 0): void {
    const timer = setTimeout(() => {
      if (condition()) this.now(code);
    }, milliseconds);
    this.timers.push(timer);
  }

  /** Ends soon after the condition becomes true. Checked each second, so that no orphaned process stays. */
  when(condition: () => boolean, code = 0, interval = WATCH): void {
    const timer = setInterval(() => {
      if (condition()) this.now(code);
    }, interval);
    this.timers.push(timer);
  }

  /**
   * Makes SIGTERM end the process: at once if no client is connected. Otherwise the calls are asked to end, and the process ends when
   * none has run for a while, at the latest after {@link GRACE}. Terraform may have got the signal too and must first get the
   * responses, which it records.
   */
  onTermination({ isAlone, isBusy, stop, quietPeriod = 2000 }: InFlight): void {
    this.onTerm = () => {
      if (isAlone()) return this.now(TERMINATED);
      if (this.isTerminating) return;
      this.isTerminating = true;
      stop();
      isBusy();
      this.when(() => !isBusy(), TERMINATED, quietPeriod);
      this.after(GRACE, undefined, TERMINATED);
    };
    process.on("SIGTERM", this.onTerm);
  }
}

/** The system calls in use. Tests replace them. */
interface ParentSystem {
  readonly platform: NodeJS.Platform;
  /** Returns the current id of the parent. */
  readonly parent: () => number;
  /** @throws ESRCH if there is no such process */
  readonly signal: (pid: number) => void;
}

const SYSTEM: ParentSystem = {
  platform: process.platform,
  parent: () => process.ppid,
  signal: (pid) => void process.kill(pid, 0),
};

/**
 * Returns a function that tells whether the process that started this one has exited. An orphaned process gets another parent. On
 * Windows it keeps the id of its first parent, which no longer exists unless the system has given it to another process.
 */
export function watchParent({ platform, parent, signal }: ParentSystem = SYSTEM): () => boolean {
  const first = parent();
  if (platform !== "win32") return () => parent() !== first;
  return () => {
    try {
      signal(first);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ESRCH";
    }
  };
}
