import { spread } from "../clusters/record";
import type { WorkflowTimeline } from "../workflows/life";

/** What a configuration change can change, as the emulator keeps it; the other settings follow from these. */
export interface Settings {
  memory: string;
  vcpu: string;
  gpu: string;
  high_performance_disk: string;
  search_server_version: string;
  high_availability: string;
  search_delivery_network: string;
  /** The target topology: nodes per region. */
  region_node_counts: Readonly<Record<string, number>>;
}

/** The settings of which a ConfigurationChange shows the old and the new value (management API). */
export interface ShownSettings {
  memory: string;
  vcpu: string;
  gpu: string;
  high_performance_disk: string;
  search_server_version: string;
  high_availability: string;
  high_availability_node_count: number | null;
  search_delivery_network: string;
  load_balancing: string;
  region_node_counts: Record<string, number> | null;
}

/** A configuration change as the emulator keeps it. */
export interface StoredChange extends WorkflowTimeline {
  readonly id: string;
  readonly notification_email_addresses: readonly string[];
  /** What the request named, without `new_`. */
  readonly asked: Readonly<Partial<ShownSettings>>;
  /** The cluster when the change was made. */
  readonly old: Readonly<Settings>;
  /** What the cluster is given when it succeeds. */
  readonly sets: Readonly<Partial<Settings>>;
  /** The server parameters that the cluster had when the change began; null until then. */
  carries: Readonly<Record<string, string>> | null;
  /** Whether its end has reached the cluster. */
  settled: boolean;
}

/** The settings of a cluster, apart from everything else that is kept of it. */
export function settingsOf(cluster: Settings): Settings {
  const { memory, vcpu, gpu, high_performance_disk, search_server_version } = cluster;
  const { high_availability, search_delivery_network, region_node_counts } = cluster;
  return {
    memory,
    vcpu,
    gpu,
    high_performance_disk,
    search_server_version,
    high_availability,
    search_delivery_network,
    region_node_counts: { ...region_node_counts },
  };
}

/** Milliseconds that a change takes: 30 minutes to 4 hours, fixed per id, or what the assumption says. */
export function changeTime(id: string, assumptions: { readonly change_seconds: number }): number {
  const fixed = assumptions.change_seconds;
  return (fixed > 0 ? fixed : FASTEST_SECONDS + spread(id, SLOWEST_SECONDS - FASTEST_SECONDS + 1)) * 1000;
}

const FASTEST_SECONDS = 1_800;
const SLOWEST_SECONDS = 14_400;
