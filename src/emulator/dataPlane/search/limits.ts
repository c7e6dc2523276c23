import type { StoredCluster } from "../../domain/store/cluster";

const USUAL_LIMITS = { "max-per-page": 250, "filter-by-max-ops": 100 };

/** A limit of the server: its server parameter, as it runs, or the usual one (data-plane API, Limits). */
export function serverLimit(
  { running }: Pick<StoredCluster, "running">,
  name: keyof typeof USUAL_LIMITS,
): number {
  const { [name]: value } = running;
  return value === undefined ? USUAL_LIMITS[name] : Number(value);
}
