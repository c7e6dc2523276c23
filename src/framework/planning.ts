import type { Log } from "./log";
import type { Path, Unknown } from "./value";

/** The values of a plan: what is unknown in any part is UNKNOWN as a whole. */
export type Plannable<Values> = { [K in keyof Values]: Values[K] | Unknown };

/** What a resource sees, and may say, while Terraform plans one instance. */
export interface Planning<Values, Service, Private> {
  readonly action: "create" | "update" | "delete";
  /** What the configuration says; null for delete. */
  readonly config: Plannable<Values> | null;
  /** What is in state; null for create (for a tainted or replaced instance too). */
  readonly prior: Values | null;
  /** What will be, as far as planned; null for delete. Change it with `set`. */
  readonly planned: Plannable<Values> | null;
  /** Plans another value for a field that the configuration leaves open. */
  set<K extends keyof Values & string>(name: K, value: Values[K] | Unknown): void;
  warn(summary: string, detail: string, path?: Path): void;
  error(summary: string, detail: string, path?: Path): void;
  /** What the provider's configuration made. */
  readonly service: Service;
  /** What was kept beside the state of this instance (a replaced instance's too, while its successor is planned). */
  readonly privateState: Private | undefined;
  /** Keeps something beside the state, from plan to apply. */
  setPrivateState(value: Private): void;
  readonly signal: AbortSignal;
  readonly log: Log;
}
