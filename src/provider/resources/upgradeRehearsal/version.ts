import { isOlder, withinVersion } from "../../../api/comparison";
import { TerraformError } from "../../../framework";

/** The error for a version that the cluster runs; undefined: it runs another one, or does not say. */
export function runsAlreadyError(
  source: string,
  runs: string | null,
  wanted: string,
): TerraformError | undefined {
  if (runs === null || !withinVersion(runs, wanted)) return undefined;
  return new TerraformError(
    `Cluster ${source} runs server version ${runs} already`,
    `There is nothing to rehearse for ${wanted}: a clone at this version would be billed to compare the version with itself. Nothing was requested. Set ` +
      "search_server_version to another version, or remove the rehearsal and the change that follows it: the upgrade is done.",
    ["search_server_version"],
  );
}

/**
 * Whether the cluster was changed, since its rehearsal began, to a version from which the wanted one is no way forward: it may
 * run the wanted one, or a newer one.
 */
export function hasOvertaken(
  wanted: string,
  { from, runs }: { readonly from: string | null | undefined; readonly runs: string | null },
): boolean {
  if (typeof from !== "string" || runs === null || runs === from) return false;
  return withinVersion(runs, wanted) || isOlder(wanted, runs);
}
