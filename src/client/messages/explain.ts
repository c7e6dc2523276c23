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
  return [
    `${OPERATIONS[attempt.operation].method} ${attempt.baseUrl}${attempt.path} ${ended(failed)}.`,
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
  if (status === null) return observed ?? MEANING[kind];
  return `the management API answered ${status} (${messages[0] ?? MEANING[kind]})`;
}

const MEANING: Readonly<Record<ErrorKind, string>> = {
  auth: "not permitted",
  payment: "a payment method is required",
  not_found: "not found",
  rate_limit: "rate limit exceeded",
  invalid: "the request was refused",
  refused: "the state or the configuration prevents it",
  unavailable: "the service is not available",
  network: "no answer",
  tls: "no trusted connection",
  timeout: "no answer in time",
  unreadable: "not JSON",
  contract: "not what the API documents describe",
  redirect: "a redirect, which is never followed",
  lost_write: "the outcome of the request is not known",
};

/** The reader's action when the outcome of a write is not known. */
export function lostAdvice({ operation, pathParameters }: Attempt): string {
  const { lost = "The request may have taken effect: look at the service before you run again." } =
    OPERATION_TEXTS[operation];
  return fill(lost, pathParameters);
}

/** What a failure means, what it has left as it was, and what to do next. */
function advice(attempt: Attempt, failed: Failure): string[] {
  const texts = OPERATION_TEXTS[attempt.operation];
  const untouched = texts.untouched === undefined ? "" : `${texts.untouched} `;
  const say = (text: string) => [fill(`${untouched}${text}`, attempt.pathParameters)];
  switch (failed.kind) {
    case "auth":
      return authAdvice(attempt, failed, untouched);
    case "payment":
      return say("Add a payment method to the account, then run again.");
    case "not_found":
      return [fill(missing(texts), attempt.pathParameters)];
    case "rate_limit":
      return say(
        "The limit counts per key, over everything that uses it. Wait a few minutes, use fewer runs at once, or lower requests_per_minute.",
      );
    case "invalid":
    case "refused":
      return say(texts[failed.kind]);
    case "unavailable":
    case "timeout":
    case "unreadable":
      return ["The request was repeated for as long as that made sense. Run again later."];
    case "network":
    case "tls":
      return ["Check base_url (or SEARCHCLOUD_BASE_URL) and the network, then run again."];
    case "contract":
      return [
        "Check that base_url (or SEARCHCLOUD_BASE_URL) is the address of the management API, up to and including its version segment (/api/v1), and that dialect fits the service.",
      ];
    case "redirect":
      return [
        "A redirect is never followed, because the key would go along. If the API has moved, set base_url (or SEARCHCLOUD_BASE_URL) to its new address.",
      ];
    case "lost_write":
      return [lostAdvice(attempt)];
  }
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
