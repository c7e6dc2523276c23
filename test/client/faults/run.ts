import type { OperationId } from "../../../src/api/operations";
import { type CallOptions, type Client, createClient } from "../../../src/client";
import type { FaultEffectBody, JournaledRequest } from "../../../src/emulator";
import { Secrets } from "../../../src/redaction";
import type { FaultCase } from "../../support/faultMatrix";
import { memoryLog, never } from "../kit/client";
import { TestClock } from "../kit/clock";
import { arrival, BASE_URL, KEY, type Service, type ServiceOptions, serviceOn } from "./service";

/** The budget, ours and the service's. */
export const PER_MINUTE = 30;
const MINUTE = 60_000;

type Match = Parameters<Service["addFault"]>[0]["match"];

export interface Run {
  readonly client: Client;
  readonly service: Service;
  readonly clock: TestClock;
  readonly log: ReturnType<typeof memoryLog>;
  /** What the client keeps from everything that leaves the process. */
  readonly secrets: Secrets;
}

/** A client over the emulator, both on one clock that nobody waits for. */
export function run(
  options: ServiceOptions = {},
  {
    requestsPerMinute = PER_MINUTE,
    random = () => 0,
  }: { requestsPerMinute?: number; random?: () => number } = {},
): Run {
  const clock = new TestClock();
  const service = serviceOn(clock, options);
  const log = memoryLog();
  const secrets = new Secrets();
  const client = createClient({
    baseUrl: BASE_URL,
    apiKey: KEY,
    dialect: options.dialect ?? "search-cloud",
    pollInterval: MINUTE,
    requestsPerMinute,
    log,
    secrets,
    dependencies: { transport: service.transport, clock, random },
  });
  return { client, service, clock, log, secrets };
}

export type Ending = { readonly answer: unknown } | { readonly error: unknown };

/** How a piece of work ends; fails when it does not although nothing is left to wait for. */
export async function ending(clock: TestClock, work: Promise<unknown>): Promise<Ending> {
  let end: Ending | null = null;
  work.then(
    (answer) => {
      end = { answer };
    },
    (error: unknown) => {
      end = { error };
    },
  );
  for (let idle = 0; idle < 50; idle = clock.sleeping === 0 ? idle + 1 : 0) {
    await new Promise((resolve) => setImmediate(resolve));
    if (end !== null) return end;
  }
  throw new Error("It hangs: nothing is under way, and nobody waits for a time.");
}

/** How a call ends that nobody stops. */
export const outcome = (
  { client, clock }: Run,
  call: (client: Client, options: CallOptions) => Promise<unknown>,
) => ending(clock, call(client, { signal: never() }));

/** A {@link run} in which a fault meets the requests that match, and lets go of those that it holds when it says so. */
export function faulty(options: ServiceOptions, fault: FaultCase, ...matches: readonly Match[]): Run {
  const on = run(options);
  on.service.holdFor(fault.letsGoAfter ?? null);
  for (const match of matches) on.service.addFault({ match, effect: echoing(fault.effect) });
  return on;
}

/** The same fault, by a service that repeats the key in whatever it says. */
export function echoing(effect: FaultEffectBody, key = KEY): FaultEffectBody {
  const said = `Bad key ${key}; ${encodeURIComponent(key)}`;
  if (effect.kind === "status" || effect.kind === "error_in_200") return { ...effect, message: said };
  return effect.kind === "redirect" ? { ...effect, location: `${effect.location}&key=${key}` } : effect;
}

/** That no secret stands in any of these places once they have passed the filter, which has them from the client. */
export function expectNoSecret(
  { outgoing }: Secrets,
  secrets: readonly string[],
  ...places: readonly unknown[]
): void {
  const text = places.map((place) => outgoing(inFull(place))).join("\n");
  for (const secret of secrets) expect(text).not.toContain(secret);
}

function inFull(place: unknown): string {
  if (!(place instanceof Error)) return JSON.stringify(place) ?? "";
  return [place.stack, JSON.stringify(place), place.cause === undefined ? "" : inFull(place.cause)].join(
    "\n",
  );
}

/** Seconds of the fault's Retry-After, or the minute, in milliseconds. */
export function retryAfter({ effect }: FaultCase): number {
  const header = effect.kind === "status" ? effect.headers?.["retry-after"] : undefined;
  return header === undefined ? 60_000 : Number(header) * 1000;
}

/** That nothing left while a 429 had closed the gate, and no more than the budget in any minute between two of them. */
export function expectBudgetKept(
  journal: readonly JournaledRequest[],
  retryAfterMs: (entry: JournaledRequest) => number,
  budget = PER_MINUTE,
) {
  let closedUntil = 0;
  let sent: number[] = [];
  for (const entry of journal) {
    const at = arrival(entry);
    expect(at).toBeGreaterThanOrEqual(closedUntil);
    sent = [...sent.filter((one) => one > at - MINUTE), at];
    expect(sent.length).toBeLessThanOrEqual(budget);
    if (entry.status !== 429) continue;
    closedUntil = at + retryAfterMs(entry);
    sent = [];
  }
}

/**
 * That each request but the first came after a 429, or after a whole look that came after the one before. `spoiling`: the ids
 * of the faults that spoil a look. @default all
 */
export function expectNotBlind(
  requests: readonly JournaledRequest[],
  journal: readonly JournaledRequest[],
  look: OperationId | null,
  spoiling?: ReadonlySet<string>,
): void {
  for (const [at, before] of requests.entries()) {
    const next = requests[at + 1];
    if (next === undefined || before.status === 429) continue;
    const looks = journal.filter(
      ({ number, operation, status, faults }) =>
        number > before.number &&
        number < next.number &&
        operation === look &&
        status === 200 &&
        !faults.some((id) => spoiling?.has(id) ?? true),
    );
    expect(looks.length).toBeGreaterThan(0);
  }
}
