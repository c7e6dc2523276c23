import type * as z from "zod";
import { settleAll } from "../../domain/settle";
import type { StoredCluster } from "../../domain/store/cluster";
import type { TestWorld } from "../world";

/** One act of the control: its request on the control path, and what it does. */
export interface Act<Run = (world: TestWorld, ...args: never[]) => unknown> {
  /** Method and path below `/control`; what follows a colon is an argument. */
  readonly line: string;
  /** Reads the request's body; its output is the last argument. Absent: the act takes no body. */
  readonly body?: z.ZodType;
  /** The key of the answer on the control path. Absent: the answer as it is, or an empty object for none. */
  readonly answers?: string;
  readonly run: Run;
}

export function act<Run extends Act["run"]>(
  line: string,
  options: Pick<Act, "body" | "answers">,
  run: Run,
): Act<Run> {
  return { line, ...options, run };
}

/** An act on a cluster, whose id is its first argument. It throws {@link Unknown} when there is none. */
export function onCluster<Args extends unknown[], Answer>(
  line: string,
  options: Pick<Act, "body" | "answers">,
  run: (world: TestWorld, cluster: StoredCluster, ...args: Args) => Answer,
): Act<(world: TestWorld, clusterId: string, ...args: Args) => Answer> {
  return { line, ...options, run: (world, id, ...args) => run(world, clusterOf(world, id), ...args) };
}

/** An act on a cluster, change, clone or parameter that the emulator does not have. */
export class Unknown extends Error {
  override readonly name = "Unknown";
}

/** The cluster, with the end of its changes and clones applied. @throws Unknown */
export function clusterOf(world: TestWorld, id: string): StoredCluster {
  settleAll(world, world.clock.now());
  const found = world.store.get(id);
  if (found === undefined) throw new Unknown(`There is no cluster "${id}" in the emulator.`);
  return found;
}
