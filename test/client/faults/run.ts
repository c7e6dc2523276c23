import type { OperationId } from "../../../src/api/operations";
import { type CallOptions, type Client, createClient } from "../../../src/client";
import type { FaultEffectBody, JournaledRequest } from "../../../src/emulator";
import { Secrets } from "../../../src/redaction";
import type { FaultCase } from "../../support/faultMatrix";
import { memoryLog, never } from "../kit/client";
import { TestClock } from "../kit/clock";
import { arrival, BASE_URL, KEY, type Service, type ServiceOptions, serviceOn } from "./service";

/** The budget of both the client and the service. */
export const PER_MINUTE = 30;
const MINUTE = 60_000;

type Match = Parameters<Service["addFault"]>[0]["match"];

export interface Run {
  readonly client: Client;
  readonly service: Service;
  readonly clock: TestClock;
  readonly log: ReturnType<typeof memoryLog>;
  /** The secrets that are redacted in everything that leaves the process. */
  readonly secrets: Secrets;
}

/** Creates a client of the emulator, both on one simulated clock. */
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

/** Runs the clock until the work ends, and returns its end; fails if it never ends. */
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
  throw new Error("It hangs: no request is in progress, and no timer is set.");
}

/** Returns the end of a call that is not interrupted. */
export const outcome = (
  { client, clock }: Run,
  call: (client: Client, options: CallOptions) => Promise<unknown>,
) => ending(clock, call(client, { signal: never() }));

/** Creates a {@link run} in which a fault hits the matching requests, and releases those that it holds when it says so. */
export function faulty(options: ServiceOptions, fault: FaultCase, ...matches: readonly Match[]): Run {
  const on = run(options);
  on.service.holdFor(fault.letsGoAfter ?? null);
  for (const match of matches) on.service.addFault({ match, effect: echoing(fault.effect) });
  return on;
}

/** Returns the same fault, by a service that repeats the key in all its messages. */
export function echoing(effect: FaultEffectBody, key = KEY): FaultEffectBody {
  const said = `Bad key ${key}; ${encodeURIComponent(key)}`;
  if (effect.kind === "status" || effect.kind === "error_in_200") return { ...effect, message: said };
  return effect.kind === "redirect" ? { ...effect, location: `${effect.location}&key=${key}` } : effect;
}

/** Expects no secret in any of these values after redaction with the client's secrets. */
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

/** Expects no request while a 429 had closed the gate, and no more than the budget in any minute between two of them. */
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
 * Expects each request but the first after a 429, or after a complete read that followed the one before. `spoiling`: the ids
 * of the faults that spoil a read. @default all
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
