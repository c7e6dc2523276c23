import type { NewNodeKeyRecord, NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { ApiError, isApiError } from "../../http/error";
import { resolve } from "../../http/resolve";
import type { Nodes } from "../nodes";
import { resolveContext } from "../request/times";
import { isKeyAsRequested, keysLike, listKeys, listKeysUntil } from "./keys";
import { chooseValue, isMarked, prefixOf, showsValue } from "./value";

/** A created key, as far as later answers do not show it. */
interface CreatedKey {
  readonly id: string;
  readonly value: string;
  /** As servers will show it. */
  readonly value_prefix: string;
}

interface Options {
  readonly signal: AbortSignal;
  /** The value of the key; one that another key has is rejected. @default one that nobody can guess */
  readonly value?: string | undefined;
  /** Called before anything is sent, with the existing keys and the beginning of the chosen value. */
  readonly onLook?: (all: readonly NodeKeyRecord[], prefix: string) => void | Promise<void>;
}

/**
 * Creates a key. Its value is chosen before it is sent, so a key whose answer was lost is found in the list, and a repeated
 * request is rejected if the first one was carried out: a key is never created twice (docs/design/laws.md#l1). The value in the
 * answer counts, because a server may choose its own.
 *
 * @throws ApiError of the kind `lost_write`, with the possible `ids`, if the key cannot be identified.
 */
export async function createKey(
  nodes: Nodes,
  body: CreateKeyBody,
  { signal, value: given, onLook }: Options,
): Promise<CreatedKey> {
  const there = await listKeys(nodes, signal);
  const taken = new Set(there.map((key) => key.value_prefix));
  const value = given ?? chooseValue(body, nodes.randomBytes, (prefix) => taken.has(prefix));
  nodes.noteKey(value);
  await onLook?.(there, prefixOf(value));
  const before = new Set(there.map(({ id }) => id));
  let exists = false;

  /** Judges the create. A key of another create of this process is not its result. */
  const outcome = (all: readonly NodeKeyRecord[]) =>
    outcomeOf({ body, value, before: new Set([...before, ...nodes.shared.createdKeys]), exists }, all);

  /** Reads the existing keys; if the value is known to exist, until the list shows it. */
  const look = () => listKeysUntil(nodes, signal, (all) => !exists || !("none" in outcome(all)));

  const untold = (lost: ApiError) =>
    given === undefined ? untoldError(nodes, lost, value) : untoldGivenError(nodes, lost, value, there);

  try {
    const made = await resolve<Pick<NewNodeKeyRecord, "id" | "value">, readonly NodeKeyRecord[]>(
      resolveContext(nodes),
      signal,
      {
        what: "data-plane key",
        reading: "the list of keys",
        fields: { nodes: nodes.target.named },
        twice: "doubled",
        async send(sends) {
          try {
            return await send(nodes, { ...body, value }, before, signal);
          } catch (error) {
            if (!isApiError(error, "refused") || error.status !== 409) throw error;
            if (given !== undefined && sends === 0) throw takenError(error, value, there);
            // Nobody else chooses this value, or it was free when it was first sent: an earlier copy of this request has been
            // carried out.
            exists = true;
            throw new ApiError(error.failure, { ...error, kind: "lost_write" });
          }
        },
        read: look,
        judge(all, after) {
          const found = outcome(all);
          // Somebody else may have chosen a value with the same beginning. A repetition is rejected if the first request was
          // carried out.
          if ("ours" in found && given !== undefined && !exists) return { repeat: true };
          if ("ours" in found) return { done: { id: found.ours.id, value } };
          if ("unsure" in found) throw unsureError(nodes, after, found.unsure, given !== undefined);
          if (exists) throw untold(after);
          return { repeat: true };
        },
      },
    );
    nodes.noteKey(made.value);
    nodes.shared.createdKeys.add(made.id);
    return { id: made.id, value: made.value, value_prefix: prefixOf(made.value) };
  } catch (error) {
    if (isApiError(error, "lost_write") && error.ids.length === 0) throw untold(error);
    throw error;
  }
}

/** Older servers need a description, which may be empty. */
async function send(
  nodes: Nodes,
  body: CreateKeyBody & { readonly value: string },
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<NewNodeKeyRecord> {
  nodes.shared.keys.forget();
  const mismatch = ({ id }: NewNodeKeyRecord) =>
    before.has(id) ? `key ${id}, which was there before` : undefined;
  try {
    return await nodes.call("createKey", { body, mismatch }, { signal });
  } catch (error) {
    if (body.description !== undefined || !isApiError(error) || error.status !== 400) throw error;
    return nodes.call("createKey", { body: { ...body, description: "" }, mismatch }, { signal });
  }
}

/** A configured value may belong to any key: none of them is assumed to be ours. */
function takenError(error: ApiError, value: string, there: readonly NodeKeyRecord[]): ApiError {
  const like = idsLike(value, there);
  const which = like.length === 0 ? "" : ` (by how it begins: ${like.join(", ")})`;
  return new ApiError(error.failure, {
    ...error,
    summary: `Could not create a key of ${error.attempt.baseUrl}: a key with this value exists`,
    detail: [
      ...error.detail.split("\n").slice(0, -1),
      `No key was created. Values are unique, and another key has this one${which}. Choose another value. If an apply that was interrupted ` +
        "has created that key, import it, or revoke it (DELETE /keys/:id). With create_before_destroy, the key that is to be replaced still has " +
        "it: edit the value too.",
    ].join("\n"),
  });
}

/** Returns the ids of the keys whose values begin like this one. */
function idsLike(value: string, keys: readonly NodeKeyRecord[]): readonly string[] {
  return keysLike(keys, value).map(({ id }) => id);
}

function unsureError(
  nodes: Nodes,
  after: ApiError,
  keys: readonly NodeKeyRecord[],
  isGiven: boolean,
): ApiError {
  const listed = keys.map(({ id, value_prefix: prefix }) => (prefix ? `${id} (${prefix}…)` : id)).join(", ");
  return lostError(
    nodes,
    after,
    keys.map(({ id }) => id),
    `New since then, with exactly what was requested: ${listed}. This may be the lost key${isGiven ? "" : ", with a value that nobody knows"}. Find out who created ` +
      "it (GET /keys). If nobody uses it, revoke it (DELETE /keys/:id). Then apply again.",
  );
}

function untoldError(nodes: Nodes, lost: ApiError, value: string): ApiError {
  return lostError(
    nodes,
    lost,
    [],
    `If it was created, its value begins with ${prefixOf(value)}, and nobody knows the rest. Look for it (GET /keys shows value_prefix), and ` +
      "revoke it (DELETE /keys/:id). Then apply again.",
  );
}

/** The configured value is known to its author; a key that begins like it may be anybody's. */
function untoldGivenError(
  nodes: Nodes,
  lost: ApiError,
  value: string,
  there: readonly NodeKeyRecord[],
): ApiError {
  const like = idsLike(value, there);
  const others =
    like.length === 0
      ? ""
      : ` Before this apply, ${like.length === 1 ? "a key" : "keys"} began so already (${like.join(", ")}): that is somebody else's. Where no other one is there, ` +
        "nothing was created, and another value may have to be chosen, because values are unique.";
  return lostError(
    nodes,
    lost,
    [],
    `If it was created, its value is the configured one, which begins with ${prefixOf(value)}. Look for it (GET /keys shows value_prefix), and ` +
      `import it, or revoke it (DELETE /keys/:id).${others} Then apply again.`,
  );
}

/** Returns the error with the attempt and the answer, and this action instead of the advice for any lost key. */
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

/** A create whose outcome is unknown. */
interface SentKey {
  readonly body: CreateKeyBody;
  /** The value that was chosen for it. */
  readonly value: string;
  /** Ids of the keys that existed before it was sent. */
  readonly before: ReadonlySet<string>;
  /** True if a server has rejected the value because a key has it (409): then it is this key. */
  readonly exists: boolean;
}

/** The result of a create according to the existing keys: the one it has created, those it may have created, or none so far. */
type Outcome =
  | { readonly ours: NodeKeyRecord }
  | { readonly unsure: readonly NodeKeyRecord[] }
  | { readonly none: true };

/**
 * Searches for the key that a create has created. Keys with the mark of this provider, but not with the chosen value, were
 * created by another run. Keys without the mark may be ours on a server that chooses values itself (docs/design/laws.md#l1).
 */
function outcomeOf({ body, value, before, exists }: SentKey, all: readonly NodeKeyRecord[]): Outcome {
  const fresh = all.filter((key) => !before.has(key.id) && isKeyAsRequested(body, key));
  const certain = fresh.filter((key) => showsValue(key, value) === true);
  const possible = fresh.filter((key) => (exists ? showsValue(key, value) === null : !isMarked(key, body)));
  const found = certain.length > 0 ? certain : possible;
  const [first, ...others] = found;
  if (first === undefined) return { none: true };
  const isCertain = certain.length > 0 || exists;
  return isCertain && others.length === 0 ? { ours: first } : { unsure: found };
}
