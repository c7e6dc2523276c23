import type { Fields } from "../../../src/framework/schema";
import type { ValueRecord } from "../../../src/wire/cty/value";
import { codecOf, type Rpc, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";
import { emptyWorld, nullProvider, type World } from "../nullProvider";

/** The null provider, configured, and the codec of its only resource. */
export interface Stage extends Rpc {
  readonly world: World;
  readonly thing: ReturnType<typeof codecOf>;
}

export function stage(): Stage {
  const world = emptyWorld();
  const rpc = rpcOf(nullProvider(world));
  rpc.session.configured(world);
  const fields: Fields = rpc.session.resource("null_thing").schema;
  return { ...rpc, world, thing: codecOf(fields) };
}

/** The state of a thing that was created with the label "a". */
export function created(): ValueRecord {
  return { id: "t-1", label: "a", size: 1, kind: "plain", summary: record({ text: "a/1", revision: 1 }) };
}

/** Private state as Terraform stores it. */
export function privateBytes(values: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ v: 1, ...values }));
}
