import type { Path } from "../wire/cty/error";
import type { Unknown, ValueRecord } from "../wire/cty/value";
import type { Log } from "../wire/log";

/** Operations with a timeout that a resource declares and the configuration can change. */
export type TimedOperation = "create" | "read" | "update" | "delete";

/** The context that every function of a type gets besides its values. */
export interface ServiceCall<Service> {
  /** The result of `configure`. */
  readonly service: Service;
  /** Aborted when Terraform is interrupted. Every wait must end at once. */
  readonly signal: AbortSignal;
  readonly log: Log;
  warn(summary: string, detail: string, path?: Path): void;
}

interface InstanceCall<Service, Private> extends ServiceCall<Service> {
  /**
   * Data stored beside the state and hidden from users. Undefined if nothing is stored. While the successor of a replaced
   * instance is planned, it is the private state of the replaced instance.
   */
  readonly privateState: Private | undefined;
  setPrivateState(value: Private): void;
}

/** The context that create, read, updates, delete and import get besides their values. */
export interface Call<Values, Service, Private> extends InstanceCall<Service, Private> {
  /**
   * The configured values of a create or an update; null for any other operation. Use it for write-only arguments, which are nowhere
   * else. For all others, the planned values count.
   */
  readonly config: Values | null;
  /** The end of the operation's timeout, in milliseconds since the epoch by this machine's clock. */
  readonly deadline: number;
  /** The timeout as configured or by default, for messages: "30m". */
  readonly timeout: string;
  /** Returns the same call with the timeout of another operation, as configured or by default, which begins now. */
  timedAs(operation: TimedOperation): Call<Values, Service, Private>;
  /** Sets the values that Terraform records if anything fails from here on. Later calls add to earlier ones. */
  saveState(values: Partial<Values>): void;
}

export type AnyCall = Call<ValueRecord, unknown, unknown>;

/** The values of a plan. A value that is unknown in any part is UNKNOWN as a whole. */
export type Plannable<Values> = { [K in keyof Values]: Values[K] | Unknown };

/** Names of attributes and blocks. */
export type Names<Values> = readonly (keyof Values & string)[];

/**
 * The context of `plan` for one instance.
 *
 * A replacement is a delete and a create. If a plan needs one, the framework calls `plan` for "update" first and keeps only its errors.
 * It then calls `plan` for "delete" and for "create", and shows the warnings and errors of both. A resource therefore describes each
 * action separately and never has to recognise a replacement. Terraform does not tell the provider about replacements of its own
 * (`-replace`, `replace_triggered_by`).
 */
export interface Planning<Values, Service, Private> extends InstanceCall<Service, Private> {
  readonly action: "create" | "update" | "delete";
  /**
   * The private state that the earlier plan has returned, in the plan inside apply. With `create_before_destroy`, it is that of the replaced
   * instance, which `privateState` is not. Undefined before Terraform 1.16, and in any other plan.
   */
  readonly plannedPrivateState: Private | undefined;
  /** The configured values; null for delete. */
  readonly config: Plannable<Values> | null;
  /** The values in state; null for create, also of a tainted or replaced instance. */
  readonly prior: Values | null;
  /** The values planned so far; null for delete. Change them with `set`. */
  readonly planned: Plannable<Values> | null;
  /**
   * Attributes and blocks whose planned value differs from prior, or is unknown. For a create: those with a planned
   * value. Empty for a delete. Semantically equal strings do not differ, and neither do sets and maps in another order.
   * Reflects calls of `set`. `describeAtPlan` and `apply` get the attributes of their own update.
   */
  readonly changed: Names<Values>;
  /** Plans another value for an attribute that the configuration does not set. */
  set<K extends keyof Values & string>(name: K, value: Values[K] | Unknown): void;
  error(summary: string, detail: string, path?: Path): void;
}
