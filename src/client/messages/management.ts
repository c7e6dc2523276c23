import { presetsWith } from "../../api/capabilities";
import { DIALECTS, type Dialect } from "../../api/dialects";
import { capabilityOf, OPERATIONS, type OperationId } from "../../api/operations";
import type { ApiWords, Attempt, Failure, OperationText } from "../../http/attempt";
import { capitalized } from "../../http/explain";
import { OPERATION_TEXTS } from "./operations";

const CHECK_ADDRESS = "Check base_url (or SEARCHCLOUD_BASE_URL) and the network, then run again.";
const WAS_REPEATED = "The request was repeated until the retry limit. Run again later.";

const WORDS: Omit<ApiWords, "forbidden"> = {
  speaker: "the management API",
  actions: {
    payment: "Add a payment method to the account, then run again.",
    rate_limit:
      "The limit counts per key, over everything that uses it. Wait a few minutes, use fewer runs at once, or lower requests_per_minute.",
    unavailable: WAS_REPEATED,
    network: CHECK_ADDRESS,
    tls: CHECK_ADDRESS,
    timeout: WAS_REPEATED,
    unreadable: WAS_REPEATED,
    contract:
      "Check that base_url (or SEARCHCLOUD_BASE_URL) is the address of the management API, up to and including its version segment (/api/v1), and that dialect fits the service.",
    redirect:
      "A redirect is never followed, because the key would go along. If the API has moved, set base_url (or SEARCHCLOUD_BASE_URL) to its new address.",
  },
  missing,
};

/** Creates the attempt of an operation of the management API. */
export function managementAttempt({
  operation,
  dialect,
  ...given
}: Pick<Attempt, "pathParameters" | "path" | "baseUrl" | "proxy" | "subject"> & {
  readonly operation: OperationId;
  /** The dialect that the request is written in; undefined: it does not matter. */
  readonly dialect?: Dialect;
}) {
  const { method } = OPERATIONS[operation];
  return {
    ...given,
    operation,
    method,
    texts: OPERATION_TEXTS[operation],
    api: { ...WORDS, forbidden: (failed, untouched) => forbidden(operation, dialect, failed, untouched) },
  } satisfies Attempt;
}

function missing({ subject }: OperationText): string {
  if (subject === undefined) {
    return "This address exists for every account: check base_url (or SEARCHCLOUD_BASE_URL).";
  }
  return `${capitalized(subject)} does not exist, or this key cannot see it: the service does not distinguish the two. Check the id, the key and the base URL.`;
}

function forbidden(
  operation: OperationId,
  dialect: Dialect | undefined,
  { requiredCapability }: Failure,
  untouched: string,
): string[] {
  const needed = requiredCapability ?? capabilityOf(operation);
  // A service of the other dialect expects the key in another header, and answers as if there were none.
  const header = dialect ? ` ${sentIn(dialect)}` : "";
  const check = `${untouched}Check that the key (api_key or SEARCHCLOUD_API_KEY) is complete and valid, and that the account is not restricted.${header}`;
  if (needed === null) return [check];
  const presets = presetsWith(needed).join(", ");
  const have = `keys created from these presets have it: ${presets}.`;
  if (requiredCapability === null) return [`This operation needs the capability ${needed}; ${have}`, check];
  return [
    `The key lacks the capability ${needed}; ${have}`,
    `${untouched}Use a key that has it, then run again.`,
  ];
}

function sentIn(dialect: Dialect): string {
  const others = (Object.keys(DIALECTS) as Dialect[]).filter((one) => one !== dialect);
  return (
    `It was sent in the header ${DIALECTS[dialect].managementKeyHeader}, that of dialect ${dialect}: if the service uses ` +
    `${others.join(" or ")}, set dialect (or SEARCHCLOUD_DIALECT).`
  );
}
