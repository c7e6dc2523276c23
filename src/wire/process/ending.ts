/** SIGTERM's usual exit code: 128 and its number. */
const TERMINATED = 143;

/** In milliseconds: how soon it is noticed that the parent has gone. */
const WATCH = 1000;

/**
 * In milliseconds. A write may take 60 s, and its answer may hold the id of a cluster that costs money: Terraform must get
 * that answer to record it (docs/design/laws.md#l2).
 */
const GRACE = 90_000;

/** What runs when SIGTERM comes. */
export interface InFlight {
  /** Whether no client is connected. */
  readonly isAlone: () => boolean;
  /** Whether a call is being answered, or has begun since this was asked last. */
  readonly isBusy: () => boolean;
  /** Asks the calls to end soon, as Terraform does. */
  readonly stop: () => void;
  /**
   * In milliseconds: how long no call runs before the end. Terraform may have been told to end as well, and may still call.
   * @default 2000
   */
  readonly quiet?: number;
}

/** The end of a process that serves, which several events may bring about; the first one counts. */
export class Ending {
  /** The exit code, once the end has come. */
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
    // Both kinds.
    this.timers.forEach(clearTimeout);
    process.off("SIGTERM", this.onTerm);
    this.resolve(code);
  }

  /** Ends after so many milliseconds, if the condition holds then. */
  after(milliseconds: number, condition: () => boolean = () => true, code = 0): void {
    const timer = setTimeout(() => {
      if (condition()) this.now(code);
    }, milliseconds);
    this.timers.push(timer);
  }

  /** Ends soon after the condition holds. It is asked each second: whatever else happens, an orphan does not stay. */
  when(condition: () => boolean, code = 0, interval = WATCH): void {
    const timer = setInterval(() => {
      if (condition()) this.now(code);
    }, interval);
    this.timers.push(timer);
  }

  /**
   * Makes SIGTERM end the process: at once when nobody is connected; else the calls are asked to end, and the process ends when
   * none has been running for a while, at the latest after {@link GRACE}. Terraform may have got the signal too: its answers,
   * which it records, come first.
   */
  onTermination({ isAlone, isBusy, stop, quiet = 2000 }: InFlight): void {
    this.onTerm = () => {
      if (isAlone()) return this.now(TERMINATED);
      if (this.isTerminating) return;
      this.isTerminating = true;
      stop();
      isBusy();
      this.when(() => !isBusy(), TERMINATED, quiet);
      this.after(GRACE, undefined, TERMINATED);
    };
    process.on("SIGTERM", this.onTerm);
  }
}

/** What is asked of the system. Tests pass others in. */
interface ParentQuestions {
  readonly platform: NodeJS.Platform;
  /** The id of the parent at this moment. */
  readonly parent: () => number;
  /** Throws ESRCH when there is no such process. */
  readonly signal: (pid: number) => void;
}

const SYSTEM: ParentQuestions = {
  platform: process.platform,
  parent: () => process.ppid,
  signal: (pid) => void process.kill(pid, 0),
};

/**
 * Answers whether the process that started this one has gone, whenever it is called. An orphan gets another parent; on Windows
 * it keeps the id of the first, which then is nobody's, unless the system has given it to another process.
 */
export function parentWatch({ platform, parent, signal }: ParentQuestions = SYSTEM): () => boolean {
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
