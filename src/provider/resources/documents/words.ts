import { isUnknown, type Plannable } from "../../../framework";
import { capitalized, countOf } from "../../model/words";
import type { NodeValues } from "../../shared/dataPlane";
import type { Scan } from "./scan";
import type { Source } from "./source";

interface Collection extends Omit<NodeValues, "api_key"> {
  readonly collection: string;
}

/** A collection as the sentences of a plan name it. */
export function collectionNamed(
  { cluster_id, node_urls, collection }: Plannable<Collection>,
  at: "middle" | "capital" = "middle",
): string {
  const given = isUnknown(collection) ? "a collection that is not known yet" : `collection "${collection}"`;
  const name = at === "middle" ? given : capitalized(given);
  if (isUnknown(cluster_id) || isUnknown(node_urls)) return name;
  return `${name} of ${cluster_id === null ? (node_urls?.[0] ?? "its nodes") : `cluster ${cluster_id}`}`;
}

/** Where documents come from, in the middle of a sentence or at its beginning. */
export function sourceNamed(source: Source, at: "middle" | "capital" = "middle"): string {
  const named = nameOf(source);
  return at === "middle" ? named : capitalized(named);
}

/** What another import of documents without an id does. */
export function doublesWarning(
  into: string,
  source: Source,
  { documents, withoutId }: Pick<Scan, "documents" | "withoutId">,
) {
  return {
    summary: `${withoutId} of ${countOf(documents)} for ${into} have no id`,
    detail:
      `The server chooses an id for each document of ${sourceNamed(source)} that has no "id". Importing these again stores them twice, and so does ` +
      'repeating an apply that was interrupted or failed. Give every document an "id", so that it is replaced instead.',
  };
}

function nameOf(source: Source): string {
  if (source.kind === "file") return `file ${source.path}`;
  return source.kind === "content" ? "the content" : collectionNamed(source.from);
}
