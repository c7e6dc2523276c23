import type { CollectionRecord } from "../../../../src/dataPlane";
import { byLastUse } from "../../../../src/provider/resources/liveCollection/observe";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import type {
  ObservedVersion,
  ObservedVersions,
} from "../../../../src/provider/resources/liveCollection/versions";
import type { FieldValues } from "../../../../src/provider/shared/collection/schema";
import type { VersionMark } from "../../../../src/provider/shared/collection/versionMark";
import { field, fieldRecord } from "../collection/kit";
import { liveState, version } from "./kit";

export type Settings = Partial<LiveCollectionValues>;

const TIME = field("updated_at", "int64");
/** The schemas of the tests. `plain` to `more` is a PATCH; `sorted` needs another version. */
export const SCHEMAS = {
  plain: { field: [field("title"), TIME], default_sorting_field: null },
  more: {
    field: [field("title"), TIME, field("brand", "string", { facet: true })],
    default_sorting_field: null,
  },
  sorted: { field: [field("title"), TIME, field("rank", "int32")], default_sorting_field: "rank" },
} as const satisfies Record<string, Settings>;
export type SchemaName = keyof typeof SCHEMAS;

export const records = (fields: readonly FieldValues[]) =>
  fields.map(({ name, type, facet }) => fieldRecord(name, type, facet ? { facet } : {}));

/** Creates a version of a schema. */
export function versionOf(
  name: string,
  schema: SchemaName,
  mark: Partial<VersionMark> | null = {},
  more: Partial<CollectionRecord> = {},
): ObservedVersion {
  const { field: fields, default_sorting_field: sorting } = SCHEMAS[schema];
  return version(name, mark, { fields: records(fields), default_sorting_field: sorting ?? "", ...more });
}

export const look = (target: string | null, ...versions: ObservedVersion[]): ObservedVersions => ({
  target,
  versions: byLastUse(versions),
  foreign: null,
});

export const stateOf = (schema: SchemaName, more: Settings = {}) =>
  liveState({ ...SCHEMAS[schema], ...more });
