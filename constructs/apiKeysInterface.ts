import type { ITerraformDependable } from "cdktf";
import type { IConstruct } from "constructs";
import type { ISecretSink, IssuedKeys } from "./secretSink";

/** A pair of keys for the search server of a cluster: see {@link ApiKeys}. */
export interface IApiKeys extends IConstruct, ITerraformDependable, IssuedKeys {
  /** When the pair was issued, in RFC 3339. */
  readonly issuedAt: string;

  /**
   * Stores the keys in a secret store.
   * @param sink - the secret store
   * @param id - tells several sinks of these keys apart. @default "sink"
   * @throws when these keys have a sink of this id.
   */
  storeIn(sink: ISecretSink, id?: string): void;
}
