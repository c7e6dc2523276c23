import type { ActContext, DesiredState } from "../../../src/provider/clusterChange/desiredState";
import { reconcile } from "../../../src/provider/clusterChange/reconcile";
import { NO_RESTART } from "../../../src/provider/clusterChange/restart";
import type { FakeService } from "./fakeService";
import { NOW, SECONDS, SINGLE } from "./kit";

export const BIG = { ...SINGLE, memory: "16_gb" };
export const NEWER = { ...SINGLE, search_server_version: "31.0" };
export const later = SECONDS + 3600;

/** A wish for another memory, as soon as possible. */
export const wish: DesiredState = {
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

export function act(
  service: FakeService,
  changes: Partial<DesiredState> = {},
  signal = new AbortController().signal,
  isTold: ActContext["ours"] = () => {},
) {
  const said: string[] = [];
  const ours: (string | null)[] = [];
  const context: ActContext = {
    client: service.client,
    signal,
    deadline: NOW + 1000,
    warn: (summary: string, detail: string) => void said.push(`${summary}\n${detail}`),
    ours: (change, target, restart) => {
      ours.push(change?.id ?? null);
      isTold(change, target, restart);
    },
  };
  return { said, ours, outcome: reconcile({ ...wish, ...changes }, context) };
}

export const LOOK = ["changes", "read"];
