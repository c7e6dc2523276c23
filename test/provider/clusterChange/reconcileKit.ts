import {
  type ChangeContext,
  type DesiredState,
  reconcile,
} from "../../../src/provider/clusterChange/reconcile";
import { NO_RESTART, type Restart } from "../../../src/provider/clusterChange/restart";
import type { FakeService } from "./fakeService";
import { NOW, SECONDS, SINGLE } from "./kit";

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

/** Reconciles, and collects the warnings, the changes that were ours, and what was left of the restart with each. */
export function act(
  service: FakeService,
  changes: Partial<DesiredState> = {},
  given: Partial<ChangeContext> = {},
) {
  const said: string[] = [];
  const ours: (string | null)[] = [];
  const restarts: Restart[] = [];
  const context: ChangeContext = {
    client: service.client,
    signal: new AbortController().signal,
    deadline: NOW + 6 * HOUR,
    timeout: "6h",
    warn: (summary, detail) => void said.push(`${summary}\n${detail}`),
    onChange: (change, _, restart) => {
      ours.push(change?.id ?? null);
      restarts.push(restart);
    },
    ...given,
  };
  return { said, ours, restarts, outcome: reconcile({ ...LARGER, ...changes }, context) };
}

/** The requests of one look at a cluster. */
export const LOOK = ["changes", "read"];
/** The requests that tell what a refusal means. */
export const EXPLAIN = ["read", "changes", "clones"];
