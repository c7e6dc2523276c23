import type { Problem, Validator } from "../../../framework";
import { type NodeValues, nodeValidators } from "../dataPlane";
import type { From } from "./source";

/** A collection, and the source of the documents that are imported into it. */
interface ImportedValues extends Omit<NodeValues, "api_key"> {
  readonly collection: string;
  readonly file: string | null;
  readonly content: string | null;
  readonly from: From | null;
}

/** Documents have one source, which is not the collection that they go into. */
export const sourceValidators: readonly Validator<ImportedValues>[] = [
  {
    reads: ["file", "content", "from"],
    check({ file, content, from }) {
      const given = Object.entries({ file, content, from }).filter(([, value]) => value !== null);
      if (given.length === 1) return undefined;
      const names = given.map(([name]) => name);
      return {
        path: names.slice(1, 2),
        summary: names.length === 0 ? "No documents to import" : `Both ${names[0]} and ${names[1]}`,
        detail:
          "Documents have one source: file names a file, content holds the documents themselves, a from block names another collection. " +
          (names.length === 0 ? "Set one of them." : "Keep one of them."),
      };
    },
  },
  {
    reads: ["from"],
    check: ({ from }) => (from ? insideFrom(nodeValidators.map(({ check }) => check(from))) : undefined),
  },
  {
    reads: ["cluster_id", "node_urls", "collection", "from"],
    check({ from, collection, ...target }) {
      if (from === null || from.collection !== collection || !areSameNodes(from, target)) return undefined;
      return {
        path: ["from", "collection"],
        summary: `Collection "${collection}" would be copied into itself`,
        detail: "The from block names the collection that the documents are imported into. Name another one.",
      };
    },
  },
];

/** Moves the problems of the attributes of the block to their paths. */
function insideFrom(found: readonly ReturnType<Validator<NodeValues>["check"]>[]): readonly Problem[] {
  const problems = found.flatMap((one): readonly Problem[] => (one === undefined ? [] : [one].flat()));
  return problems.map((problem) => ({ ...problem, path: ["from", ...problem.path] }));
}

function areSameNodes(a: Omit<NodeValues, "api_key">, b: Omit<NodeValues, "api_key">): boolean {
  if (a.cluster_id !== null || b.cluster_id !== null) return a.cluster_id === b.cluster_id;
  return (a.node_urls ?? []).some((url) => b.node_urls?.includes(url));
}
