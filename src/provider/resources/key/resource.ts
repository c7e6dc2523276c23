import { type AnyResource, define, type Update } from "../../../framework";
import { importOnNodes, type NodePrivateState, nodeValidators } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { createKey } from "./create";
import { deleteKey } from "./delete";
import { mayBeValueOf } from "./model";
import { planKey } from "./plan";
import { readKey } from "./read";
import { type KeyValues, schema } from "./schema";

/**
 * What means the same for the key is stored, and replaces nothing: `autodelete = false` where there was none, and a value that can be that
 * of a key which was imported without one.
 */
const store: Update<KeyValues, Service, NodePrivateState> = {
  request: "no request",
  requiresReplace: (changed, prior, { value, autodelete }) =>
    changed.filter((name) =>
      name === "value" ? !mayBeValueOf(prior, value) : (prior.autodelete ?? false) !== (autodelete ?? false),
    ),
  apply: async () => undefined,
};

/**
 * `searchcloud_key`: a key to the data of a cluster that allows just what it says (docs/design/data-plane.md#key).
 *
 * @param now milliseconds since the epoch
 */
export function key(now: () => number): AnyResource {
  return define<Service, NodePrivateState>().resource({
    name: "key",
    description:
      "A key to the data of a cluster that allows just what it says. Unless `value` is set, the provider chooses it. Servers never show it again: it is stored " +
      "in the state, so protect the state like the key. Nothing of a key can be edited: any edit creates another one. A destroy **revokes** it, " +
      "and with it each scoped key that was derived from it. The key with which it is created needs `keys:*`. A plan that creates a key names " +
      "those that an interrupted apply may have left, and says how to revoke or import them.",
    schema,
    validators: nodeValidators,
    updates: { store },
    plan: (planning) => planKey(planning, now()),
    create: (call, planned) => createKey(call, planned, now()),
    read: (call, state) => readKey(call, state, now()),
    delete: deleteKey,
    import: async (call, id) => {
      const { name: _, ...values } = importOnNodes(call, id, "id");
      return values;
    },
    importIds: [{ form: "cluster_id/number", example: "kq3v9x2m7c1d/7" }],
  });
}
