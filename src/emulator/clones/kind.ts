import { REGIONS } from "../../api/enumerations";
import { resolveRequest } from "../changes/plan";
import type { StoredCluster } from "../clusters/record";
import { settingsOf } from "../clusters/settings";
import type { CloneSeed } from "../control/seeds";
import { durationOf } from "../derived";
import { valuesOf } from "../parameters/record";
import { oneOf, strict, text, texts } from "../rules/fields";
import type { WorkflowKind } from "../workflows/kind";
import { answerClone } from "./answer";
import type { CloneRequest, StoredClone } from "./record";

/** The body of createCloningOperation (docs/design/api-assumptions.md#clones); all of it is optional. */
const BODY = strict({
  search_server_version: text.optional(),
  target_region: oneOf(REGIONS).optional(),
  notification_email_addresses: texts.optional(),
});

export const CLONES: WorkflowKind<StoredClone, typeof BODY, CloneSeed> = {
  name: "clone",
  noun: "cloning operation",
  act: ["clone a cluster", "cloned"],
  keys: ["cloning_operation", "cloning_operations"],
  bodyOptional: true,
  of: ({ clones }) => clones,
  /** 5 to 15 minutes. */
  duration: (id, { clone_seconds }) => durationOf(id, clone_seconds, [300, 900]),
  answer: answerClone,
  body: () => ({ schema: BODY }),
  statuses: ({ clone_refused_status, clone_cancel_too_late }) => ({
    busy: clone_refused_status,
    outOfService: clone_refused_status,
    tooLate: clone_cancel_too_late,
  }),
  created({ assumptions }, cluster, body, { now, refusal, by, key }) {
    const own = requestedOf(body);
    const { requested } = resolveRequest(cluster, own, { assumptions, prefix: "", refusal });
    return {
      performAt: now + assumptions.clone_pending_seconds * 1000,
      requested,
      ...copyOf(cluster, requested),
      requested_by: by,
      key,
      target: null,
    };
  },
  seeded(cluster, seed) {
    const requested = requestedOf(seed);
    return {
      requested,
      ...copyOf(cluster, requested),
      requested_by: { user_name: "Console", user_type: "User" },
      key: null,
      target: seed.target_cluster_reference_id ?? null,
      settled: seed.target_cluster_reference_id !== undefined,
    };
  },
};

function requestedOf({
  target_region,
  search_server_version,
}: { readonly [Name in keyof CloneRequest]: CloneRequest[Name] | undefined }): CloneRequest {
  return {
    ...(target_region === undefined ? {} : { target_region }),
    ...(search_server_version === undefined ? {} : { search_server_version }),
  };
}

/** From where to where a clone goes, and the cluster that it creates there. */
function copyOf(
  cluster: StoredCluster,
  requested: CloneRequest,
): Pick<StoredClone, "source_region" | "target_region" | "copy"> {
  const settings = settingsOf(cluster);
  const [source_region = ""] = Object.keys(settings.region_node_counts).sort();
  const { target_region = source_region, search_server_version = settings.search_server_version } = requested;
  const copy = {
    ...settings,
    name: cluster.name,
    auto_upgrade_capacity: cluster.auto_upgrade_capacity,
    parameters: valuesOf(cluster.parameters),
    region_node_counts: moved(settings.region_node_counts, source_region, target_region),
    search_server_version,
  };
  return { source_region, target_region, copy };
}

/** The nodes of one region in another one, unless there are some already. */
function moved(counts: Readonly<Record<string, number>>, from: string, to: string): Record<string, number> {
  if (Object.hasOwn(counts, to)) return { ...counts };
  return Object.fromEntries(
    Object.entries(counts).map(([region, nodes]) => [region === from ? to : region, nodes]),
  );
}
