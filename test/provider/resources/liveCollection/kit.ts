import {
  type LiveCollectionValues,
  liveCollectionSchema,
  type VersionValues,
} from "../../../../src/provider/resources/liveCollection/schema";
import type { ObservedVersion } from "../../../../src/provider/resources/liveCollection/versions";
import { markOf, type VersionMark, withMark } from "../../../../src/provider/shared/collection/versionMark";
import { nullsOf } from "../../support";
import { collectionRecord, field } from "../collection/kit";

/** Creates the configuration of a live collection. */
export function liveValues(more: Partial<LiveCollectionValues> = {}): LiveCollectionValues {
  return {
    ...nullsOf<LiveCollectionValues>(liveCollectionSchema),
    cluster_id: "c-1",
    name: "catalog",
    field: [field("title"), field("updated_at", "int64")],
    updated_at_field: "updated_at",
    query: [],
    ...more,
  };
}

/** Creates the state of a live collection whose only version is `catalog_a`. */
export function liveState(more: Partial<LiveCollectionValues> = {}): LiveCollectionValues {
  return liveValues({
    id: "c-1/catalog",
    collection_name: "catalog_a",
    versions: [versionValues("catalog_a", { live: true })],
    step: "ready",
    ...more,
  });
}

export function versionValues(name: string, more: Partial<VersionValues> = {}): VersionValues {
  return { name, created_at: "2023-11-14T22:13:20Z", documents: 0, live: false, ...more };
}

export function versionMark(more: Partial<VersionMark> = {}): VersionMark {
  const none = { from: null, since: null, compared: null, recent: null, retired: {} };
  return { alias: "catalog", step: "done", run: "r1", ...none, ...more };
}

/** Creates a version as a server shows it. @param mark null: it has none */
export function version(
  name: string,
  mark: Partial<VersionMark> | null = {},
  more: Parameters<typeof collectionRecord>[0] = {},
): ObservedVersion {
  const metadata = mark === null ? null : withMark(null, versionMark(mark));
  const record = collectionRecord({ name, metadata, ...more });
  return { record, mark: markOf(record) };
}
