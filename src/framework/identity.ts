import type { Type } from "./type";

/** The values of an identity. Null: the attribute does not apply to this object. */
export type IdentityValues = { readonly [name: string]: string | readonly string[] | null };

/** One attribute of an identity. */
export interface IdentityAttribute {
  /** A string, or a list of strings: Terraform allows no structures in an identity. */
  readonly type: Type;
  readonly description: string;
  /** True if an import by identity may leave it out. @default false */
  readonly isOptional?: boolean;
}

/**
 * The attributes that name one object for as long as it exists. Terraform 1.12 stores them beside the state, imports by them, and lists
 * by them (docs/sdk.md).
 */
export interface Identity<Values> {
  /** The version of its shape. @default 0 */
  readonly version?: number;
  /** Converts an identity of an older version (plain JSON) to this version. */
  readonly upgrade?: (version: number, identity: Record<string, unknown>) => Record<string, unknown>;
  readonly attributes: { readonly [name: string]: IdentityAttribute };
  /**
   * Returns the identity of an instance. Must depend only on values that identify it, so that a refresh never changes it. Null if the values
   * name no object yet.
   */
  readonly of: (values: Values) => IdentityValues | null;
  /**
   * Returns the id by which `import` finds the object: an import by identity is the import by this id.
   * @throws TerraformError if the attributes name no object
   */
  readonly importId: (identity: IdentityValues) => string;
  /** Returns values that the identity has and the id does not, such as further nodes. They are added to those of the import. */
  readonly addedValues?: (identity: IdentityValues) => Partial<Values>;
}
