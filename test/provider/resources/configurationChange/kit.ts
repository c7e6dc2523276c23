import type { ConfigurationChangeRecord } from "../../../../src/client";
import {
  type ChangeValues,
  configurationChangeSchema,
} from "../../../../src/provider/resources/configurationChange/schema";
import { changeOf, SINGLE } from "../../shared/changes/kit";
import { nullsOf } from "../../support";

/** Returns a pending restart of a single node, as the client reads it. */
export function changeRecord(changes: Partial<ConfigurationChangeRecord> = {}): ConfigurationChangeRecord {
  return changeOf(
    {
      id: "ch-1",
      created_at: 1_700_000_000,
      updated_at: 1_700_000_001,
      perform_change_at: 1_700_003_600,
      ...changes,
    },
    { ...SINGLE, search_server_version: "29.0" },
  );
}

/** Returns the state of a change that requests only a restart. */
export function changeValues(values: Partial<ChangeValues> = {}): ChangeValues {
  return {
    ...nullsOf<ChangeValues>(configurationChangeSchema),
    id: "ch-1",
    cluster_id: "c-1",
    status: "pending",
    ...values,
  };
}
