import { REGIONS } from "../../../api/enumerations";
import type { Assumptions } from "../assumptions";
import { resolveRequest } from "../changes/plan";
import { durationOf } from "../derived";
import { checkBody, oneOf, strict, text, texts } from "../rules/fields";
import { CONSOLE, type StoredCluster, valuesOf } from "../store/cluster";
import { settingsOf } from "../store/settings";
import type { CloneRequest, StoredClone } from "../store/workflow";
import { answerWorkflow, type WorkflowKind } from "../workflows/kind";

/** The body of createCloningOperation (docs/design/api-assumptions.md#clones); all of it is optional. */
const BODY = strict({
  search_server_version: text.optional(),
  target_region: oneOf(REGIONS).optional(),
  notification_email_addresses: texts.optional(),
});

interface CloneSeed extends CloneRequest {
  readonly target_cluster_reference_id?: string | undefined;
}

export const CLONES: WorkflowKind<StoredClone, CloneSeed> = {
  name: "clone",
  noun: "cloning operation",
  act: ["clone a cluster", "cloned"],
  keys: ["cloning_operation", "cloning_operations"],
  bodyOptional: true,
  of: ({ clones }) => clones,
  /** 5 to 15 minutes. */
  duration: (id, { clone_seconds }) => durationOf(id, clone_seconds, [300, 900]),
  answer: answerClone,
  statuses: ({ clone_refused_status, clone_cancel_too_late }) => ({
    busy: clone_refused_status,
    outOfService: clone_refused_status,
    tooLate: clone_cancel_too_late,
  }),
  read({ assumptions }, unchecked, { now, refusal, by, key }) {
    const { notification_email_addresses, ...named } = checkBody({ schema: BODY }, unchecked, refusal);
    const context = { assumptions, prefix: "", refusal };
    return {
      notification_email_addresses,
      performAt: now + assumptions.clone_pending_seconds * 1000,
      own: (cluster) => ({
        ...copyOf(cluster, resolveRequest(cluster, named, context).requested),
        requested_by: by,
        key,
        data: null,
        target: null,
      }),
    };
  },
  seeded(cluster, { target_region, search_server_version, target_cluster_reference_id: target }) {
    return {
      ...copyOf(cluster, { target_region, search_server_version }),
      requested_by: CONSOLE,
      key: null,
      data: null,
      target: target ?? null,
      settled: target !== undefined,
    };
  },
};

/** Returns the request, the regions, and the cluster that the clone creates. */
function copyOf(
  cluster: StoredCluster,
  requested: CloneRequest,
): Pick<StoredClone, "requested" | "source_region" | "target_region" | "copy"> {
  const settings = settingsOf(cluster);
  const [source_region = ""] = Object.keys(settings.region_node_counts).sort();
  const { target_region = source_region, search_server_version = settings.search_server_version } = requested;
  const copy = {
    ...settings,
    name: cluster.name,
    auto_upgrade_capacity: cluster.auto_upgrade_capacity,
    parameters: valuesOf(cluster.parameters),
    firstVersion: cluster.firstVersion,
    region_node_counts: moved(settings.region_node_counts, source_region, target_region),
    search_server_version,
  };
  return { requested, source_region, target_region, copy };
}

/** Moves the nodes of one region to another one, unless that has nodes already. */
function moved(counts: Readonly<Record<string, number>>, from: string, to: string): Record<string, number> {
  if (Object.hasOwn(counts, to)) return { ...counts };
  return Object.fromEntries(
    Object.entries(counts).map(([region, nodes]) => [region === from ? to : region, nodes]),
  );
}

/** Returns the clone as a GET answers it at `now` (docs/design/api-assumptions.md#clones). */
export function answerClone(clone: StoredClone, now: number, assumptions: Assumptions) {
  const workflow = answerWorkflow(clone, now, assumptions);
  const { requested, copy } = clone;
  const filled = assumptions.clone_unrequested_fields === "filled";
  return {
    ...workflow,
    source_region: clone.source_region,
    target_region: requested.target_region ?? (filled ? clone.target_region : null),
    search_server_version: requested.search_server_version ?? (filled ? copy.search_server_version : null),
    target_cluster_reference_id: workflow.status === "succeeded" ? clone.target : null,
  };
}
