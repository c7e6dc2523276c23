import { knownParameter } from "../../client/vocabulary";
import { isUnknown, type Unknown } from "../../framework";

/** Why the planned server is too old for a parameter, as far as the tables know (open-points.md, section 6). */
export function needsNewer(name: string, version: string | null | Unknown): string | undefined {
  const rule = knownParameter(name);
  if (rule?.kind !== "integer" || version === null || isUnknown(version)) return undefined;
  const major = /^(\d+)(?:\.|$)/.exec(version)?.[1];
  if (major === undefined || Number(major) >= rule.since) return undefined;
  return `"${name}" needs server ${rule.since} or later; planned is ${version}.`;
}
