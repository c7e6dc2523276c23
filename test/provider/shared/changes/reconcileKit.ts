import {
  type ChangeContext,
  type DesiredState,
  type Outcome,
  reconcile,
} from "../../../../src/provider/shared/changes/reconcile";
import { NO_RESTART, type Restart } from "../../../../src/provider/shared/changes/restart";
import { FakeService } from "./fakeService";
import { type changeOf, NOW, SECONDS, SINGLE } from "./kit";

export const BIG = { ...SINGLE, memory: "16_gb" };
export const NEWER = { ...SINGLE, search_server_version: "31.0" };
export const later = SECONDS + 3600;
const HOUR = 3_600_000;

/** Another memory, as soon as possible. */
const LARGER: DesiredState = {
  clusterId: "c-1",
  planned: BIG,
  edited: ["memory", "vcpu"],
  schedule: { kind: "at once" },
  rescheduled: false,
  notificationEmailAddresses: null,
  autoUpgrade: false,
  ownChange: undefined,
  restart: NO_RESTART,
};

type Script = "onRead" | "onCreate" | "onCancel" | "onWait" | "onPoll";

/** Creates a cluster of one node with its changes, and the events at requests. */
export function serviceOf(
  changes: ReturnType<typeof changeOf>[] = [],
  scripts: Partial<Pick<FakeService, Script>> = {},
): FakeService {
  return Object.assign(new FakeService(SINGLE, ...changes), scripts);
}

/** The result of an apply. */
interface Run extends Outcome {
  /** The requests in order; `observe` and `explain` are the reads of a step and after a refusal. */
  readonly log: string;
  readonly warnings: readonly string[];
  /** Our changes, and the remaining restart with each. */
  readonly ours: readonly (string | null)[];
  readonly restarts: readonly Restart[];
}

export async function act(
  service: FakeService,
  desired: Partial<DesiredState> = {},
  given: Partial<ChangeContext> = {},
): Promise<Run> {
  const [warnings, ours, restarts]: [string[], (string | null)[], Restart[]] = [[], [], []];
  const context: ChangeContext = {
    client: service.client,
    signal: new AbortController().signal,
    deadline: NOW + 6 * HOUR,
    timeout: "6h",
    warn: (summary, detail) => void warnings.push(`${summary}\n${detail}`),
    onChange: (change, _, restart) => {
      ours.push(change?.id ?? null);
      restarts.push(restart);
    },
    ...given,
  };
  const run = () => ({ log: logOf(service), warnings, ours, restarts });
  try {
    return { ...(await reconcile({ ...LARGER, ...desired }, context)), ...run() };
  } catch (error) {
    throw Object.assign(error as Error, run());
  }
}

/** Reconciles, and returns the error with the result until then. */
export function failed(...given: Parameters<typeof act>): Promise<Run & { readonly summary: string }> {
  return act(...given).then(
    () => Promise.reject(new Error("The apply should fail")),
    (error) => error,
  );
}

/** Returns a log such as `observe, cancel own, observe, post +30 memory=16_gb`: due 30 seconds from now. */
function logOf({ requests, bodies }: FakeService): string {
  const posts = bodies.map(({ perform_change_at: at, ...settings }) => {
    const texts = Object.entries(settings).map(([name, value]) => `${name.replace("new_", "")}=${value}`);
    return ["post", `+${at - SECONDS}`, ...texts].join(" ");
  });
  return requests
    .map((request) => (request === "post" ? posts.shift() : request))
    .join(", ")
    .replaceAll("read, changes, clones", "explain")
    .replaceAll(/changes, read(?! )/g, "observe");
}
