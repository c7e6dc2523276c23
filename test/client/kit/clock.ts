import type { Clock } from "../../../src/client";

/** 2026-01-01T00:00:00Z. */
export const START = 1_767_225_600_000;

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock that no test waits for. In the mode `idle` it jumps to the next sleeper as soon as nothing else is going on
 * in this process; in the mode `manual` it moves only when told.
 */
export class TestClock implements Clock {
  /** Milliseconds of every sleep that was begun. */
  readonly slept: number[] = [];
  private readonly sleepers = new Set<Sleeper>();
  private watching = false;

  constructor(
    private readonly mode: "idle" | "manual" = "idle",
    private time = START,
  ) {}

  /** A function of its own, because code may take it out of the clock. */
  readonly now = (): number => this.time;

  get sleeping(): number {
    return this.sleepers.size;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        this.sleepers.delete(sleeper);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper: Sleeper = { at: this.time + Math.max(0, ms), wake };
      this.sleepers.add(sleeper);
      signal.addEventListener("abort", wake, { once: true });
      if (this.mode === "idle") this.watch();
    });
  }

  /** Moves on, waking everybody on the way in order; settles what that sets off. */
  async advance(ms: number): Promise<void> {
    await settled();
    const until = this.time + ms;
    for (let next = this.first(); next !== undefined && next.at <= until; next = this.first()) {
      this.time = Math.max(this.time, next.at);
      next.wake();
      await settled();
    }
    this.time = until;
    await settled();
  }

  private first(): Sleeper | undefined {
    return [...this.sleepers].sort((a, b) => a.at - b.at)[0];
  }

  private watch(): void {
    if (this.watching) return;
    this.watching = true;
    void settled().then(() => {
      this.watching = false;
      const next = this.first();
      if (next === undefined) return;
      this.time = Math.max(this.time, next.at);
      next.wake();
      this.watch();
    });
  }
}

/** Ends when what is under way in this process (and waits for nothing outside) has come to rest. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
