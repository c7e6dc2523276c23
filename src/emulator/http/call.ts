import { fromDialect, toDialect } from "../../api/dialects";
import { answerCluster, type ClusterAnswer } from "../domain/clusters/answer";
import { isLeaving } from "../domain/clusters/life";
import type { StoredCluster } from "../domain/clusters/record";
import { isRecord } from "../domain/rules/fields";
import type { World } from "../world";
import { type ManagementKey, sees } from "./access";
import { parseJson } from "./body";
import { problemsRefusal, Refusal, type RefusalOf } from "./refusal";

/** One request that has passed the key, the rate limit and the capability. */
export interface Call {
  readonly world: World;
  readonly key: ManagementKey;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly contentType: string | null;
  readonly body: string;
  /** Epoch milliseconds of the emulator's clock on arrival. */
  readonly now: number;
}

/** Answers the record or envelope of an operation's success, in canonical names. @throws Refusal */
export type Handler = (call: Call) => unknown;

/**
 * The JSON object of the request's body, in canonical names.
 * @param optional whether no body at all is an empty object
 * @throws Refusal 400
 */
export function jsonBody(call: Call, optional = false): Record<string, unknown> {
  if (optional && call.body === "") return {};
  if (!/^application\/json\s*(;|$)/i.test(call.contentType ?? "")) {
    throw new Refusal(400, `The content type must be application/json, not ${call.contentType ?? "absent"}`);
  }
  let value: unknown;
  try {
    value = parseJson(call.body);
  } catch {
    throw new Refusal(400, "The request body is not valid JSON");
  }
  if (!isRecord(value)) throw new Refusal(400, "The request body must be a JSON object");
  return fromDialect(call.world.dialect, value);
}

/** How failed rules become a refusal that names fields as the caller's dialect does. */
export function refusalFor({ world }: Call): RefusalOf {
  const named = (field: string) => Object.keys(toDialect(world.dialect, { [field]: null })).join();
  return (status, problems) => problemsRefusal(status, problems, named);
}

/** A cluster as stored, and as it reads now. */
export interface VisibleCluster {
  readonly stored: StoredCluster;
  readonly shown: ClusterAnswer;
}

/** The addressed cluster. @throws Refusal 404 when it is gone or the key does not see it. */
export function visibleCluster(call: Call, id: string | undefined): VisibleCluster {
  const stored = id === undefined ? undefined : call.world.store.get(id);
  const shown =
    stored && sees(call.key, stored.id) ? answerCluster(stored, call.now, call.world.assumptions) : null;
  if (stored === undefined || shown === null) throw new Refusal(404, `Cluster ${id} not found`);
  return { stored, shown };
}

/** The same for the operations below a cluster, which may be gone before it. @throws Refusal 404 */
export function parentCluster(call: Call): VisibleCluster {
  const found = visibleCluster(call, call.params.cluster_id);
  if (call.world.assumptions.children_of_leaving === "404" && isLeaving(found.shown.status)) {
    throw new Refusal(404, `Cluster ${found.stored.id} not found`);
  }
  return found;
}
