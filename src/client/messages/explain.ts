import { presetsWith } from "../../api/capabilities";
import { capabilityOf, OPERATIONS } from "../../api/operations";
import { ApiError, type Attempt, type ErrorKind, type Failure } from "./error";
import { fill, OPERATION_TEXTS, type OperationText } from "./operations";

/**
 * Puts a failure into words: what was attempted, what came back, what is allowed, what to do next. `lost`: it was a
 * write, and its outcome is not known.
 */
export function explain(attempt: Attempt, failed: Failure, lost = false): ApiError {
  const headline = lost ? "the request was sent, and its outcome is not known" : inShort(failed);
  return new ApiError(failed, {
    attempt,
    summary: `Could not ${doing(attempt)}: ${headline}`,
    detail: [...cameBack(attempt, failed), ...(lost ? [lostAdvice(attempt)] : advice(attempt, failed))].join(
      "\n",
    ),
    ...(lost ? { kind: "lost_write" as const } : {}),
  });
}

/** The attempt in words, as in `create the cluster "products"`. */
export function doing({ operation, pathParameters, subject }: Attempt): string {
  const words = fill(OPERATION_TEXTS[operation].phrase, pathParameters);
  return subject === undefined ? words : `${words} ${subject}`;
}

/** The request with how it ended, and what the service said: the first lines of every detail. */
export function cameBack(attempt: Attempt, failed: Failure): string[] {
  const { messages } = failed;
  const { operation, baseUrl, path, proxy } = attempt;
  const through = proxy === undefined ? "" : `, through ${proxy},`;
  return [
    `${OPERATIONS[operation].method} ${baseUrl}${path}${through} ${ended(failed)}.`,
    ...(messages.length === 0 ? [] : [`The service said: ${messages.join("; ")}`]),
  ];
}

/** How an attempt ended, as the end of a sentence that begins with the request. */
export function ended({ kind, status, observed }: Failure): string {
  const seen = observed === null ? "" : `, ${observed}`;
  if (kind === "timeout") return `was not answered in time${seen}`;
  if (status === null) return `failed${observed === null ? "" : `: ${observed}`}`;
  return `was answered with status ${status}${seen}`;
}

/** How an attempt ended, for the end of a summary. */
export function inShort({ kind, status, messages, observed }: Failure): string {
  if (kind === "timeout") return `no answer ${observed ?? "in time"}`;
  if (status === null) return observed ?? KINDS[kind].meaning;
  return `the management API answered ${status} (${messages[0] ?? KINDS[kind].meaning})`;
}

/** The reader's action when the outcome of a write is not known. */
export function lostAdvice({ operation, pathParameters }: Attempt): string {
  const { lost = "The request may have taken effect: look at the service before you run again." } =
    OPERATION_TEXTS[operation];
  return fill(lost, pathParameters);
}

const CHECK_ADDRESS = "Check base_url (or SEARCHCLOUD_BASE_URL) and the network, then run again.";
const WAS_REPEATED = "The request was repeated for as long as that made sense. Run again later.";

/** What each kind of failure means, for the end of a summary, and the reader's action where it is the same for all operations. */
const KINDS: Readonly<Record<ErrorKind, { readonly meaning: string; readonly action?: string }>> = {
  auth: { meaning: "not permitted" },
  payment: {
    meaning: "a payment method is required",
    action: "Add a payment method to the account, then run again.",
  },
  not_found: { meaning: "not found" },
  rate_limit: {
    meaning: "rate limit exceeded",
    action:
      "The limit counts per key, over everything that uses it. Wait a few minutes, use fewer runs at once, or lower requests_per_minute.",
  },
  invalid: { meaning: "the request was refused" },
  refused: { meaning: "the state or the configuration prevents it" },
  unavailable: { meaning: "the service is not available", action: WAS_REPEATED },
  network: { meaning: "no answer", action: CHECK_ADDRESS },
  tls: { meaning: "no trusted connection", action: CHECK_ADDRESS },
  proxy: { meaning: "the proxy refuses to connect" },
  timeout: { meaning: "no answer in time", action: WAS_REPEATED },
  unreadable: { meaning: "not JSON", action: WAS_REPEATED },
  contract: {
    meaning: "not what the API documents describe",
    action:
      "Check that base_url (or SEARCHCLOUD_BASE_URL) is the address of the management API, up to and including its version segment (/api/v1), and that dialect fits the service.",
  },
  redirect: {
    meaning: "a redirect, which is never followed",
    action:
      "A redirect is never followed, because the key would go along. If the API has moved, set base_url (or SEARCHCLOUD_BASE_URL) to its new address.",
  },
  lost_write: { meaning: "the outcome of the request is not known" },
};

/** What a failure means, what it has left as it was, and what to do next. */
function advice(attempt: Attempt, failed: Failure): string[] {
  const texts = OPERATION_TEXTS[attempt.operation];
  const { kind } = failed;
  if (failed.action !== null) return [failed.action];
  const untouched = texts.untouched === undefined ? "" : `${texts.untouched} `;
  const say = (text: string) => [fill(text, attempt.pathParameters)];
  if (kind === "auth") return authAdvice(attempt, failed, untouched);
  if (kind === "not_found") return say(missing(texts));
  if (kind === "invalid" || kind === "refused") return say(`${untouched}${texts[kind]}`);
  const { action = lostAdvice(attempt) } = KINDS[kind];
  return say(kind === "payment" || kind === "rate_limit" ? `${untouched}${action}` : action);
}

function missing({ subject }: OperationText): string {
  if (subject === undefined) {
    return "This address exists for every account: check base_url (or SEARCHCLOUD_BASE_URL).";
  }
  const named = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
  return `${named} does not exist, or this key cannot see it: the service answers both alike. Check the id, the key and the base URL.`;
}

function authAdvice({ operation }: Attempt, { requiredCapability }: Failure, untouched: string): string[] {
  const needed = requiredCapability ?? capabilityOf(operation);
  const check = `${untouched}Check that the key (api_key or SEARCHCLOUD_API_KEY) is complete and valid, and that the account is not restricted.`;
  if (needed === null) return [check];
  const presets = presetsWith(needed).join(", ");
  const have = `keys created from these presets have it: ${presets}.`;
  if (requiredCapability === null) return [`This operation needs the capability ${needed}; ${have}`, check];
  return [
    `The key lacks the capability ${needed}; ${have}`,
    `${untouched}Use a key that has it, then run again.`,
  ];
}
