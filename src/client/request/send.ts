import type { Clock } from "../clock";
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
export async function send(
  transport: Transport,
  clock: Clock,
  request: Omit<HttpRequest, "signal">,
  limitMs: number,
  write: boolean,
  signal: AbortSignal,
): Promise<Sent> {
  const connection = new AbortController();
  const over = new AbortController();
  const answer: Promise<Sent> = transport
    .send({ ...request, signal: connection.signal })
    .then((received) => ({ answer: received }))
    .catch((error: unknown) => ({ error }));
  try {
    const sent = await Promise.race([
      answer,
      after(clock, limitMs, over.signal, "timeout"),
      aborted(signal, over.signal).then(() =>
        after(clock, write ? WRITE_GRACE_MS : 0, over.signal, "stopped"),
      ),
    ]);
    // Only then: to abort what has been answered would cost the connection, which the next request can use.
    if ("cut" in sent) connection.abort();
    return sent;
  } finally {
    over.abort();
  }
}

/** Never ends once `over` is aborted. */
async function after(clock: Clock, ms: number, over: AbortSignal, cut: "timeout" | "stopped"): Promise<Sent> {
  if (ms > 0) await clock.sleep(ms, over).catch(() => undefined);
  return over.aborted ? new Promise<never>(() => undefined) : { cut };
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true, signal: over });
  });
}
