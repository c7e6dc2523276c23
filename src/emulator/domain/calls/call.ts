import { fromDialect, toDialect } from "../../../api/dialects";
import type { ManagementKey } from "../access";
import { parseJson } from "../rules/body";
import { isRecord } from "../rules/fields";
import { problemsRefusal, Refusal, type RefusalOf } from "../rules/refusal";
import type { World } from "../world";

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
