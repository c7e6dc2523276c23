import type { Fields } from "../../../src/framework/schema";
import { codecOf, type Rpc, rpcOf } from "../../support/rpc";
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
