import { presetsWith } from "../../api/capabilities";
import { OPERATIONS, type OperationId } from "../../api/operations";
import type { Failure } from "./error";
import { remedyOf } from "./remedies";

/** The operation that failed, and the ids that it was about. */
interface Attempted {
  readonly operation: OperationId;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** What a failure means, what it has left as it was, and what to do next: one sentence or more a line. */
export function advice({ operation, pathParameters }: Attempted, failed: Failure): string[] {
  const { subject, untouched, invalid, refused } = remedyOf(operation, pathParameters);
  const left = untouched === undefined ? "" : ` ${untouched}`;
  switch (failed.kind) {
    case "auth":
      return authAdvice(operation, failed, left);
    case "payment":
      return [`Add a payment method to the account, then run again.${left}`];
    case "not_found":
      return [missing(subject)];
    case "rate_limit":
      return [
        `The limit counts per key, over everything that uses it. Wait a few minutes, use fewer runs at once, or lower requests_per_minute.${left}`,
      ];
    case "invalid":
      return [`${invalid}${left}`];
    case "refused":
      return [`${refused}${left}`];
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
      return [lostAdvice({ operation, pathParameters })];
  }
}

/** Where to look when a write was sent and nobody knows what became of it. */
export function lostAdvice({ operation, pathParameters }: Attempted): string {
  const { lost } = remedyOf(operation, pathParameters);
  return lost ?? "The request may have taken effect: look at the service before you run again.";
}

function missing(subject: string | undefined): string {
  if (subject === undefined) {
    return "This address exists for every account: check base_url (or SEARCHCLOUD_BASE_URL).";
  }
  const named = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
  return `${named} does not exist, or this key cannot see it: the service answers both alike. Check the id, the key and the base URL.`;
}

function authAdvice(operation: OperationId, failed: Failure, left: string): string[] {
  const needed = failed.requiredCapability ?? OPERATIONS[operation].capability;
  const checks = `Check that the key (api_key or SEARCHCLOUD_API_KEY) is complete and valid, and that the account is not restricted.${left}`;
  if (needed === null) return [checks];
  const presets = presetsWith(needed).join(", ");
  const lacking =
    failed.requiredCapability === null
      ? `This operation needs the capability ${needed}`
      : `The key lacks the capability ${needed}`;
  const line = `${lacking}; keys made from these presets have it: ${presets}.`;
  return failed.requiredCapability === null
    ? [line, checks]
    : [line, `Use a key that has it, then run again.${left}`];
}
