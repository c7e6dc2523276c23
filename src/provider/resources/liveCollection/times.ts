import type { CollectionRecord, Nodes, TimeCounts, TimeField } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countOf } from "../../model/words";
import { loadDataPlane } from "../../shared/service";
import { indexesTime } from "./fits";
import { describeLive } from "./model";
import type { PlanMessage } from "./planFacts";
import type { LiveCollectionValues } from "./schema";

/** The result of a look at the times of a version's documents. Null: nothing is to be said. */
export interface TimesLook {
  /** True if an update would not find what is written while it copies. */
  readonly isWrong: boolean;
  readonly message: PlanMessage;
}

type Planned = Pick<
  LiveCollectionValues,
  "name" | "cluster_id" | "node_urls" | "updated_at_field" | "updated_at_unit"
>;

/** Looks if the documents of the live version have times in the unit that is configured (docs/design/live-collections.md#times). */
export async function lookAtTimes(
  nodes: Nodes,
  planned: Planned,
  record: CollectionRecord,
  signal: AbortSignal,
): Promise<TimesLook | null> {
  const { updated_at_field: field, updated_at_unit: unit } = planned;
  if (field === null || record.num_documents === 0 || !indexesTime(record, field)) return null;
  const { countTimes, judgeTimes } = await loadDataPlane();
  const isInt32 = record.fields.some(({ name, type }) => name === field && type === "int32");
  const by: TimeField = { field, unit: unit === "ms" ? "ms" : "s", isInt32 };
  const counts = await countTimes(nodes, record.name, by, { signal });
  if (counts === null) return null;
  const verdict = judgeTimes(counts);
  if (verdict === "right") return null;
  const isWrong = verdict === "wrong";
  return { isWrong, message: (isWrong ? wrongUnit : unusable)(planned, record.name, by, counts) };
}

/** Refuses a copy that would not find what is written meanwhile: documents may have changed since the plan. */
export async function refuseWrongTimes(
  nodes: Nodes,
  planned: Planned,
  record: CollectionRecord,
  signal: AbortSignal,
): Promise<void> {
  const look = await lookAtTimes(nodes, planned, record, signal);
  if (look?.isWrong) throw new TerraformError(look.message.summary, look.message.detail, ["updated_at_unit"]);
}

const UNITS = { s: "seconds", ms: "milliseconds" } as const;

/** Returns the message about times that have another unit. Exported for its test. */
function wrongUnit(
  planned: Planned,
  version: string,
  { field, unit }: TimeField,
  { all, inUnit, inOtherUnit, later }: TimeCounts,
): PlanMessage {
  const other = unit === "s" ? "ms" : "s";
  const found = [
    `${inUnit} have a time in ${UNITS[unit]}`,
    inOtherUnit > 0 && `${inOtherUnit} one in ${UNITS[other]}`,
    later > 0 && `${later} a number that is a time in the future in both`,
  ].filter((one) => one !== false);
  const action =
    inOtherUnit > inUnit
      ? `Set updated_at_unit = "${other}".`
      : "The application must write the time in seconds or in milliseconds.";
  return {
    summary: `updated_at_unit = "${unit}" does not fit the documents of ${describeLive(planned)}`,
    detail:
      `Of ${countOf(all)} in version "${version}", ${found.join(", ")} in ${field}${planned.updated_at_unit === null ? ` (updated_at_unit is "${unit}" by default)` : ""}. ` +
      `An update would not find by it what is written while it copies, and edits would be lost. Nothing was changed. ${action}`,
  };
}

/** Returns the message about documents without a usable time. Exported for its test. */
export function unusable(
  planned: Planned,
  version: string,
  { field, unit }: TimeField,
  { all, inUnit, inOtherUnit, later }: TimeCounts,
): PlanMessage {
  const none = Math.max(0, all - inUnit - inOtherUnit - later);
  const kinds = [
    inOtherUnit > 0 && `${inOtherUnit} have a time in ${UNITS[unit === "s" ? "ms" : "s"]}`,
    later > 0 && `${later} have one in the future`,
    none > 0 && `${none} have none, or one before 2001-09-09`,
  ].filter((one) => one !== false);
  return {
    summary: `${all - inUnit} of ${countOf(all)} of ${describeLive(planned)} without a usable time in ${field}`,
    detail:
      `In version "${version}", ${kinds.join(", ")}. An update finds by this field what is written while it copies, and which of two contents of a document is newer. An edit is ` +
      `lost if it does not set the field to the current time in ${UNITS[unit]}, or if the document has a time in the future. Correct these documents before you apply.`,
  };
}
