import type { NewNodeKeyRecord, NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { ApiError, createLocks, isApiError, resolve } from "../../client";
import type { Nodes } from "../nodes";
import { resolveContext } from "../resolve";
import { answersKey, deleteKey, forgetKeys, listKeys } from "./keys";

/** How often a key is created whose value is lost again. */
const MAX_CREATES = 4;

/**
 * Two creates of equal keys at once would take each other's for the lost one; those that differ in anything do not wait for
 * each other.
 */
const exclusively = createLocks("waiting for another create of the same key");

/**
 * Creates a key. A key whose answer was lost is found in the list: it is the one that was not there before and has just what
 * was requested. Nobody will ever know its value, so it is deleted, and another one created (docs/design/laws.md#l1).
 *
 * @throws ApiError of the kind `lost_write`, with the `ids` in question, where nobody can tell which key that is.
 */
export function createKey(
  nodes: Nodes,
  body: CreateKeyBody,
  { signal }: { readonly signal: AbortSignal },
): Promise<NewNodeKeyRecord> {
  return exclusively(JSON.stringify([nodes.target.urls, body]), signal, async () => {
    for (let creates = 1; ; creates += 1) {
      const before = new Set((await listKeys(nodes, signal)).map(({ id }) => id));
      const outcome = await created(nodes, body, before, signal);
      if ("key" in outcome) return outcome.key;
      await deleteOrphan(nodes, outcome, signal);
      if (creates === MAX_CREATES) throw outcome.after;
    }
  });
}

/** A key whose value nobody knows, and the failure that lost it. */
interface Orphan {
  readonly orphan: string;
  readonly after: ApiError;
}

async function created(
  nodes: Nodes,
  body: CreateKeyBody,
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ readonly key: NewNodeKeyRecord } | Orphan> {
  try {
    return await resolve<{ readonly key: NewNodeKeyRecord } | Orphan, readonly NodeKeyRecord[]>(
      resolveContext(nodes),
      signal,
      {
        what: "data-plane key",
        reading: "the list of keys",
        fields: { nodes: nodes.target.named },
        twice: "doubled",
        send: async () => ({ key: await send(nodes, body, signal) }),
        read: () => listKeys(nodes, signal),
        judge(all, after) {
          const candidates = all.filter((key) => !before.has(key.id) && answersKey(body, key));
          const [first, ...others] = candidates.map(({ id }) => id);
          if (first === undefined) return { repeat: true };
          if (others.length > 0) throw severalError(nodes, after, [first, ...others]);
          return { done: { orphan: first, after } };
        },
      },
    );
  } catch (error) {
    if (isApiError(error, "lost_write") && error.ids.length === 0)
      throw untoldError(nodes, error, [...before]);
    throw error;
  }
}

/** Older servers want a description, which may be empty. */
async function send(nodes: Nodes, body: CreateKeyBody, signal: AbortSignal): Promise<NewNodeKeyRecord> {
  forgetKeys(nodes);
  try {
    return await nodes.call("createKey", { body }, { signal });
  } catch (error) {
    if (body.description !== undefined || !isApiError(error) || error.status !== 400) throw error;
    return nodes.call("createKey", { body: { ...body, description: "" } }, { signal });
  }
}

async function deleteOrphan(nodes: Nodes, { orphan, after }: Orphan, signal: AbortSignal): Promise<void> {
  nodes.log.warn("The answer to the create of a key was lost: deleting the key, whose value nobody knows", {
    id: orphan,
  });
  await deleteKey(nodes, orphan, { signal }).catch((error: unknown) => {
    if (isApiError(error, "not_found")) return;
    if (!isApiError(error)) throw error;
    throw lostError(
      nodes,
      after,
      [orphan],
      `It is key ${orphan}, whose value nobody knows, and deleting it failed: ${error.summary}. Delete it ` +
        `(DELETE /keys/${orphan}), then apply again.`,
    );
  });
}

function severalError(nodes: Nodes, after: ApiError, ids: readonly string[]): ApiError {
  return lostError(
    nodes,
    after,
    ids,
    `Several keys that were not there before have just what was requested: ${ids.join(", ")}. One of them may be the lost one, whose ` +
      "value nobody knows. Find out who created the others (GET /keys), delete the lost one (DELETE /keys/:id), then apply again.",
  );
}

function untoldError(nodes: Nodes, lost: ApiError, before: readonly string[]): ApiError {
  const known = before.length === 0 ? "No key was there before" : `Before, there were ${before.join(", ")}`;
  return lostError(
    nodes,
    lost,
    [],
    `${known}. A key that was created nevertheless has another id, and nobody knows its value: look for it (GET /keys), delete ` +
      "it (DELETE /keys/:id), then apply again.",
  );
}

/** What was attempted and came back, with what to do in place of the advice for any lost key. */
function lostError(nodes: Nodes, lost: ApiError, ids: readonly string[], action: string): ApiError {
  const cameBack = lost.detail.split("\n").slice(0, -1);
  return new ApiError(lost.failure, {
    attempt: lost.attempt,
    kind: "lost_write",
    summary: `Could not tell whether a key of ${nodes.target.named} was created`,
    detail: [...cameBack, action].join("\n"),
    ids,
  });
}
