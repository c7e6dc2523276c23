import type { Value } from "../wire/cty/value";
import type { Call, Planning, ServiceCall, TimedOperation } from "./call";
import type { Fields, ResourceFields, UpdatesOf, ValuesOf } from "./schema";
import type { Type } from "./type";
import type { BuiltInUpdate, Update } from "./updates";
import type { Validator } from "./validate";

/** The answer of `read` for an instance that no longer exists. */
export const GONE: unique symbol = Symbol("gone");
export type Gone = typeof GONE;

/** The parts of a resource, in the order in which it reads (docs/design/architecture.md#resources). */
export interface Resource<F extends ResourceFields, Service, Private, Values = ValuesOf<F>> {
  /** The type's name without the provider's: "cluster". */
  readonly name: string;
  readonly description: string;
  readonly schema: F;
  /** The version of the state's shape. @default 0 */
  readonly version?: number;
  /** Turns a state of an older version (as plain JSON) into one of this version. */
  readonly upgrade?: (version: number, state: Record<string, unknown>) => Record<string, unknown>;
  readonly validators?: readonly Validator<Values>[];
  /** Default timeouts, as durations; the configuration's `timeouts` block wins. */
  readonly timeouts?: { readonly [operation in TimedOperation]?: string };
  /** How each configurable field changes, in the order in which changes are sent. */
  readonly updates: {
    readonly [L in Exclude<UpdatesOf<F>, BuiltInUpdate>]: Update<Values, Service, Private>;
  } & {
    readonly [name: string]: Update<Values, Service, Private>;
  };
  /** Adjusts the plan, warns, refuses. Must bear any configuration, also one that validation would refuse. */
  readonly plan?: (planning: Planning<Values, Service, Private>) => void | Promise<void>;
  /** Makes the instance. What was unknown in the plan is null in `planned`. */
  readonly create: (call: Call<Values, Service, Private>, planned: Values) => Promise<Partial<Values>>;
  /** Observes the instance. Attributes that are left out stay as state says. */
  readonly read: (call: Call<Values, Service, Private>, state: Values) => Promise<Partial<Values> | Gone>;
  readonly delete: (call: Call<Values, Service, Private>, state: Values) => Promise<void>;
  /** The first values of an instance that people name by `id`; `read` follows. Absent: cannot be imported. */
  readonly import?: (call: Call<Values, Service, Private>, id: string) => Promise<Partial<Values>>;
  /** The forms of the id that `import` takes, the usual one first; for the docs. */
  readonly importIds?: readonly ImportId[];
  /** Why nothing can be imported, in whole sentences, where there is no way; for the docs. */
  readonly notImported?: string;
}

/** One form of the id that people name an instance by when they import it. */
export interface ImportId {
  /** Names of attributes, and what is between them: "cluster_id/name". */
  readonly form: string;
  /** One that could be real: "kq3v9x2m7c1d/max-per-page". */
  readonly example: string;
}

export interface DataSource<F extends Fields, Service, Values = ValuesOf<F>> {
  readonly name: string;
  readonly description: string;
  readonly schema: F;
  readonly validators?: readonly Validator<Values>[];
  readonly read: (call: ServiceCall<Service>, config: Values) => Promise<Partial<Values>>;
}

/** A function of the provider, which plan and console evaluate without any configuration. */
export interface ProviderFunction {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  readonly returns: Type;
  readonly call: (...args: Value[]) => Value;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: Type;
  readonly description: string;
  /** Whether no error of the function may show it. @default false */
  readonly sensitive?: boolean;
}

/** Thrown by a function: what is wrong with which argument (the first is 0). */
export class FunctionError extends Error {
  constructor(
    message: string,
    readonly argument?: number,
  ) {
    super(message);
    this.name = "FunctionError";
  }
}
