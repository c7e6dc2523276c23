import { NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import { NODE_ANSWERS, type NodeAnswer } from "../../api/dataPlane/records";
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../../api/limits";
import type { Failure } from "../../http/attempt";
import type { ServerClock } from "../../http/clock";
import { isApiError } from "../../http/error";
import { type ExchangeContext, exchange, type Outcome } from "../../http/exchange";
import { AnswerTooLargeError } from "../../http/transport";
import type { Secrets } from "../../redaction";
import { withAdvice } from "../messages/words";
import type { CalledOperationId, NodeInput, Nodes } from "../nodes";
import { type AnyInput, addressed, type Sender, type Way } from "./addressed";
import { exactJson, exactText } from "./exactJson";
import { PATIENCE_MS } from "./failover";
import { jsonLines, jsonOrLines, nodeJson } from "./nodeJson";
import type { RecentWrites } from "./recentWrites";
import { type RoundsContext, tryNodes } from "./rounds";
import { catchUpMs } from "./times";

export interface NodesContext extends Sender, RoundsContext, Omit<ExchangeContext, "transport"> {
  /** The last `Date` of each node, in epoch seconds, by its URL. */
  readonly dates: Map<string, number>;
  /** By how many milliseconds the clock of each node was ahead of this machine's at its last answer, by its URL. */
  readonly offsets: Map<string, number>;
  /** The time of the node that answered last. */
  readonly serverClock: ServerClock;
  /** Receives the keys in answers of nodes. */
  readonly secrets: Secrets;
  readonly recentWrites: RecentWrites;
}

/** The JSON input; bodies are sent unchanged, in any dialect. */
interface JsonInput extends AnyInput {
  readonly body?: unknown;
  /** See {@link NodeInput}. */
  readonly mismatch?: ((answer: never) => string | undefined) | undefined;
}

/** Operations with documents as answer, whose numbers are passed on unchanged. */
const OF_DOCUMENTS: ReadonlySet<CalledOperationId> = new Set(["getDocument", "searchDocuments"]);

/** Operations with parts of documents as body, whose numbers are sent as a server has answered them. */
const SENDS_DOCUMENTS: ReadonlySet<CalledOperationId> = new Set(["updateDocuments"]);

const writerOf = (id: CalledOperationId): ((body: unknown) => string) =>
  NODE_OPERATIONS[id].lines ? jsonLines : SENDS_DOCUMENTS.has(id) ? exactText : JSON.stringify;
const readerOf = (id: CalledOperationId): ((text: string) => unknown) =>
  NODE_OPERATIONS[id].lines ? jsonOrLines : OF_DOCUMENTS.has(id) ? exactJson : JSON.parse;

const ASK_FOR_LESS =
  "Ask for less: a search takes per_page (fewer documents) and include_fields or exclude_fields (fewer fields of each).";

/** Sends one request to one node. Throws InterruptedError if the signal ended a read. */
export async function requestNode(
  context: NodesContext,
  way: Way,
  id: CalledOperationId,
  input: JsonInput,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs?: number | undefined },
): Promise<{ readonly attempt: ReturnType<typeof addressed>["attempt"]; readonly outcome: Outcome }> {
  const { method, kind, secret } = NODE_OPERATIONS[id];
  const write = kind === "write";
  const { body, mismatch } = input;
  const address = addressed(way, context, id, input);
  if (secret) keepKey(body, context.secrets);
  const { answer, ...outcome } = await exchange(
    { ...context, transport: way.transport },
    {
      ...address,
      body: () => (body === undefined ? null : writerOf(id)(body)),
      limitMs: timeoutMs ?? (write ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS),
      expected: {
        method,
        write,
        secret,
        trustsStatus: true,
        parse: (text) => nodeJson(text, readerOf(id)),
        record: (json) => NODE_ANSWERS[id].safeParse(json),
        mismatch: (answer) => otherObject(id, input, answer) ?? mismatch?.(answer as never),
      },
    },
    signal,
  );
  // A public operation says nothing about the key.
  if (NODE_OPERATIONS[id].action !== null && "value" in outcome)
    context.recentWrites.noteAccepted(context.apiKey);
  context.serverClock.observe(answer?.headers.date);
  const date = Date.parse(answer?.headers.date ?? "");
  if (!Number.isNaN(date)) {
    context.dates.set(way.baseUrl, date / 1000);
    context.offsets.set(way.baseUrl, date - context.clock.now());
  }
  if ("failed" in outcome && isMissingRule(id, outcome.failed))
    return {
      attempt: address.attempt,
      outcome: { answer, failed: { ...outcome.failed, kind: "not_found" } },
    };
  if ("failed" in outcome && isMissingSet(id, outcome.failed))
    return {
      attempt: address.attempt,
      outcome: { answer, failed: { ...outcome.failed, kind: "refused", action: CREATE_SET } },
    };
  return { attempt: address.attempt, outcome: advised(id, { answer, ...outcome }) };
}

/** True if a set that a collection uses is missing: servers answer 404, as they do for a missing collection. */
function isMissingSet(id: CalledOperationId, { kind, messages }: Failure): boolean {
  if (kind !== "not_found" || (id !== "createCollection" && id !== "updateCollection")) return false;
  return messages.some((message) => /^(synonym|curation) set\b.*\bnot found\b/i.test(message));
}

