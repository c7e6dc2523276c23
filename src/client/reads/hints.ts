import { capabilitiesIn } from "../../api/openRecords";
import type { OpenRecord } from "../../api/records";
import type { CallOptions, Operations } from "../request/operations";

/** The cluster options as the service answers them: a JSON object whose fields are not documented. */
export type OptionsRecord = OpenRecord;

/** What only hints depend on. Each is read once and shared; a failure is no error and reads as null. */
export interface Hints {
  /** What the key may do; null when that cannot be told. */
  capabilities(options: CallOptions): Promise<readonly string[] | null>;
  /** What a cluster can be made of, to be searched with `valuesIn`; null when it could not be read. */
  clusterOptions(options: CallOptions): Promise<OptionsRecord | null>;
}

export function createHints(operations: Pick<Operations, "getAccount" | "listClusterOptions">): Hints {
  let capabilities: Promise<readonly string[] | null> | undefined;
  let clusterOptions: Promise<OptionsRecord | null> | undefined;
  return {
    capabilities({ signal }) {
      capabilities ??= operations.getAccount({}, { signal }).then(capabilitiesIn, () => null);
      return capabilities;
    },
    clusterOptions({ signal }) {
      clusterOptions ??= operations.listClusterOptions({}, { signal }).catch(() => null);
      return clusterOptions;
    },
  };
}
