import type { Assumptions } from "../assumptions";

/** A failed rule. `field` is null if it is about the whole body. Its text follows the name of the field. */
export interface Problem {
  readonly field: string | null;
  readonly text: string;
}

interface RefusalDetail {
  /** Every failed rule, if the message combines several. */
  messages?: readonly string[];
  requiredCapability?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A request that is rejected with the documented Error body (management API, Errors). */
export class RefusalError extends Error {
  override readonly name = "RefusalError";

  constructor(
    readonly status: number,
    message: string,
    readonly detail: RefusalDetail = {},
  ) {
    super(message);
  }
}

/** Returns the refusal for failed rules. */
export type RefusalOf = (status: number, problems: readonly Problem[]) => RefusalError;

/** Returns one refusal for all failed rules. `named` returns the name of a field in the requester's dialect. */
export function problemsRefusal(
  status: number,
  problems: readonly Problem[],
  named: (field: string) => string = (field) => field,
): RefusalError {
  const messages = problems.map(({ field, text }) => (field === null ? text : `${named(field)} ${text}`));
  return new RefusalError(status, messages.join("; "), { messages });
}

/** Returns the documented Error body. Assumptions decide about the optional fields. */
export function errorBody(refusal: RefusalError, assumptions: Assumptions): Record<string, unknown> {
  const { messages, requiredCapability } = refusal.detail;
  const detailed = assumptions.error_detail !== "none";
  return {
    success: false,
    message: refusal.message,
    ...(detailed && messages !== undefined ? { messages } : {}),
    ...(assumptions.error_detail === "messages_and_error" ? { error: CODES[refusal.status] ?? "error" } : {}),
    ...(requiredCapability !== undefined && assumptions.required_capability === "present"
      ? { required_capability: requiredCapability }
      : {}),
  };
}

const CODES: Readonly<Record<number, string>> = {
  400: "invalid_request",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  422: "unprocessable",
  429: "rate_limited",
};
