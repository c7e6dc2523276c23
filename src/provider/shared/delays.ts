import type { Delays } from "../../client";
import type { AnyResource, Call } from "../../framework";
import { runState } from "./runState";
import type { Service } from "./service";

/** A cause for which an apply may take long, and people would not see why. */
interface Cause {
  readonly of: keyof Delays;
  /** Milliseconds above which the apply warns (docs/design/laws.md#l7, #l8). */
  readonly warnAfterMs: number;
  /** The summary is the same for all, so that Terraform folds a hundred warnings into one. */
  readonly warning: (minutes: number, limit: number) => readonly [summary: string, detail: string];
}

const CAUSES: readonly Cause[] = [
  {
    of: "budgetMs",
    warnAfterMs: 60_000,
    warning: (minutes, limit) => {
      const budget = limit > 0 ? `requests_per_minute is ${limit}` : "the service answered 429 (rate limit)";
      return [
        "This apply waited for the request budget",
        `The requests for this resource waited ${minutes} min or more in total before they were sent: ${budget}, and everything that ` +
          "uses the same key shares this limit. Only time is lost. To wait less, raise poll_interval, apply fewer resources at once, or give other " +
          "runs a key of their own.",
      ];
    },
  },
  {
    of: "awayMs",
    warnAfterMs: 120_000,
    warning: (minutes) => [
      "The management API did not answer for a while",
      `While this apply waited for this resource, the polls failed for ${minutes} min or more in total. What was requested goes on at the ` +
        "service meanwhile, so only time is lost. The log names each failure (TF_LOG_PROVIDER=WARN).",
    ],
  },
];

type AnyCall = Pick<Call<never, unknown, never>, "service" | "signal" | "warn">;

/** The same resource, whose applies warn when they have lost much time: people see a slow apply, and not why. */
export function warningOfDelays(resource: AnyResource): AnyResource {
  /** By the signal of the apply: its updates run one after the other. */
  const lostBy = runState((_: AbortSignal): { -readonly [Cause in keyof Delays]: Delays[Cause] } => ({
    budgetMs: 0,
    awayMs: 0,
  }));

  const metered = <T>({ service, signal, warn }: AnyCall, act: () => Promise<T>): Promise<T> => {
    const client = managementClient(service as Service);
    if (!client) return act();
    return client.withDelays(act, ({ budgetMs, awayMs }) => {
      const lost = lostBy(signal);
      const before = { ...lost };
      const after = Object.assign(lost, { budgetMs: lost.budgetMs + budgetMs, awayMs: lost.awayMs + awayMs });
      for (const { of, warnAfterMs, warning } of CAUSES) {
        if (before[of] > warnAfterMs || after[of] <= warnAfterMs) continue;
        warn(...warning(Math.floor(after[of] / 60_000), client.requestsPerMinute));
      }
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
