import type { ServiceCall } from "./call";

/** The state that another provider stored, as plain JSON. */
export interface MovedState {
  readonly values: Readonly<Record<string, unknown>>;
  /** The version of the other type's schema. */
  readonly schemaVersion: number;
}

/** The context of a move. Terraform has not configured the provider yet, so there is no service. */
export interface MoveCall extends Pick<ServiceCall<never>, "warn"> {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The result of a move. */
export interface Moved<Values> {
  /** The first values of the instance, as of an import. */
  readonly values: Partial<Values>;
  /** Marks the instance as imported, so that the first `read` refuses an object that is missing. */
  readonly privateState: unknown;
}

/**
 * A type of another provider whose instances can become instances of this resource with a `moved` block. Terraform asks before the provider
 * is configured, so a move sends no request; `read` follows, as after an import.
 */
export interface Move<Values> {
  /** The source address of the other provider without its host, in lower case: "ronati/typesense". */
  readonly provider: string;
  /** The other provider's type: "typesense_collection". */
  readonly type: string;
  /** The versions of the type's schema whose states are known. */
  readonly schemaVersions: readonly number[];
  /** @throws TerraformError if the state names no object */
  readonly convert: (state: MovedState, call: MoveCall) => Moved<Values>;
}
