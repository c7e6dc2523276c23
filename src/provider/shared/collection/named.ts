import type { CollectionRecord, Snapshots } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countIfKnown, countOf } from "../../model/words";
import { collectionDisplayName, describeCollection } from "./model";

type Collection = Parameters<typeof collectionDisplayName>[0];

/** The documents of a collection that a plan has named before its delete (docs/design/laws.md#l2). */
export interface NamedDocuments {
  /** Their number; null: the plan could not count them. */
  readonly documents: number | null;
  /** True if documents that were added since may be dropped too. */
  readonly more: boolean;
}

interface Permission {
  /** Undefined: no plan has named any, because Terraform plans no delete of a tainted instance. */
  readonly named: NamedDocuments | undefined;
  /** True if documents may be dropped that no plan has named. */
  readonly isAllowed: boolean;
  /** The ways to keep a tainted instance, as sentences. */
  readonly otherwise: string;
}

/** Returns the largest number that a node shows: one that lags behind shows too few. Null if a node shows none. */
function mostDocuments({ seen }: Snapshots<CollectionRecord>): number | null {
  const counts = seen.flatMap(({ value }) => (value ? [value.num_documents] : []));
  return counts.reduce((most, count) => (most === null || count === null ? null : Math.max(most, count)), 0);
}

/** Refuses to delete a collection of which fewer than half of the nodes have answered. @throws TerraformError */
export function refuseUncounted(
  collection: Collection,
  { seen, unseen }: Snapshots<CollectionRecord>,
): never {
  const all = seen.length + unseen.length;
  throw new TerraformError(
    `The documents of ${describeCollection(collection)} could not be counted`,
    `Only ${seen.length} of its ${all} nodes answered, and these may not have the newest documents yet. It was not deleted. Apply again when ` +
      "the other nodes answer.",
  );
}

/**
 * Refuses to delete a collection that holds more documents than the plan has named; warns if it holds more and may be deleted.
 *
 * @param before the collection at every node that has answered
 * @throws TerraformError
 */
export function refuseUnnamed(
  call: { warn(summary: string, detail: string): void },
  collection: Collection,
  before: Snapshots<CollectionRecord>,
  { named, isAllowed, otherwise }: Permission,
): void {
  const what = collectionDisplayName(collection);
  const documents = mostDocuments(before);
  if (documents !== null && documents <= (named?.documents ?? 0)) return;
  const holds = countIfKnown(documents);
  // A plan that could not count the documents allows to drop none, whatever the configuration says.
  if (named ? named.more : isAllowed) {
    if (named)
      call.warn(`${what} was deleted with ${holds}`, `At plan, it held ${countOf(named.documents ?? 0)}.`);
    return;
  }
  throw new TerraformError(
    `${what} holds ${holds}`,
    `It was not deleted: ${describePlanned(named)}. Plan again to see what would be dropped, then apply that plan. ${otherwise}`,
  );
}

function describePlanned(named: NamedDocuments | undefined): string {
  if (named === undefined)
    return "these documents did not appear in a plan (Terraform does not tell a provider that it replaces a tainted instance)";
  if (named.documents === null) return "the plan could not count its documents";
  return `it held ${countOf(named.documents)} at plan`;
}
