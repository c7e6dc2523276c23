import type { ServiceCall } from "./call";
import type { Gone } from "./resource";
import type { StoredFields, ValuesOf } from "./schema";
import type { Validator } from "./validate";

/** The context of a list. */
export interface ListCall<Service> extends ServiceCall<Service> {
  /** The number of results after which Terraform reads no more. Request no page beyond it. */
  readonly limit: number;
  /** True if Terraform wants every result as a whole resource. */
  readonly includesResource: boolean;
}

/** One object that a list found. */
export interface Listed<Values = Record<string, unknown>, Private = unknown> {
  /** The name by which people know the object. */
  readonly displayName: string;
  /** The values that an import would begin with. They must determine the identity. */
  readonly values: Partial<Values>;
  readonly privateState?: Private;
  /**
   * Reads the object as a whole. Called only if the list includes resources.
   * @default the resource's `read`, as after an import
   */
  readonly read?: () => Promise<Partial<Values> | Gone>;
}

/**
 * A list of the objects of one resource type, with which Terraform 1.14 finds what exists: `list "notes_note" "all" { … }`. It needs a
 * resource of the same name, with an identity and an import.
 */
export interface ListResource<F extends StoredFields, Service, Values = ValuesOf<F>> {
  /** The name of the resource that it lists, without the provider's: "cluster". */
  readonly name: string;
  readonly description: string;
  /** The arguments that select objects. Nothing is computed. */
  readonly schema: F;
  readonly validators?: readonly Validator<Values>[];
  /** Yields the objects as they are found. It is iterated only as far as Terraform reads. */
  readonly list: (call: ListCall<Service>, config: Values) => AsyncIterable<Listed>;
}
