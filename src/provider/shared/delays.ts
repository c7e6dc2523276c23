import type { Delays } from "../../client";
import type { AnyAction, AnyResource, Call } from "../../framework";
import { runState } from "./runState";
import type { Service } from "./service";

/** A cause of a slow apply that people cannot see. */
interface Cause {
  readonly of: keyof Delays;
  /** Milliseconds above which the apply warns (docs/design/laws.md#l7, #l8). */
  readonly warnAfterMs: number;
  /** One summary for all resources, so that Terraform groups a hundred warnings into one. */
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
          "uses the same key shares this limit. Only time is lost. To wait less, raise poll_interval, apply fewer resources at once, or use " +
          "another key for other runs.",
      ];
    },
  },
  {
    of: "awayMs",
    warnAfterMs: 120_000,
    warning: (minutes) => [
      "The management API did not answer for a while",
      `While this apply waited for this resource, the polls failed for ${minutes} min or more in total. Requested operations continue at the ` +
        "service meanwhile, so only time is lost. The log shows each failure (TF_LOG_PROVIDER=WARN).",
    ],
  },
];

type AnyCall = Pick<Call<never, unknown, never>, "service" | "signal" | "warn">;

/** Returns a function that runs an act, and warns when the acts of one call have lost much time. */
function meter() {
  /** Delays by the signal of the apply, whose updates run one after the other. */
  const lostBy = runState((_: AbortSignal): { -readonly [Cause in keyof Delays]: Delays[Cause] } => ({
    budgetMs: 0,
    awayMs: 0,
  }));

  return <T>({ service, signal, warn }: AnyCall, act: () => Promise<T>): Promise<T> => {
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
}

/** Returns the resource with applies that warn when they have lost much time. */
export function warningOfDelays(resource: AnyResource): AnyResource {
  const metered = meter();
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

/** Returns the action with invocations that warn in the same way. */
export function warningOfActionDelays(action: AnyAction): AnyAction {
  const metered = meter();
  return { ...action, invoke: (call, config) => metered(call, () => action.invoke(call, config)) };
}

/** Returns undefined also if its key or address is missing: a server without a cluster needs neither. */
function managementClient(service: Service): Service["client"] {
  try {
    return service.client;
  } catch {
    return undefined;
  }
}