const CREATE_SET =
  "A collection can only use sets that exist. Correct the name, or create the set first: where this configuration does, take the name from it, as in synonym_sets = [searchcloud_synonym_set.NAME.name].";

/** Adds what to do about an answer that is too large, or about a rejection that its message explains. */
function advised(id: CalledOperationId, outcome: Outcome): Outcome {
  if (!("failed" in outcome)) return outcome;
  const isTooLarge = outcome.failed.cause instanceof AnswerTooLargeError;
  if (!isTooLarge || !OF_DOCUMENTS.has(id)) return { ...outcome, failed: withAdvice(outcome.failed) };
  return { ...outcome, failed: { ...outcome.failed, action: ASK_FOR_LESS } };
}

/** True if an analytics rule is missing: servers answer 400 (docs/design/api-assumptions.md#data-plane). */
function isMissingRule(id: CalledOperationId, { status, messages }: Failure): boolean {
  if (id !== "getAnalyticsRule" && id !== "deleteAnalyticsRule") return false;
  return status === 400 && messages.some((message) => /\bnot found\b/i.test(message));
}

function urlsOf({ ways }: NodesContext): readonly string[] {
  return ways.map(({ baseUrl }) => baseUrl);
}

/** Returns when this process wrote the object of a request: a node may not know about it yet. */
export function recentWritesFor(context: NodesContext, id: NodeOperationId, input: AnyInput) {
  const { apiKey, recentWrites } = context;
  const urls = urlsOf(context);
  return {
    keyKnownFrom: recentWrites.keyKnownFrom(apiKey, catchUpMs(urls)),
    madeAt: recentWrites.madeAt(urls, id, input),
    deletedAt: recentWrites.deletedAt(urls, id, input),
  };
}

/** Redacts the value of a key, as it is sent or answered, in all output of this process. */
function keepKey(key: unknown, secrets: Secrets): void {
  const { value } = (key ?? {}) as { readonly value?: unknown };
  if (typeof value === "string") secrets.add(value, "the created key");
}

/** Creates the function for every operation with one JSON value as answer. */
export function createCall(context: NodesContext): Nodes["call"] {
  return async <Id extends CalledOperationId>(
    id: Id,
    input: NodeInput<Id>,
    { signal, patienceMs = PATIENCE_MS, timeoutMs }: Parameters<Nodes["call"]>[2],
  ) => {
    const write = NODE_OPERATIONS[id].kind === "write";
    const options = { write, signal, patienceMs, ...recentWritesFor(context, id, input) };
    const found = await tryNodes(context, options, async (way) => {
      const { attempt, outcome } = await requestNode(context, way, id, input, { signal, timeoutMs });
      const { answer, ...result } = outcome;
      const status = answer?.status ?? ("failed" in result ? result.failed.kind : "");
      const value = "value" in result ? { value: result.value as NodeAnswer<Id> } : result;
      return { ...value, attempt, status, answered: answer !== null };
    }).catch((error: unknown) => {
      if (isApiError(error, "lost_write")) context.recentWrites.noteLost(urlsOf(context), id, input);
      throw error;
    });
    if (write) context.recentWrites.note(urlsOf(context), id, input, found);
    return found;
  };
}

/** Matches the path of one object, by its name or id; not of one below a collection. */
const OF_ONE = /^\/[^{]+\/\{(name|id)\}$/;
/** Servers resolve aliases in paths, so a collection that is read may have another name than the requested one. */
const RESOLVES_ALIASES: ReadonlySet<NodeOperationId> = new Set(["getCollection", "updateCollection"]);
/** Operations that answer with the name as `id`. */
const NAMED_BY_ID: ReadonlySet<NodeOperationId> = new Set([
  "getKey",
  "deleteKey",
  "getStopwordsSet",
  "upsertStopwordsSet",
  "deleteStopwordsSet",
  "getStemmingDictionary",
  "deleteStemmingDictionary",
  "createConversationModel",
  "getConversationModel",
  "upsertConversationModel",
  "deleteConversationModel",
  "createNlSearchModel",
  "getNlSearchModel",
  "upsertNlSearchModel",
  "deleteNlSearchModel",
]);
/** Operations whose body names the object that they create. */
const CREATES: ReadonlySet<NodeOperationId> = new Set([
  "createCollection",
  "createConversationModel",
  "createNlSearchModel",
]);

/**
 * Returns what an answer is about instead of the requested object, as in `"other" instead of "shop"`; undefined if it does not
 * say, or is that object. The answer to a different request, mixed up by a proxy or a server, must not count
 * (docs/design/laws.md#l1).
 */
export function otherObject(
  id: NodeOperationId,
  { path = {}, body }: AnyInput & { readonly body?: unknown },
  answer: unknown,
): string | undefined {
  const isCreate = CREATES.has(id);
  const named = NAMED_BY_ID.has(id) ? "id" : "name";
  if (RESOLVES_ALIASES.has(id) || (!isCreate && !OF_ONE.test(NODE_OPERATIONS[id].path))) return undefined;
  const asked = isCreate ? textOf(body, named) : (path.name ?? path.id);
  const said = textOf(answer, named);
  if (asked === undefined || said === undefined || said.normalize() === asked.normalize()) return undefined;
  return `${JSON.stringify(said)} instead of ${JSON.stringify(asked)}`;
}

function textOf(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const part = (value as Readonly<Record<string, unknown>>)[name];
  return typeof part === "string" || typeof part === "number" ? String(part) : undefined;
}
