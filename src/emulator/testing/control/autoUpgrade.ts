import { VCPUS_BY_MEMORY } from "../../../api/enumerations";
import { vcpusOf } from "../../domain/rules/configuration";
import type { StoredCluster } from "../../domain/store/cluster";
import { valuesOf } from "../../domain/store/parameter";
import { settingsOf } from "../../domain/store/settings";
import { freshWorkflow, openOf, statusAt } from "../../domain/store/workflow";
import type { Pair } from "../requests/faults";
import type { TestWorld } from "../world";

/** Raises memory and vcpu as the service does by itself. @throws Error that says what forbids it. */
export function autoUpgrade(
  { clock, store, assumptions }: TestWorld,
  cluster: StoredCluster,
  to: Pair,
): void {
  const now = clock.now();
  if (cluster.auto_upgrade_capacity !== true) {
    throw new Error(`Cluster "${cluster.id}" has no automatic upgrades: auto_upgrade_capacity is not true.`);
  }
  const open = openOf(cluster.changes, now);
  if (open !== undefined && statusAt(open, now) === "in_progress") {
    throw new Error(`Cluster "${cluster.id}" cannot be upgraded while ${open.id} is in progress.`);
  }
  if (!isLarger(to, cluster)) {
    const from = `${cluster.memory} with ${cluster.vcpu}`;
    throw new Error(`${to.memory} with ${to.vcpu} is not a pair that exists and is larger than ${from}.`);
  }
  const old = settingsOf(cluster);
  const { memory, vcpu } = to;
  Object.assign(cluster, { memory, vcpu });
  // Larger nodes are new nodes.
  cluster.running = valuesOf(cluster.parameters);
  if (assumptions.auto_upgrade_shows === "no_record") return;
  // A change that took no time.
  const moments = { createdAt: now, performAt: now, duration: 0, settled: true };
  const settings = { requested: { memory, vcpu }, old, sets: { memory, vcpu }, carries: null };
  cluster.changes.push({ ...freshWorkflow(), id: store.nextId("change"), ...moments, ...settings });
}

/** Options are listed from the smallest on. */
function isLarger(to: Pair, from: Pair): boolean {
  const memories = Object.keys(VCPUS_BY_MEMORY);
  const more = memories.indexOf(to.memory) - memories.indexOf(from.memory);
  const [vcpu, than] = [vcpusOf(to.memory).indexOf(to.vcpu), vcpusOf(from.memory).indexOf(from.vcpu)];
  return vcpu >= 0 && (more > 0 || (more === 0 && vcpu > than));
}
