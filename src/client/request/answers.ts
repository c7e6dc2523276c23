import type { Operation, OperationId } from "../../api/operations";
import { errorBodySchema } from "../../api/records";
import { type ErrorKind, type Failure, failure } from "../messages/error";
import { printable } from "../redact";
import { retryAfterMs } from "./retry";
import type { HttpAnswer } from "./transport";

/** How much of an answer that cannot be read is shown. */
const SNIPPET_LENGTH = 120;
const MESSAGE_LENGTH = 500;

export type Judged =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly failure: Failure };

/** What this operation answers is secret, and so is every piece of it. */
const SECRET: OperationId = "issueClusterApiKeys";

/** Tells a success from a failure, without yet looking into the record. */
export function judgeAnswer(
  operation: Pick<Operation, "id" | "method">,
  answer: HttpAnswer,
  url: string,
  now: number,
  redact: (text: string) => string,
): Judged {
  const { status } = answer;
  const shown = () => (operation.id === SECRET ? hidden(answer.text) : snippet(answer.text, redact));
  if (status >= 300 && status < 400) {
    return { ok: false, failure: failure("redirect", { status, observed: target(answer, url, redact) }) };
  }
  const json = parse(answer.text);
  const error = json === undefined ? null : errorIn(json, redact);
  if (status >= 200 && status < 300) {
    if (error !== null) return { ok: false, failure: failure("invalid", { status, ...error }) };
    if (json !== undefined) return { ok: true, json };
    if (answer.text.trim() === "" && operation.method === "DELETE") return { ok: true, json: {} };
    return { ok: false, failure: failure("unreadable", { status, observed: shown() }) };
  }
  return {
    ok: false,
    failure: failure(kindOf(status, json), {
      status,
      retryAfterMs: retryAfterMs(answer.headers["retry-after"], answer.headers.date, now),
      observed: error?.messages.length ? null : shown(),
      ...(error ?? errorBody(json, redact)),
    }),
  };
}

function kindOf(status: number, json: unknown): ErrorKind {
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "payment";
  // A 404 without the API's own words comes from something else that listens there: it must not pass for "gone".
  if (status === 404) return isObject(json) && typeof json.message === "string" ? "not_found" : "contract";
  if (status === 409 || status === 422) return "refused";
  if (status === 429) return "rate_limit";
  if (status === 501 || status === 505) return "contract";
  if (status >= 500) return "unavailable";
  if (status < 200) return "unreadable";
  return "invalid";
}

/** The documented Error body, wherever `success` is false, whatever the status. */
function errorIn(json: unknown, redact: (text: string) => string) {
  return isObject(json) && json.success === false ? errorBody(json, redact) : null;
}

function errorBody(json: unknown, redact: (text: string) => string) {
  const read = errorBodySchema.safeParse(json);
  if (!read.success) return { messages: [], requiredCapability: null };
  const { message, messages, error, required_capability } = read.data;
  const said = [message, ...(messages ?? []), error]
    .flatMap((text) => (text === undefined ? [] : [printable(redact(text), MESSAGE_LENGTH)]))
    .filter((text) => text !== "");
  return {
    messages: [...new Set(said)],
    requiredCapability: required_capability ? printable(redact(required_capability), MESSAGE_LENGTH) : null,
  };
}

function snippet(text: string, redact: (text: string) => string): string {
  const start = printable(redact(text), SNIPPET_LENGTH);
  return start === "" ? "an empty answer" : `an answer that begins with: ${start}`;
}

function hidden(text: string): string {
  return text.trim() === "" ? "an empty answer" : "an answer that is not shown, because it may hold keys";
}

/** Where a redirect leads: host only, its path and query may hold anything. */
function target(answer: HttpAnswer, url: string, redact: (text: string) => string): string {
  const { location } = answer.headers;
  if (location === undefined) return "a redirect without a target";
  try {
    const { protocol, host } = new URL(location, url);
    return `a redirect to ${printable(redact(`${protocol}//${host}`), SNIPPET_LENGTH)}`;
  } catch {
    return "a redirect to something that is no address";
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
