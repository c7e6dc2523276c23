import type { Path } from "../wire/cty/error";
import type { Unknown, ValueRecord } from "../wire/cty/value";
import type { Log } from "../wire/log";

/** The operations whose time a resource, and the configuration of an instance, can limit. */
export type TimedOperation = "create" | "read" | "update" | "delete";

/** What every function of a type gets besides its values. */
export interface ServiceCall<Service> {
  /** What `configure` returned. */
  readonly service: Service;
  /** Aborted when Terraform is interrupted: every wait must end at once. */
  readonly signal: AbortSignal;
  readonly log: Log;
  warn(summary: string, detail: string, path?: Path): void;
}

interface InstanceCall<Service, Private> extends ServiceCall<Service> {
  /**
   * What is stored beside the state, unseen by users; undefined when nothing is. While the successor of a replaced
   * instance is planned, it is that of the replaced one.
   */
  readonly privateState: Private | undefined;
  setPrivateState(value: Private): void;
}

/** What create, read, updates, delete and import get besides their values. */
export interface Call<Values, Service, Private> extends InstanceCall<Service, Private> {
  /** The moment (milliseconds since the epoch, by this machine's clock) at which the operation's timeout ends. */
  readonly deadline: number;
  /** The timeout as configured or by default, for messages: "30m". */
  readonly timeout: string;
  /** Returns the same call with the timeout of another operation, as configured or by default, which begins now. */
  timedAs(operation: TimedOperation): Call<Values, Service, Private>;
  /** If anything from here on fails, this is what Terraform records. Later calls add to earlier ones. */
  saveState(values: Partial<Values>): void;
}

export type AnyCall = Call<ValueRecord, unknown, unknown>;

/** The values of a plan: what is unknown in any part is UNKNOWN as a whole. */
export type Plannable<Values> = { [K in keyof Values]: Values[K] | Unknown };

/** Names of attributes and blocks. */
export type Names<Values> = readonly (keyof Values & string)[];

/**
 * What a resource sees, and may say, while Terraform plans one instance.
 *
 * A replacement is a delete and a create: when a plan comes down to one, the framework calls `plan` for "update" first
 * (only its errors count then), and after it for "delete" and for "create", whose warnings and errors appear together in
 * the plan. So a resource says for each action what that action does, and never has to recognise a replacement. Where
 * Terraform itself replaces (`-replace`, `replace_triggered_by`), it does not tell the provider.
 */
export interface Planning<Values, Service, Private> extends InstanceCall<Service, Private> {
  readonly action: "create" | "update" | "delete";
  /** What the configuration says; null for delete. */
  readonly config: Plannable<Values> | null;
  /** What is in state; null for create (for a tainted or replaced instance too). */
  readonly prior: Values | null;
  /** What will be, as far as planned; null for delete. Change it with `set`. */
  readonly planned: Plannable<Values> | null;
  /**
   * The attributes and blocks whose planned value differs from prior, or is unknown; for a create, those with a planned
   * value; none for a delete. Texts that are semantically equal do not differ, nor does another order of a set or map.
   * Follows what `set` does. Of an update's own attributes: `changed` in `describeAtPlan` and `apply`.
   */
  readonly changed: Names<Values>;
  /** Plans another value for an attribute that the configuration leaves open. */
  set<K extends keyof Values & string>(name: K, value: Values[K] | Unknown): void;
  error(summary: string, detail: string, path?: Path): void;
}
