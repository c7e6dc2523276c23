import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { ApiError, isApiError } from "../../http/error";
import { withLine } from "../../http/explain";
import { resolve } from "../../http/resolve";
import type { NodeCallOptions, Nodes, NodesClient, NodesTarget } from "../nodes";
import { resolveContext } from "../request/times";
import { isKeyAsRequested, listKeysUntil } from "./keys";
import { endTemporaryKey, type TemporaryKey } from "./temporaryEnd";
import {
  differenceLine,
  isNamed,
  leftoverLine,
  TemporaryKeyError,
  temporaryDescription,
  tidy,
  withLeftover,
} from "./temporaryLeftover";
import { chooseValue, randomLetters, showsValue } from "./value";

/** The permissions and the life of a temporary key. */
export interface TemporaryKeyRequest extends Pick<CreateKeyBody, "actions" | "collections"> {
  readonly lifetimeMs: number;
  /** Returns the best known time, in milliseconds since the epoch, while no node has sent its own. */
  readonly now: () => number;
}

/** The part of its life by which a key may end too early or too late. */
const TOLERANCE = 0.1;
/** Characters that distinguish the description of one temporary key from that of another. */
const TAG_LENGTH = 8;

/**
 * Creates a key that expires. One request is enough: its value and its description are chosen before, and no other key has them, so it is
 * recognised in any answer (docs/design/laws.md#l1). If the answer shows that the node has another time, the key is deleted, and created
 * again by that time (docs/design/laws.md#l4).
 *
 * @throws ClientError; if the key may exist, its message says whether it was deleted, or when it expires
 */
export async function openTemporaryKey(
  client: NodesClient,
  target: NodesTarget,
  request: TemporaryKeyRequest,
  options: Pick<NodeCallOptions, "signal">,
): Promise<TemporaryKey> {
  const nodes = client.at(target);
  const { lifetimeMs } = request;
  const first = await create(nodes, request, options);
  const left = lifeLeft(nodes, first);
  if (left === null)
    nodes.log.warn(
      "No node has sent its time: the temporary key expires by the time of this machine, or of the service",
      {
        nodes: target.named,
      },
    );
  if (left === null || Math.abs(left - lifetimeMs) <= lifetimeMs * TOLERANCE) return first;
  nodes.log.info("The clock of the node differs: creating the temporary key again, by its time", {
    nodes: target.named,
    seconds: Math.round((lifetimeMs - left) / 1000),
  });
  await discard(client, target, first, options);
  const second = await create(nodes, request, options);
  if ((lifeLeft(nodes, second) ?? lifetimeMs) > 0) return second;
  await discard(client, target, second, options);
  throw new TemporaryKeyError(
    `Could not create a temporary key of ${target.named}: it would have expired already`,
    `The clocks of its nodes differ by more than ${lifetimeMs / 1000} s, or the request took that long. No key is left. Set the clocks of the nodes, or ask for a longer life.`,
  );
}

/** Returns the milliseconds for which a key is valid by the clock of the node; null: it has sent none. */
function lifeLeft(nodes: Nodes, { body }: TemporaryKey): number | null {
  const now = nodes.serverNow();
  return now === null ? null : body.expires_at * 1000 - now;
}

/** Deletes a key that was created with a wrong time. */
async function discard(
  client: NodesClient,
  target: NodesTarget,
  key: TemporaryKey,
  options: Pick<NodeCallOptions, "signal">,
): Promise<void> {
  try {
    const ended = await endTemporaryKey(client, target, key, options);
    if (typeof ended === "string") return;
  } catch (error) {
    throw withLeftover(error, leftoverLine(key.body, key.id));
  }
  throw new TemporaryKeyError(
    `Could not delete a temporary key of ${target.named}: another key has its id now`,
    `Key ${key.id} was created a moment ago, and the nodes show another key under this id, which was not changed. ${leftoverLine(key.body)}`,
  );
}

/** Creates the key once, and finds it if the answer is lost. */
async function create(
  nodes: Nodes,
  { actions, collections, lifetimeMs, now }: TemporaryKeyRequest,
  { signal }: Pick<NodeCallOptions, "signal">,
): Promise<TemporaryKey> {
  const begins = Math.floor((nodes.serverNow() ?? now()) / 1000);
  const tag = randomLetters(TAG_LENGTH, nodes.randomBytes);
  const body = {
    description: temporaryDescription(begins, tag),
    actions: [...actions].sort(),
    collections: [...collections].sort(),
    expires_at: begins + Math.round(lifetimeMs / 1000),
    autodelete: true,
  };
  const value = chooseValue(body, nodes.randomBytes, () => false);
  nodes.noteKey(value);
  nodes.shared.keys.forget();
  let mayExist = false;
  let exists = false;
  /** The key of an answer that has our description, but not the requested properties. */
  let answered: NodeKeyRecord | undefined;
  const ours = (all: readonly NodeKeyRecord[]) => all.find((key) => isKeyAsRequested(body, key));

  /** Reads the keys; if the value is known to exist, until the list shows it. */
  const look = () => listKeysUntil(nodes, signal, (all) => !exists || all.some((key) => isNamed(body, key)));

  try {
    const made = await resolve<Pick<TemporaryKey, "id" | "value">, readonly NodeKeyRecord[]>(
      resolveContext(nodes),
      signal,
      {
        what: "temporary data-plane key",
        reading: "the list of keys",
        fields: { nodes: nodes.target.named },
        twice: "refused",
        async send() {
          try {
            const mismatch = (key: NodeKeyRecord) => {
              if (isKeyAsRequested(body, key)) return undefined;
              if (isNamed(body, key)) answered = key;
              return `key ${key.id}, which is not the requested one`;
            };
            return await nodes.call("createKey", { body: { ...body, value }, mismatch }, { signal });
          } catch (error) {
            if (isApiError(error, "lost_write")) mayExist = true;
            if (!isApiError(error, "refused") || error.status !== 409) throw error;
            // Nobody else chooses this value: an earlier copy of the request has been carried out.
            mayExist = true;
            exists = true;
            throw new ApiError(error.failure, { ...error, kind: "lost_write" });
          }
        },
        read: look,
        judge(all, after) {
          const found = ours(all);
          // A server that chooses values itself does not show this one.
          if (found && showsValue(found, value) !== false) return { done: { id: found.id, value } };
          const different = found ? undefined : (all.find((key) => isNamed(body, key)) ?? answered);
          // Each repetition would create another one.
          if (different) throw withLine(after, differenceLine(different));
          if (found || exists) throw after;
          return { repeat: true };
        },
      },
    );
    nodes.noteKey(made.value);
    nodes.shared.createdKeys.add(made.id);
    return { id: made.id, value: made.value, body };
  } catch (error) {
    if (!mayExist) throw error;
    throw withLeftover(error, await tidy(nodes, body, answered));
  }
}
