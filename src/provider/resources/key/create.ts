import type { NodeKeyRecord, Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { uncapitalized } from "../../model/words";
import { childId, forgetPlannedKey, nodePrivateStateOf, resolveNodes } from "../../shared/dataPlane";
import { loadDataPlane } from "../../shared/service";
import { awaitServing, type ServingCluster } from "../../shared/whenServing";
import { awaitRequestedPairs, openNodes, withIssuedPair } from "./bootstrap";
import { isManagedId, recordAdoptedId } from "./instances";
import { reportOtherPairs } from "./issuedWarnings";
import { markManagedKey, warnOfLeftoverKeys } from "./leftover";
import { keyBodyOf, keyDisplayName, prefixIn } from "./model";
import { refuseExpired } from "./plan";
import type { KeyCall, KeyValues } from "./schema";
import { refuseWeakValue } from "./valueWo";

const PURPOSE = "to create a key of";

/**
 * Creates a key, and saves what identifies it at once; a value that the provider has chosen is known to this process only
 * (docs/design/data-plane.md#key).
 *
 * @param now milliseconds since the epoch
 */
export async function createKey(call: KeyCall, planned: KeyValues, now: number): Promise<Partial<KeyValues>> {
  refuseExpired(planned.expires_at, now);
  const secret = call.config?.value_wo ?? null;
  if (secret !== null) refuseWeakValue(secret);
  if (planned.bootstrap === true) return bootstrapKey(call, planned, secret);
  if (secret === null && planned.value_wo_version !== null) throw noValueError("value_wo_version");
  return createWithKey(call, planned, secret);
}

/** Creates a key with the key that the resource or the provider has. @param secret the value if the state must not have it */
async function createWithKey(
  call: KeyCall,
  planned: KeyValues,
  secret: string | null,
): Promise<Partial<KeyValues>> {
  const { service, signal } = call;
  const nodes = await resolveNodes(call, planned, "to create a key");
  const { createKey: create } = await loadDataPlane();
  const body = keyBodyOf(planned);
  const given = secret ?? planned.value;
  const { id, value, value_prefix } = await create(nodes, body, {
    signal,
    value: given ?? undefined,
    onLook: async (all, prefix) => {
      markManagedKey(service, { value_prefix: prefix });
      if (secret === null) await warnOfLeftoverKeys(call, nodes, planned, body, all);
    },
  });
  if (given !== null && value !== given) throw otherValueError(planned, secret !== null, id, value_prefix);
  return saved(call, planned, { id, value_prefix, value: secret === null ? value : null }, given);
}

/**
 * Creates a key without a key to the nodes (docs/design/data-plane.md#bootstrap). If its value opens them already, an interrupted apply
 * has created it, and nothing is issued.
 */
async function bootstrapKey(
  call: KeyCall,
  planned: KeyValues,
  secret: string | null,
): Promise<Partial<KeyValues>> {
  const { service, signal } = call;
  if (secret === null || planned.cluster_id === null) throw noValueError("bootstrap");
  const body = keyBodyOf(planned);
  const cluster = await awaitServing(call, planned.cluster_id, PURPOSE);
  const own = await openNodes(call, cluster, secret, "value_wo of this resource");
  const { createKey: create, listKeys, listKeysIfOpen, revokeKey } = await loadDataPlane();
  const there = await listKeysIfOpen(own, signal);
  if (there !== null) return adoptKey(call, planned, cluster, own, { secret, all: there });
  const what = uncapitalized(keyDisplayName(planned));
  return withIssuedPair(call, cluster, { purpose: PURPOSE, what }, async (admin, others) => {
    try {
      const { id, value, value_prefix } = await create(admin, body, {
        signal,
        value: secret,
        onLook: (_, prefix) => markManagedKey(service, { value_prefix: prefix }),
      });
      others.add(id);
      if (value !== secret) {
        const known = { value, value_prefix, body };
        const isRevoked = (await revokeKey(admin, id, known, { signal }).catch(() => null)) === "deleted";
        throw otherBootstrapValueError(planned, { id, prefix: value_prefix, isRevoked });
      }
      return saved(call, planned, { id, value_prefix, value: null }, secret);
    } catch (error) {
      // A key that may not list the keys, so that its value opened nothing above.
      if (!failedAs(error, "refused") || error.status !== 409) throw error;
      const all = await listKeys(admin, signal);
      return adoptKey(call, planned, cluster, admin, { secret, all, others });
    }
  });
}

/** The keys of the nodes, one of which has the value of the resource. */
interface Existing {
  readonly secret: string;
  readonly all: readonly NodeKeyRecord[];
  /** Gets the id of the adopted key. */
  readonly others?: Set<string>;
}

/**
 * Takes over the key with the value of this resource, which an interrupted apply has created: it is the only one that begins so, allows what
 * is requested, and belongs to no other instance that this run knows.
 *
 * @throws TerraformError if that is not certain.
 */
async function adoptKey(
  call: KeyCall,
  planned: KeyValues,
  cluster: ServingCluster,
  nodes: Nodes,
  { secret, all, others }: Existing,
): Promise<Partial<KeyValues>> {
  const { keysLike, keyWithValue, otherIssuedKeys } = await loadDataPlane();
  const found = keyWithValue(all, secret, keyBodyOf(planned));
  const id = found && childId(planned, found.id);
  if (found === null || id === null || isManagedId(call.service, id))
    throw valueTakenError(planned, keysLike(all, secret), id);
  others?.add(found.id);
  recordAdoptedId(call.service, id);
  const values = saved(call, planned, { id: found.id, value_prefix: prefixIn(secret), value: null }, secret);
  call.warn(
    `${keyDisplayName({ ...planned, id })} existed already, and is in the state now`,
    `A key of cluster ${cluster.id} has the value of value_wo, and allows exactly what this resource requests: an apply that was interrupted after it created the key, ` +
      "most likely. Nothing was created. If another configuration manages this key, give this one another value_wo.",
  );
  await awaitRequestedPairs(call.service);
  if (others === undefined)
    reportOtherPairs(
      call,
      nodes,
      otherIssuedKeys(all, null).filter((one) => one.id !== found.id),
      [],
    );
  return values;
}

/** Stores what identifies a key that exists now: from here on, no failure taints it (docs/design/laws.md#l2). */
function saved(
  call: KeyCall,
  planned: KeyValues,
  { id, ...made }: { readonly id: string } & Pick<KeyValues, "value" | "value_prefix">,
  value: string | null,
): Partial<KeyValues> {
  const { service } = call;
  const values = { ...made, id: childId(planned, id) };
  call.setPrivateState(nodePrivateStateOf(service, planned));
  markManagedKey(service, values);
  if (value !== null) forgetPlannedKey(service, planned, value);
  call.saveState(values);
  return values;
}

/** Returns the error for a value that was unknown at plan, and turns out to be missing. */
function noValueError(argument: "bootstrap" | "value_wo_version"): TerraformError {
  return new TerraformError(
    `${argument} without value_wo`,
    "value_wo is null in this apply. Nothing was sent. Set it, as in the plan: an ephemeral variable needs its value in both.",
    ["value_wo"],
  );
}

/** Returns the error for a server that chooses the value itself, as old ones do. */
function otherValueError(
  planned: KeyValues,
  isWriteOnly: boolean,
  id: string,
  prefix: string,
): TerraformError {
  const name = isWriteOnly ? "value_wo" : "value";
  return new TerraformError(
    `The server gave ${uncapitalized(keyDisplayName(planned))} another value`,
    `It created key ${id}, whose value begins with ${prefix} instead of the configured one: this server does not accept a value in the request. ` +
      `Revoke that key (DELETE /keys/:id with an admin key), remove ${name} from the configuration, and apply again.`,
    [name],
  );
}

/** Returns the error for the same during a bootstrap, after the key was revoked: nobody keeps its value. */
function otherBootstrapValueError(
  planned: KeyValues,
  { id, prefix, isRevoked }: { readonly id: string; readonly prefix: string; readonly isRevoked: boolean },
): TerraformError {
  const left = isRevoked
    ? "That key was revoked."
    : "That key could not be revoked, and nobody knows its value: revoke it (DELETE /keys/:id).";
  return new TerraformError(
    `The server gave ${uncapitalized(keyDisplayName(planned))} another value`,
    `It created key ${id}, whose value begins with ${prefix} instead of value_wo: this server does not accept a value in the request. ${left} ` +
      "Remove this resource, and have the first keys of the cluster issued by a searchcloud_api_keys, whose keys are in the state.",
    ["value_wo"],
  );
}

/**
 * Returns the error for a value that opens the nodes already.
 *
 * @param managed the id of the only key with it, which belongs to another instance; null: it is not certain which key has it
 */
function valueTakenError(
  planned: KeyValues,
  like: readonly NodeKeyRecord[],
  managed: string | null,
): TerraformError {
  const listed = like.map(({ id }) => id).join(", ");
  const which =
    managed !== null
      ? `It is ${managed}, which the state already has. `
      : listed === ""
        ? "The nodes accept it, but list no key that begins like it. "
        : `By how it begins, it may be: ${listed}. The key that an interrupted apply of this resource has left would be the only one, and allow exactly the same. `;
  return new TerraformError(
    `Could not create ${uncapitalized(keyDisplayName(planned))}: a key with the value of value_wo exists`,
    `Values are unique. ${which}Nothing was created. Choose another value, with another value_wo_version. With create_before_destroy, the key that is to be replaced ` +
      "still has its value. If an apply that was interrupted has created the key, import it, or revoke it (DELETE /keys/:id).",
    ["value_wo"],
  );
}
