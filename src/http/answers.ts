import { DEEPEST_ANSWER, isDeeperThan } from "../api/limits";
import * as z from "../api/zod";
import { excerpt } from "../redaction";
import { type ErrorKind, type Failure, failure } from "./attempt";
import { retryAfterMs } from "./retry";
import type { HttpAnswer } from "./transport";

/** Number of characters of an unreadable answer, and of the service's message, that are shown. */
const SNIPPET_LENGTH = 120;
const MESSAGE_LENGTH = 500;

/** The documented body of an error (management API, Errors). */
export const errorBodySchema = z.lazy(() =>
  z.object({
    success: z.boolean().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    messages: z.array(z.string()).optional().catch(undefined),
    error: z.string().optional().catch(undefined),
    required_capability: z.string().optional().catch(undefined),
  }),
);

/** The answer that an operation expects, and how to distinguish it from a failure. */
export interface Expected {
  readonly method: string;
  readonly write: boolean;
  /** True if the answer holds keys: then no part of it is shown. */
  readonly secret: boolean;
  /** True if a status of success proves success; otherwise an Error body with such a status is a failure. */
  readonly trustsStatus: boolean;
  /** @default JSON.parse */
  readonly parse?: (text: string) => unknown;
  /** Parses the record. */
  readonly record: (json: unknown) => z.ZodSafeParseResult<unknown>;
  /** Returns why a readable record does not answer this request, as in "a record of another id"; undefined if it does. */
  readonly mismatch?: (record: unknown) => string | undefined;
}

/** The context in which an answer is read. */
interface AnswerContext {
  readonly expected: Expected;
  readonly url: string;
  /** Clock milliseconds at which the answer arrived. */
  readonly now: number;
}

/**
 * Distinguishes success from failure. This is the only place that decides whether a request was carried out
 * (docs/design/laws.md#l8). Success is the record that the operation answers with, and nothing else, whatever the status.
 */
export function readAnswer(
  context: AnswerContext,
  answer: HttpAnswer,
): { readonly value: unknown } | { readonly failed: Failure } {
  const { expected, url, now } = context;
  const { status } = answer;
  const fail = (kind: ErrorKind, given: Partial<Failure>) => ({
    failed: failure(kind, { status, ...given }),
  });
  const shown = () => {
    const start = excerpt(answer.text, SNIPPET_LENGTH);
    if (start === "") return "an empty answer";
    if (expected.secret) return "an answer that is not shown, because it may hold keys";
    return `an answer that begins with: ${start}`;
  };
  if (status >= 300 && status < 400) return fail("redirect", { observed: target(answer, url) });

  const json = parse(answer.text, expected);
  if (status < 200 || status >= 300) {
    const said = errorBody(json);
    return fail(kindOf(status, json), {
      ...said,
      retryAfterMs: retryAfterMs(answer.headers["retry-after"], answer.headers.date, now),
      observed: said.messages.length > 0 && (expected.trustsStatus || isErrorBody(json)) ? null : shown(),
    });
  }
  if (json === undefined) return fail("unreadable", { observed: shown() });
  if (isDeeperThan(json, DEEPEST_ANSWER))
    return fail("contract", { observed: `JSON that is nested more than ${DEEPEST_ANSWER} levels deep` });
  if (!expected.trustsStatus && isErrorBody(json)) {
    const said = errorBody(json);
    // A failure that contains a record contradicts itself: only a read shows if the write was carried out.
    if (expected.write && holdsRecord(json))
      return fail("contract", { ...said, observed: "an error together with a record" });
    return fail("invalid", said);
  }
  const read = expected.record(json);
  if (read.success) {
    const mismatch = expected.mismatch?.(read.data);
    if (mismatch === undefined) return { value: read.data };
    return fail("contract", { observed: excerpt(mismatch, MESSAGE_LENGTH) });
  }
  const where = read.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join(".") || "the answer"}: ${issue.message}`)
    .join("; ");
  return fail("contract", { observed: `a record that cannot be understood (${where})` });
}

function kindOf(status: number, json: unknown): ErrorKind {
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "payment";
  // A 404 without the API's own message comes from something else that listens there: it must not pass for "gone".
  if (status === 404) return isObject(json) && typeof json.message === "string" ? "not_found" : "contract";
  if (status === 409 || status === 422) return "refused";
  if (status === 429) return "rate_limit";
  if (status === 501 || status === 505) return "contract";
  if (status >= 500) return "unavailable";
  if (status < 200) return "unreadable";
  return "invalid";
}

/**
 * True for the documented Error body, whatever the status: `success` is false, or is missing beside fields that only an error
 * has.
 */
function isErrorBody(json: unknown): boolean {
  if (!isObject(json)) return false;
  if (typeof json.success === "boolean") return !json.success;
  const { error, messages, required_capability } = json;
  const hasErrorField =
    typeof error === "string" || Array.isArray(messages) || typeof required_capability === "string";
  return hasErrorField && !holdsRecord(json);
}

/** Keys, one of which every record or its envelope has. */
const RECORD_KEYS = ["id", "cluster", "configuration_change", "cloning_operation", "api_keys"] as const;

function holdsRecord(json: unknown): boolean {
  return isObject(json) && RECORD_KEYS.some((key) => Object.hasOwn(json, key));
}

function errorBody(json: unknown) {
  const read = errorBodySchema.safeParse(json);
  if (!read.success) return { messages: [], requiredCapability: null };
  const { message, messages, error, required_capability } = read.data;
  const said = [message, ...(messages ?? []), error]
    .flatMap((text) => (text === undefined ? [] : [excerpt(text, MESSAGE_LENGTH)]))
    .filter((text) => text !== "");
  return {
    messages: [...new Set(said)],
    requiredCapability: required_capability ? excerpt(required_capability, MESSAGE_LENGTH) : null,
  };
}

/** Returns the target of a redirect: only the host, because its path and query may hold anything. */
function target(answer: HttpAnswer, url: string): string {
  const { location } = answer.headers;
  if (location === undefined) return "a redirect without a target";
  if (!URL.canParse(location, url)) return "a redirect to an invalid address";
  const { protocol, host } = new URL(location, url);
  return `a redirect to ${excerpt(`${protocol}//${host}`, SNIPPET_LENGTH)}`;
}

/** A DELETE may be answered with an empty body. */
function parse(text: string, { method, parse: read = JSON.parse }: Expected): unknown {
  if (method === "DELETE" && text.trim() === "") return {};
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
