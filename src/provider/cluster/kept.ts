import type { ClusterValues } from "./fields";

/** What is kept beside a cluster's state (DESIGN.md, section 3). */
export interface Kept {
  readonly id: string;
  /** Host of the service that answered with this cluster: a 404 from another host says nothing about it. */
  readonly host: string;
  /** `termination_protection` as last applied: the only trace of it while a successor is planned (L2). */
  readonly protected: boolean;
  /** The configuration change that was last known to be on its way. */
  readonly change?: string;
  /** From import until the first read. */
  readonly imported?: true;
}

export function keptOf(
  id: string,
  host: string,
  values: Pick<ClusterValues, "termination_protection">,
): Kept {
  return { id, host, protected: values.termination_protection === true };
}
