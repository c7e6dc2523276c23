import { compareVersions } from "../../api/versions";
import type { Assumptions } from "../domain/assumptions";
import type { StoredCluster } from "../domain/store/cluster";
import type { ClusterData } from "../domain/store/data";
import { upgradeRecords } from "./named/store";

/** The differences between a server and the one that the cluster was created with. */
export interface Difference {
  /** Its nodes never become healthy. */
  readonly startsNever?: true;
  /** Its nodes still report the version that the cluster was created with. */
  readonly saysFirstVersion?: true;
  /** A search parameter that it rejects. */
  readonly refuses?: string;
  /** Changes the hits of a search. */
  readonly hits?: <Hit>(hits: readonly Hit[], isSorted: boolean) => readonly Hit[];
  /** The factor by which a search is slower. */
  readonly slowdown?: number;
  /** Changes the data on an upgrade. */
  readonly onUpgrade?: (data: ClusterData) => void;
}

/** The factor by which a search is slower on a slow server. */
const SLOWDOWN = 20;

const DIFFERENCES: Readonly<Record<Assumptions["newer_server_differs"], Difference>> = {
  no: {},
  // A server cannot change an order that the request names.
  order: {
    hits: (hits, isSorted) => (isSorted ? hits : [...hits.slice(0, 2).reverse(), ...hits.slice(2)]),
  },
  lost_document: { onUpgrade: loseOldestDocuments },
  missed_document: { hits: (hits) => hits.slice(1) },
  slower: { slowdown: SLOWDOWN },
  refuses_to_start: { startsNever: true },
  other_version: { saysFirstVersion: true },
  refused_query: { refuses: "drop_tokens_threshold" },
};

/** Returns how the server of a cluster differs now (docs/design/api-assumptions.md#newer-server). */
export function differenceOf(cluster: StoredCluster, assumptions: Assumptions): Difference {
  const { search_server_version: version, firstVersion } = cluster;
  const differs = cluster.newer_server_differs ?? assumptions.newer_server_differs;
  return DIFFERENCES[compareVersions(version, firstVersion) > 0 ? differs : "no"];
}

/** Upgrades the data of a cluster to a newer server, and applies the difference of that server. */
export function upgradeData(
  data: ClusterData,
  from: string,
  to: string,
  choice: Assumptions["newer_server_differs"],
): void {
  if (compareVersions(to, from) <= 0) return;
  upgradeRecords(data, from, to);
  DIFFERENCES[choice].onUpgrade?.(data);
}

function loseOldestDocuments({ collections }: ClusterData): void {
  for (const { documents } of collections.values()) {
    for (const id of [...documents.keys()].slice(0, 1)) documents.delete(id);
  }
}
