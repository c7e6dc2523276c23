import { compareVersions } from "../../../api/versions";

/** The version from which on synonyms and curation are sets of their own, and analytics rules have another form. */
export const FIRST_WITH_SETS = "30.0";

/** Whether a server has synonym and curation sets; older ones keep both with the collection. */
export function knowsNamed(version: string): boolean {
  return compareVersions(version, FIRST_WITH_SETS) >= 0;
}
