import type { ConfigurationChangeRecord, HttpRequest } from "../../../src/client";
import { START } from "./clock";
import { FaultyService } from "./faults";
import { error, json, type Reply } from "./transport";

const SETTINGS = {
  memory: "8_gb",
  vcpu: "4_vcpus",
  gpu: "no",
  high_performance_disk: "no",
  search_server_version: "30.1",
  high_availability: "no",
  high_availability_node_count: null,
  search_delivery_network: "off",
  load_balancing: "no",
  region_node_counts: { oregon: 1 },
} as const;

const with_ = (prefix: string, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}_${key}`, value]));

/** Nothing of a change is asked for. */
const NOTHING = with_("new", Object.fromEntries(Object.keys(SETTINGS).map((key) => [key, null])));

/** A record with every field, made at the test clock's start. */
export function change(given: Partial<ConfigurationChangeRecord> = {}): ConfigurationChangeRecord {
  return {
    id: "ch1",
    status: "pending",
    created_at: START / 1000,
    updated_at: START / 1000,
    perform_change_at: START / 1000 + 30,
    completed_at: null,
    notification_email_addresses: [],
    ...with_("old", SETTINGS),
    ...NOTHING,
    ...given,
  } as ConfigurationChangeRecord;
}

/** The changes of one cluster: lists the newest first, schedules one at a time, cancels what is pending. */
export class ChangesService extends FaultyService {
  /** Newest first. */
  readonly changes: ConfigurationChangeRecord[] = [];

  constructor(private readonly now: () => number = () => START) {
    super();
  }

  protected override date() {
    return { date: new Date(this.now()).toUTCString() };
  }

  protected work({ method, url, body }: HttpRequest): Reply {
    const { pathname } = new URL(url);
    const [, , id] = pathname.match(/\/clusters\/([^/]+)\/configuration-changes(?:\/([^/]+))?$/) ?? [];
    const date = this.date();
    if (id === undefined && method === "GET") return this.page(url, "configuration_changes", this.changes);
    const sent = JSON.parse(body ?? "{}");
    if (id === undefined) {
      const active = this.changes.some(({ status }) => status === "pending" || status === "in_progress");
      if (active) return error(422, "A configuration change is pending already", date);
      const created_at = Math.floor(this.now() / 1000);
      const made = change({ ...sent, id: `new-${this.changes.length + 1}`, created_at });
      this.changes.unshift(made);
      return json(201, { success: true, configuration_change: made }, date);
    }
    const found = this.changes.find((one) => one.id === id);
    if (found === undefined) return error(404, "Configuration change not found", date);
    if (method === "GET") return json(200, found, date);
    if (found.status !== "pending") return error(422, `The change is ${found.status}`, date);
    Object.assign(found, sent);
    return json(200, { success: true, configuration_change: found }, date);
  }
}
