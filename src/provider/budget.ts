import type { AnyResource, Call } from "../framework";
import type { Service } from "./service";

/** Milliseconds that an apply may wait for the request budget before it says so (docs/design/laws.md#l7). */
const WORTH_SAYING_MS = 60_000;

type AnyCall = Pick<Call<never, unknown, never>, "service" | "signal" | "warn">;

/**
 * The same resource, whose applies say when they spent more than a minute waiting for the request budget: people see a slow
 * apply, and not why. The summary is the same for all, so that Terraform makes one warning of a hundred.
 */
export function sayingWhatTheBudgetCosts(resource: AnyResource): AnyResource {
  /** By the signal of the apply: its lanes run one after the other. */
  const waited = new WeakMap<AbortSignal, number>();

  const metered = <T>({ service, signal, warn }: AnyCall, act: () => Promise<T>): Promise<T> => {
    const { client } = service as Service;
    if (!client) return act();
    return client.withBudgetWait(act, (ms) => {
      const before = waited.get(signal) ?? 0;
      waited.set(signal, before + ms);
      if (before <= WORTH_SAYING_MS && before + ms > WORTH_SAYING_MS)
        warn(...words(before + ms, client.requestsPerMinute));
    });
  };

  const lanes = Object.entries(resource.updates).map(([name, lane]) => [
    name,
    {
      ...lane,
      apply: (call, change) => metered(call, async () => lane.apply(call, change)),
    } satisfies typeof lane,
  ]);
  return {
    ...resource,
    updates: Object.fromEntries(lanes),
    create: (call, planned) => metered(call, () => resource.create(call, planned)),
    delete: (call, state) => metered(call, () => resource.delete(call, state)),
  };
}

function words(ms: number, limit: number): [string, string] {
  const budget = limit > 0 ? `requests_per_minute is ${limit}` : "the service answered 429 (rate limit)";
  return [
    "This apply waited for the request budget",
    `The requests for this resource waited ${Math.floor(ms / 60_000)} min or more in all before they could leave: ${budget}, and all that uses the ` +
      "same key shares it. Nothing is lost by it but time. To spend less: a longer poll_interval, fewer resources in one apply, or a key of their " +
      "own for other runs.",
  ];
}
