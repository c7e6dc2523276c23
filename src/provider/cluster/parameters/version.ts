import { knownParameter } from "../../../api/parameters";
import { isUnknown, type Unknown } from "../../../framework";

/** Why a server is too old for a parameter, as far as the tables know (docs/design/api-assumptions.md#parameters). */
export function needsNewer(name: string, version: string | null | Unknown): string | undefined {
  const rule = knownParameter(name);
  if (rule?.kind !== "integer" || version === null || isUnknown(version)) return undefined;
  const major = /^(\d+)(?:\.|$)/.exec(version)?.[1];
  if (major === undefined || Number(major) >= rule.since) return undefined;
  return `"${name}" needs server ${rule.since} or later, and is written while ${version} runs.`;
}
