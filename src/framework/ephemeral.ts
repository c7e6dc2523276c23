import type { ServiceCall } from "./call";
import type { StoredFields, ValuesOf } from "./schema";
import type { Validator } from "./validate";

/** The context of an operation on an ephemeral resource. */
export interface EphemeralCall<Service, Private> extends ServiceCall<Service> {
  /** The data that an earlier call for the same opened instance has stored; undefined in `open`. In no plan and no state. */
  readonly privateState: Private | undefined;
  setPrivateState(value: Private): void;
}

/** The context of the operations after which the instance may have to be renewed. */
export interface RenewableCall<Service, Private> extends EphemeralCall<Service, Private> {
  /** Asks Terraform for `renew` at a time, in milliseconds since the epoch, if the instance is still in use then. */
  renewAt(time: number): void;
}

/**
 * An ephemeral resource: an object that exists while Terraform runs, and is stored nowhere. Terraform opens it in every plan and again in
 * every apply, whether its values are used or not, and closes it at the end (docs/design/protocol.md#ephemeral).
 */
export interface EphemeralResource<F extends StoredFields, Service, Private, Values = ValuesOf<F>> {
  /** The type's name without the provider's: "key". */
  readonly name: string;
  readonly description: string;
  readonly schema: F;
  readonly validators?: readonly Validator<Values>[];
  /**
   * Opens an instance, and returns its values; configured ones come back as they were written. If it fails, Terraform never closes it: it
   * must undo what it has done.
   */
  readonly open: (call: RenewableCall<Service, Private>, config: Values) => Promise<Partial<Values>>;
  /** Prolongs the life of an instance, at the time that `renewAt` has named. */
  readonly renew?: (call: RenewableCall<Service, Private>) => Promise<void>;
  /** Ends an instance. It runs to its end even if Terraform was interrupted. */
  readonly close?: (call: EphemeralCall<Service, Private>) => Promise<void>;
}
