import { compareVersions } from "../../api/versions";
import type { Assumptions } from "../domain/assumptions";
import type { StoredCluster } from "../domain/store/cluster";
import type { ClusterData } from "../domain/store/data";
import { upgradeRecords } from "./named/store";

/** What the server of a cluster does otherwise than the one that the cluster was created with. */
export interface Difference {
  /** Its nodes never become healthy. */
  readonly startsNever?: true;
  /** Its nodes still say the version that the cluster was created with. */
  readonly saysFirstVersion?: true;
  /** A search parameter that it refuses. */
  readonly refuses?: string;
  /** The hits of a search, all of them and in order, as it answers them. */
  readonly hits?: <Hit>(hits: readonly Hit[], isSorted: boolean) => readonly Hit[];
  /** How many times as long a search takes. */
  readonly slowdown?: number;
  /** What happens to documents that it takes over. */
  readonly onUpgrade?: (data: ClusterData) => void;
}

/** How many times as long a search takes on a server that is slower. */
const SLOWDOWN = 20;

const DIFFERENCES: Readonly<Record<Assumptions["newer_server_differs"], Difference>> = {
  no: {},
  // An order that the request names is nothing that a server may decide.
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

/** How the server of a cluster differs now (docs/design/api-assumptions.md#newer-server). */
export function differenceOf(cluster: StoredCluster, assumptions: Assumptions): Difference {
  const { search_server_version: version, firstVersion } = cluster;
  const differs = cluster.newer_server_differs ?? assumptions.newer_server_differs;
  return DIFFERENCES[compareVersions(version, firstVersion) > 0 ? differs : "no"];
}

/** What becomes of the data of a cluster when its server becomes a newer one: its own upgrade, and what it loses. */
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
