import { TerraformError } from "../../../framework";
import { uncapitalized } from "../../model/words";
import { childId, nodePrivateStateOf, nodesOf } from "../../shared/dataPlane";
import { loadDataPlane } from "../../shared/service";
import { warnOfLeftKeys } from "./left";
import { markManaged } from "./managed";
import { bodyOf, called } from "./model";
import { refuseExpired } from "./plan";
import type { KeyCall, KeyValues } from "./schema";

/** Nobody but this process knows the value, so it is saved at once (docs/design/data-plane.md#key). */
export async function createKey(call: KeyCall, planned: KeyValues, now: number): Promise<Partial<KeyValues>> {
  refuseExpired(planned.expires_at, now);
  const { service, signal } = call;
  const nodes = await nodesOf(call, planned, "to create a key");
  const { createKey: create } = await loadDataPlane();
  const body = bodyOf(planned);
  const { id, value, value_prefix } = await create(nodes, body, {
    signal,
    value: planned.value ?? undefined,
    onLook: async (all, prefix) => {
      markManaged(service, { value_prefix: prefix });
      await warnOfLeftKeys(call, nodes, planned, body, all);
    },
  });
  if (planned.value !== null && value !== planned.value) throw otherValueError(planned, id, value_prefix);
  call.setPrivateState(nodePrivateStateOf(service, planned));
  const values = { id: childId(planned, id), value, value_prefix };
  markManaged(service, values);
  call.saveState(values);
  return values;
}

/** Old servers may choose by themselves. */
function otherValueError(planned: KeyValues, id: string, prefix: string): TerraformError {
  return new TerraformError(
    `The server gave ${uncapitalized(called(planned))} another value`,
    `It created key ${id}, whose value begins with ${prefix}, and not with what is configured: this server does not let a request choose. Revoke ` +
      "that key (DELETE /keys/:id with an admin key), remove value from the configuration, and apply again.",
    ["value"],
  );
}
