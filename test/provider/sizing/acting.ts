import type { ConfigurationChangeRecord } from "../../../src/client";
import { bringAbout, type Wish } from "../../../src/provider/sizing/act";
import { NO_RESTART } from "../../../src/provider/sizing/restart";
import { NOW, SECONDS, SINGLE } from "./kit";
import type { FakeService } from "./service";

export const BIG = { ...SINGLE, memory: "16_gb" };
export const NEWER = { ...SINGLE, search_server_version: "31.0" };
export const later = SECONDS + 3600;

/** A wish for another memory, as soon as possible. */
export const wish: Wish = {
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
  changes: Partial<Wish> = {},
  signal = new AbortController().signal,
) {
  const said: string[] = [];
  const ours: (string | null)[] = [];
  const context = {
    client: service.client,
    signal,
    deadline: NOW + 1000,
    warn: (summary: string, detail: string) => void said.push(`${summary}\n${detail}`),
    ours: (change: ConfigurationChangeRecord | null) => void ours.push(change?.id ?? null),
  };
  return { said, ours, outcome: bringAbout({ ...wish, ...changes }, context) };
}

export const LOOK = ["changes", "read"];
