import type * as z from "zod";
import { settleAll } from "../../domain/settle";
import type { StoredCluster } from "../../domain/store/cluster";
import type { TestWorld } from "../world";

/** An action of the control path: its request, and its function. */
export interface Act<Run = (world: TestWorld, ...args: never[]) => unknown> {
  /** Method and path below `/control`. Parts after a colon are arguments. */
  readonly line: string;
  /** Parses the request's body; its output is the last argument. Absent: the request has no body. */
  readonly body?: z.ZodType;
  /** The key of the result in the response. Absent: the result itself, or an empty object for none. */
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

/** Returns an act on a cluster, whose id is its first argument. It throws {@link UnknownIdError} for an unknown id. */
export function onCluster<Args extends unknown[], Answer>(
  line: string,
  options: Pick<Act, "body" | "answers">,
  run: (world: TestWorld, cluster: StoredCluster, ...args: Args) => Answer,
): Act<(world: TestWorld, clusterId: string, ...args: Args) => Answer> {
  return { line, ...options, run: (world, id, ...args) => run(world, clusterOf(world, id), ...args) };
}

/** Thrown for a cluster, change, clone or parameter that does not exist. */
export class UnknownIdError extends Error {
  override readonly name = "UnknownIdError";
}

/** Returns the cluster after its changes and clones have settled. @throws UnknownIdError */
export function clusterOf(world: TestWorld, id: string): StoredCluster {
  settleAll(world, world.clock.now());
  const found = world.store.get(id);
  if (found === undefined) throw new UnknownIdError(`Cluster "${id}" not found in the emulator.`);
  return found;
}
