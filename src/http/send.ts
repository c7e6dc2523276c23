import type { Clock } from "./clock";
import type { HttpAnswer, HttpRequest, Transport } from "./transport";

/**
 * Milliseconds that a write under way may go on after a stop: the answer of a POST holds the id of a cluster that
 * costs money.
 */
export const WRITE_GRACE_MS = 10_000;

export type Sent =
  | { readonly answer: HttpAnswer }
  | { readonly error: unknown }
  /** We gave up waiting: the time is over, or the run was stopped. */
  | { readonly cut: "timeout" | "stopped" };

/** Sends one request and waits for its answer no longer than it may take. Never throws. */
export function send(
  transport: Transport,
  clock: Clock,
  request: Omit<HttpRequest, "signal">,
  { limitMs, write, signal }: { limitMs: number; write: boolean; signal: AbortSignal },
): Promise<Sent> {
  return new Promise((resolve) => {
    const connection = new AbortController();
    const over = new AbortController();
    const end = (sent: Sent) => {
      if (over.signal.aborted) return;
      over.abort();
      signal.removeEventListener("abort", stop);
      // Only then: to abort what has been answered would cost the connection, which the next request can use.
      if ("cut" in sent) connection.abort();
      resolve(sent);
    };
    const cutAfter = (ms: number, cut: "timeout" | "stopped") =>
      clock.sleep(ms, over.signal).then(() => end({ cut }));
    const stop = () => (write ? cutAfter(WRITE_GRACE_MS, "stopped") : end({ cut: "stopped" }));

    transport.send({ ...request, signal: connection.signal }).then(
      (answer) => end({ answer }),
      (error: unknown) => end({ error }),
    );
    cutAfter(limitMs, "timeout");
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
