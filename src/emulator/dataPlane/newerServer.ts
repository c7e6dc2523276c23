import { compareVersions } from "../../api/versions";
import type { Assumptions } from "../domain/assumptions";
import type { StoredCluster } from "../domain/clusters/record";
import { upgradeRecords } from "./named/upgrade";
import type { ClusterData } from "./record";

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
  readonly takeOver?: (data: ClusterData) => void;
}

/** How many times as long a search takes on a server that is slower. */
const SLOWDOWN = 20;

const DIFFERENCES: Readonly<Record<Assumptions["newer_server_differs"], Difference>> = {
  no: {},
  // An order that the request names is nothing that a server may decide.
  order: {
    hits: (hits, isSorted) => (isSorted ? hits : [...hits.slice(0, 2).reverse(), ...hits.slice(2)]),
  },
  lost_document: { takeOver: loseOldestDocuments },
  missed_document: { hits: (hits) => hits.slice(1) },
  slower: { slowdown: SLOWDOWN },
  refuses_to_start: { startsNever: true },
  other_version: { saysFirstVersion: true },
  refused_query: { refuses: "drop_tokens_threshold" },
};

type Row = Pick<Assumptions, "newer_server_differs">;

/** How the server of a cluster differs now (docs/design/api-assumptions.md#newer-server). */
export function differenceOf(cluster: StoredCluster, row: Row): Difference {
  const { search_server_version: version, firstVersion } = cluster;
  return DIFFERENCES[compareVersions(version, firstVersion) > 0 ? choiceOf(cluster, row) : "no"];
}

/** What becomes of the data of a cluster when its server becomes a newer one: its own upgrade, and what it loses. */
export function takeOver(
  data: ClusterData,
  from: string,
  to: string,
  choice: Row["newer_server_differs"],
): void {
  if (compareVersions(to, from) <= 0) return;
  upgradeRecords(data, from, to);
  DIFFERENCES[choice].takeOver?.(data);
}

/** What holds for a cluster: its own choice, else that of all. */
export function choiceOf(
  { newer_server_differs: own }: Pick<StoredCluster, "newer_server_differs">,
  row: Row,
): Row["newer_server_differs"] {
  return own ?? row.newer_server_differs;
}

function loseOldestDocuments({ collections }: ClusterData): void {
  for (const { documents } of collections.values()) {
    for (const id of [...documents.keys()].slice(0, 1)) documents.delete(id);
  }
}
