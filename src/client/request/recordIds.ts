import type { OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";

export type Kind = "cluster" | "configuration change" | "cloning operation" | "server parameter";

type RecordsOf<Id extends OperationId> = readonly [
  Kind,
  (answer: Answer<Id>) => readonly { readonly id: string }[],
];

/** The records in the answers. */
const RECORDS: { readonly [Id in OperationId]?: RecordsOf<Id> } = {
  listClusters: ["cluster", ({ clusters }) => clusters],
  getCluster: ["cluster", (cluster) => [cluster]],
  createCluster: ["cluster", ({ cluster }) => [cluster]],
  updateCluster: ["cluster", ({ cluster }) => [cluster]],
  listConfigurationChanges: ["configuration change", (answer) => answer.configuration_changes],
  getConfigurationChange: ["configuration change", (change) => [change]],
  createConfigurationChange: ["configuration change", (answer) => [answer.configuration_change]],
  cancelConfigurationChange: ["configuration change", (answer) => [answer.configuration_change]],
  listCloningOperations: ["cloning operation", (answer) => answer.cloning_operations],
  getCloningOperation: ["cloning operation", (operation) => [operation]],
  createCloningOperation: ["cloning operation", (answer) => [answer.cloning_operation]],
  cancelCloningOperation: ["cloning operation", (answer) => [answer.cloning_operation]],
  listServerConfigurationParameters: ["server parameter", (all) => all],
  getServerConfigurationParameter: ["server parameter", (parameter) => [parameter]],
  createServerConfigurationParameter: ["server parameter", (parameter) => [parameter]],
  updateServerConfigurationParameter: ["server parameter", (parameter) => [parameter]],
};

/** Returns the kind and the ids of the records in an answer; undefined if it holds none that are tracked. */
export function recordIdsIn<Id extends OperationId>(
  operation: Id,
  answer: Answer<Id>,
): { readonly kind: Kind; readonly ids: readonly string[] } | undefined {
  const found: RecordsOf<Id> | undefined = RECORDS[operation];
  if (found === undefined) return undefined;
  const [kind, recordsOf] = found;
  return { kind, ids: recordsOf(answer).map(({ id }) => id) };
}

/**
 * Returns the problem if an answer to a request for one cluster holds another one, whose hostnames and state would be taken for
 * those of the first (docs/design/laws.md#named-by-an-answer). Records that belong to a cluster keep the id of the request,
 * whatever the answer says.
 */
export function otherCluster<Id extends OperationId>(
  operation: Id,
  asked: string | undefined,
  answer: Answer<Id>,
): string | undefined {
  const found = asked === undefined ? undefined : recordIdsIn(operation, answer);
  const other = found?.kind === "cluster" ? found.ids.find((id) => id !== asked) : undefined;
  return other === undefined ? undefined : `the cluster ${other} instead of ${asked}`;
}
