import type { StoredCluster } from "../../clusters/record";
import { NodeRefusal } from "../call";
import type { Parameters } from "./parameters";

const USUAL_PER_PAGE = 10;

export interface Page {
  readonly number: number;
  readonly from: number;
  readonly size: number;
}

/**
 * The requested page: `page` and `per_page` (or `limit`), or `offset`.
 * @throws NodeRefusal 400 for what is no number, 422 for more than the server allows
 */
export function pageOf(parameters: Parameters, cluster: Pick<StoredCluster, "running">): Page {
  const size = parameters.whole("per_page", parameters.whole("limit", USUAL_PER_PAGE));
  const most = serverLimit(cluster, "max-per-page");
  if (size > most) throw new NodeRefusal(422, `Only upto ${most} hits can be fetched per page.`);
  const number = Math.max(1, parameters.whole("page", 1));
  return { number, size, from: parameters.whole("offset", (number - 1) * size) };
}

const USUAL_LIMITS = { "max-per-page": 250, "filter-by-max-ops": 100 };

/** A limit of the server: its server parameter, as it runs, or the usual one (data-plane API, Limits). */
export function serverLimit(
  { running }: Pick<StoredCluster, "running">,
  name: keyof typeof USUAL_LIMITS,
): number {
  const { [name]: value } = running;
  return value === undefined ? USUAL_LIMITS[name] : Number(value);
}
