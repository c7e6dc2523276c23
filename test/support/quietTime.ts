import type { Clock } from "../../src/client";
import type { Clock as EmulatorClock } from "../../src/emulator";
import type { AnyProvider } from "../../src/framework";
import { type Transport, undiciTransport } from "../../src/http/transport";

/** The number of consecutive checks, a few milliseconds apart, at which nothing must have happened before time passes. */
const QUIET_LOOKS = 3;
const LOOK_MS = 5;

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock shared by a provider in this process and its emulator, which advances only while nothing happens: when all
 * sleep, it jumps to the time at which the first of them wakes. Hours take seconds, and the counts do not depend on the
 * machine.
 */
export class QuietTime implements Clock {
  private readonly sleepers = new Set<Sleeper>();
  private readonly timer = setInterval(() => this.look(), LOOK_MS);
  private quietLooks = 0;
  private sending = 0;
  private running = 0;
  private ended = 0;
  private expected = { atOnce: 0, inAll: 0 };

  /** `time`: milliseconds since the epoch. */
  constructor(private time: number) {}

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.quietLooks = 0;
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
    });
  }

  /** The same clock for the emulator. */
  readonly emulator: EmulatorClock = {
    now: () => Math.floor(this.time),
    advance: (ms) => {
      this.time += ms;
    },
    requestArrived() {},
    realSeconds: (ms) => Math.ceil(ms / 1000),
    slack: () => 0,
  };

  /** The transport for the provider: no time passes during a request. */
  transport(): Transport {
    const inner = undiciTransport();
    const watched =
      <Request, Answer>(send: (request: Request) => Promise<Answer>) =>
      async (request: Request): Promise<Answer> => {
        this.sending += 1;
        try {
          return await send(request);
        } finally {
          this.sending -= 1;
          this.quietLooks = 0;
        }
      };
    return {
      send: watched(inner.send),
      open: watched(inner.open),
      close: inner.close,
    };
  }

  /**
   * The provider, with counted creates and deletes: after {@link expect}, no time passes before Terraform has begun
   * as many as it can, however slow the machine is.
   */
  watching(provider: AnyProvider): AnyProvider {
    const resources = provider.resources.map((resource) => ({
      ...resource,
      create: this.counted(resource.create),
      delete: this.counted(resource.delete),
    }));
    return { ...provider, resources };
  }

  /** Terraform's work: the number of creates or deletes, and how many run in parallel. */
  expect(inAll: number, atOnce: number): void {
    this.ended = 0;
    this.expected = { inAll, atOnce };
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private counted<Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      this.running += 1;
      try {
        return await act(...args);
      } finally {
        this.running -= 1;
        this.ended += 1;
        this.quietLooks = 0;
      }
    };
  }

  private look(): void {
    const { inAll, atOnce } = this.expected;
    const begun = this.running >= Math.min(atOnce, inAll - this.ended);
    if (this.sending > 0 || !begun) this.quietLooks = 0;
    else this.quietLooks += 1;
    if (this.quietLooks < QUIET_LOOKS) return;
    this.quietLooks = 0;
    const first = Math.min(...[...this.sleepers].map(({ at }) => at));
    if (!Number.isFinite(first)) return;
    this.time = Math.max(this.time, first);
    for (const { at, wake } of [...this.sleepers]) if (at <= this.time) wake();
  }
}
