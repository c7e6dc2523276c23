/** The state that another provider stored, as plain JSON. */
export interface MovedState {
  readonly values: Readonly<Record<string, unknown>>;
  /** The version of the other type's schema. */
  readonly schemaVersion: number;
}

/**
 * A type of another provider whose instances can become instances of this resource with a `moved` block. Terraform asks before the provider
 * is configured, so a move sends no request; `read` follows, as after an import.
 */
export interface Move<Values> {
  /** The source address of the other provider without its host: "ronati/typesense". */
  readonly provider: string;
  /** The other provider's type: "typesense_collection". */
  readonly type: string;
  /** The versions of the type's schema whose states are known. */
  readonly schemaVersions: readonly number[];
  /**
   * Returns the first values, as an import does.
   * @throws TerraformError if the state names no object
   */
  readonly convert: (state: MovedState) => Partial<Values>;
}
