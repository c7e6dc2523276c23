import type { AnyResource, Call } from "../framework";
import type { Service } from "./service";

/** Milliseconds that an apply may wait for the request budget before it warns (docs/design/laws.md#l7). */
const WARN_AFTER_MS = 60_000;

type AnyCall = Pick<Call<never, unknown, never>, "service" | "signal" | "warn">;

/**
 * The same resource, whose applies warn when they spent more than a minute waiting for the request budget: people see a slow
 * apply, and not why. The summary is the same for all, so that Terraform folds a hundred warnings into one.
 */
export function warningOfBudgetWaits(resource: AnyResource): AnyResource {
  /** By the signal of the apply: its updates run one after the other. */
  const waited = new WeakMap<AbortSignal, number>();

  const metered = <T>({ service, signal, warn }: AnyCall, act: () => Promise<T>): Promise<T> => {
    const client = managementClient(service as Service);
    if (!client) return act();
    return client.withBudgetWait(act, (ms) => {
      const before = waited.get(signal) ?? 0;
      waited.set(signal, before + ms);
      if (before <= WARN_AFTER_MS && before + ms > WARN_AFTER_MS)
        warn(...budgetWarning(before + ms, client.requestsPerMinute));
    });
  };

  const updates = Object.entries(resource.updates).map(([name, update]) => [
    name,
    {
      ...update,
      apply: (call, change) => metered(call, async () => update.apply(call, change)),
    } satisfies typeof update,
  ]);
  return {
    ...resource,
    updates: Object.fromEntries(updates),
    create: (call, planned) => metered(call, () => resource.create(call, planned)),
    delete: (call, state) => metered(call, () => resource.delete(call, state)),
  };
}

/** Undefined also where its key or address is missing: what runs on nodes of its own needs neither. */
function managementClient(service: Service): Service["client"] {
  try {
    return service.client;
  } catch {
    return undefined;
  }
}

function budgetWarning(ms: number, limit: number): [string, string] {
  const budget = limit > 0 ? `requests_per_minute is ${limit}` : "the service answered 429 (rate limit)";
  return [
    "This apply waited for the request budget",
    `The requests for this resource waited ${Math.floor(ms / 60_000)} min or more in total before they were sent: ${budget}, and everything that ` +
      "uses the same key shares this limit. Only time is lost. To wait less, raise poll_interval, apply fewer resources at once, or give other " +
      "runs a key of their own.",
  ];
}
