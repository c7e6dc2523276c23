import { compareVersions } from "../../../api/versions";
import type { Assumptions } from "../assumptions";

/**
 * Server versions that a cluster can be created with. The API documents list none, so these are samples of each
 * kind. The newest one is newer than the default, so there is always a version to upgrade to.
 */
const SERVER_VERSIONS = "0.24.1 0.25.0 0.25.1 0.25.2 26.0 27.0 27.1 28.0 29.0 29.1 30.0 30.1 30.2 31.0".split(
  " ",
);

/** The first server version that can use a GPU (docs/design/api-assumptions.md#values). */
export const FIRST_GPU_VERSION = "0.25.0";

/** Returns the version that a request gets: the latest if it names none; null if there is no such version. */
export function requestedVersion(
  requested: string | undefined,
  {
    latest_server_version: latest,
    server_version_prefix,
  }: Pick<Assumptions, "latest_server_version" | "server_version_prefix">,
): string | null {
  if (requested === undefined) return latest;
  const offered = [...new Set([...SERVER_VERSIONS, latest])].sort(compareVersions);
  if (offered.includes(requested)) return requested;
  if (server_version_prefix === "422") return null;
  return offered.filter((version) => version.startsWith(`${requested}.`)).at(-1) ?? null;
}
