import { presetsWith } from "../api/capabilities";
import { OPERATIONS, type OperationId } from "../api/operations";
import { ApiError, type ErrorKind, type Failure } from "./errors";
import { phrase } from "./phrases";

/** What was attempted; enough to put a failure of it into words. */
export interface Attempt {
  readonly operation: OperationId;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly baseUrl: string;
  /** Something that tells it from others of its kind, as in `"products"` for a create. */
  readonly subject?: string;
}

/**
 * Puts a failure into words: what was attempted, what came back, what is missing, what to do next. `lost`: it was a
 * write, and what became of it is not known.
 */
export function explain(attempt: Attempt, failed: Failure, lost = false): ApiError {
  const { operation, path, baseUrl } = attempt;
  const { method } = OPERATIONS[operation];
  const url = `${baseUrl}${path}`;
  const lines = [
    `${method} ${url} ${cameBack(failed)}.`,
    ...(failed.messages.length === 0 ? [] : [`The service said: ${failed.messages.join("; ")}`]),
    ...(lost ? [LOST[operation] ?? LOOK_FIRST] : advice(attempt, failed)),
  ];
  const headline = lost ? "the request was sent, and what became of it is not known" : inShort(failed);
  return new ApiError(failed, {
    operation,
    method,
    path,
    url,
    summary: `Could not ${doing(attempt)}: ${headline}`,
    detail: lines.join("\n"),
    ...(lost ? { kind: "lost_write" as const } : {}),
  });
}

/** The attempt in words, as in `create the cluster "products"`. */
export function doing({ operation, pathParameters, subject }: Attempt): string {
  const words = phrase(operation, pathParameters);
  return subject === undefined ? words : `${words} ${subject}`;
}

/** How an attempt ended, as the end of a sentence that begins with the request. */
export function cameBack({ kind, status, observed }: Failure): string {
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
  lost_write: "what became of the request is not known",
};

function advice(attempt: Attempt, failed: Failure): string[] {
  switch (failed.kind) {
    case "auth":
      return authAdvice(attempt.operation, failed);
    case "payment":
      return ["Add a payment method to the account, then run again. Nothing was created or changed."];
    case "not_found":
      return [
        "It does not exist, or this key cannot see it: the service answers both alike. Check the id, the key and the base URL.",
      ];
    case "rate_limit":
      return [
        "The limit counts per key, over everything that uses it. Wait a few minutes, use fewer runs at once, or lower requests_per_minute.",
      ];
    case "invalid":
      return ["Correct the configuration as the service says, then run again."];
    case "refused":
      return ["The state of the cluster, or what was asked for, forbids it at this time."];
    case "unavailable":
    case "timeout":
    case "unreadable":
      return ["It was tried again for as long as that made sense. Run again later."];
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
      return [LOOK_FIRST];
  }
}

const LOOK_FIRST = "The request may have taken effect: look at the service before you run again.";

const LOST: Readonly<Partial<Record<OperationId, string>>> = {
  issueClusterApiKeys:
    "A pair of keys may have been issued that nobody has seen. It stays valid: list the keys at the cluster itself (GET /keys of the data plane) and delete those that nobody uses. Running again issues another pair.",
};

function authAdvice(operation: OperationId, failed: Failure): string[] {
  const needed = failed.requiredCapability ?? OPERATIONS[operation].capability;
  const checks =
    "Check that the key (api_key or SEARCHCLOUD_API_KEY) is complete and valid, and that the account is not restricted.";
  if (needed === null) return [checks];
  const presets = presetsWith(needed).join(", ");
  const missing =
    failed.requiredCapability === null
      ? `This operation needs the capability ${needed}`
      : `The key lacks the capability ${needed}`;
  const line = `${missing}; keys made from these presets have it: ${presets}.`;
  return failed.requiredCapability === null
    ? [line, checks]
    : [line, "Use a key that has it, then run again."];
}
