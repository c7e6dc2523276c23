import type { Value } from "../wire/cty/value";
import type { Call, Planning, ServiceCall, TimedOperation } from "./call";
import type { Identity } from "./identity";
import type { Move } from "./move";
import type { Fields, ResourceFields, UpdatesOf, ValuesOf } from "./schema";
import type { Type } from "./type";
import type { BuiltInUpdate, Update } from "./updates";
import type { Validator } from "./validate";

/** The result of `read` for an instance that no longer exists. */
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
  /** Converts a state of an older version (plain JSON) to this version. */
  readonly upgrade?: (version: number, state: Record<string, unknown>) => Record<string, unknown>;
  readonly validators?: readonly Validator<Values>[];
  /** Default timeouts, as durations; the configuration's `timeouts` block wins. */
  readonly timeouts?: { readonly [operation in TimedOperation]?: string };
  /** The update of each configurable field, in the order in which changes are sent. */
  readonly updates: {
    readonly [L in Exclude<UpdatesOf<F>, BuiltInUpdate>]: Update<Values, Service, Private>;
  } & {
    readonly [name: string]: Update<Values, Service, Private>;
  };
  /** Adjusts the plan, warns, or rejects it. Must accept any configuration, even one that validation rejects. */
  readonly plan?: (planning: Planning<Values, Service, Private>) => void | Promise<void>;
  /** Creates the instance. Values that were unknown in the plan are null in `planned`. */
  readonly create: (call: Call<Values, Service, Private>, planned: Values) => Promise<Partial<Values>>;
  /** Reads the instance. Attributes that are left out keep their value in state. */
  readonly read: (call: Call<Values, Service, Private>, state: Values) => Promise<Partial<Values> | Gone>;
  readonly delete: (call: Call<Values, Service, Private>, state: Values) => Promise<void>;
  /** Returns the first values of an imported instance; `read` follows. Left out if the type cannot be imported. */
  readonly import?: (call: Call<Values, Service, Private>, id: string) => Promise<Partial<Values>>;
  /** The forms of the id that `import` accepts, the usual one first; for the docs. */
  readonly importIds?: readonly ImportId[];
  /** The reason why the type cannot be imported, in whole sentences; for the docs. */
  readonly notImported?: string;
  /** The attributes that name an instance. */
  readonly identity?: Identity<Values>;
  /** The types of other providers that a `moved` block can turn into this one. */
  readonly moves?: readonly Move<Values>[];
  /**
   * Returns the configuration of an existing instance, for generated code: the plan of it must be empty, and validation must accept it.
   * @default every configurable value of the state
   */
  readonly configurationOf?: (state: Values) => Partial<Values>;
}

/** One form of the id by which people import an instance. */
interface ImportId {
  /** Names of attributes with their separators: "cluster_id/name". */
  readonly form: string;
  /** A realistic id: "kq3v9x2m7c1d/max-per-page". */
  readonly example: string;
}

export interface DataSource<F extends Fields, Service, Values = ValuesOf<F>> {
  readonly name: string;
  readonly description: string;
  readonly schema: F;
  readonly validators?: readonly Validator<Values>[];
  readonly read: (call: ServiceCall<Service>, config: Values) => Promise<Partial<Values>>;
}

/** A function of the provider. Plan and console evaluate it without any configuration. */
export interface ProviderFunction {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  readonly returns: Type;
  readonly call: (...args: Value[]) => Value;
}

interface FunctionParameter {
  readonly name: string;
  readonly type: Type;
  readonly description: string;
  /** Hides the value in errors of the function. @default false */
  readonly sensitive?: boolean;
}

/** An error of a function. `argument` is the index of the wrong argument; the first is 0. */
export class FunctionError extends Error {
  constructor(
    message: string,
    readonly argument?: number,
  ) {
    super(message);
    this.name = "FunctionError";
  }
}
