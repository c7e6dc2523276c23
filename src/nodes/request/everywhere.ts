import { type ApiError, isApiError } from "../../client";
import type { NodeFailure } from "../messages/exhausted";
import type { CalledOperationId, NodeInput, Nodes, Sight, Sights } from "../nodes";
import { askNode, type NodesContext } from "./call";

/**
 * Makes the function that reads one thing at every node, all at once. Where none of them says what it has, it waits as any read
 * does until one can be used.
 */
export function createEverywhere(context: NodesContext, call: Nodes["call"]): Nodes["everywhere"] {
  const { ways } = context;

  async function ask<Id extends CalledOperationId>(id: Id, input: NodeInput<Id>, signal: AbortSignal) {
    const answers = await Promise.all(
      ways.map(async (way) => {
        const { attempt, outcome } = await askNode(context, way, id, input, { signal });
        return { url: way.baseUrl, attempt, outcome };
      }),
    );
    const seen = answers.flatMap(({ url, outcome }): readonly Sight<never>[] => {
      if ("value" in outcome) return [{ url, value: outcome.value as never }];
      return outcome.failed.kind === "not_found" ? [{ url, value: null }] : [];
    });
    const unseen = answers.flatMap(({ attempt, outcome }): readonly NodeFailure[] =>
      "failed" in outcome && outcome.failed.kind !== "not_found" ? [{ attempt, failed: outcome.failed }] : [],
    );
    return { seen, unseen };
  }

  return async (id, input, { signal }) => {
    const first = await ask(id, input, signal);
    if (first.seen.length > 0) return first;
    try {
      await call(id, input, { signal });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const again = await ask(id, input, signal);
    if (again.seen.length > 0) return again;
    // One answers, and then again does not: what it said counts.
    const value = await call(id, input, { signal }).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const url = ways[context.standing.preferred]?.baseUrl ?? "";
    return { ...again, seen: [{ url, value }] } as Sights<never>;
  };
}

function isMissing(error: unknown): error is ApiError {
  return isApiError(error, "not_found");
}
