import type { Assumptions } from "../assumptions/index";

export interface RefusalDetail {
  /** Every failed rule, when more than the message is to be said. */
  messages?: readonly string[];
  requiredCapability?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A request that is answered with the documented Error body (management API, Errors). */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    message: string,
    readonly detail: RefusalDetail = {},
  ) {
    super(message);
  }
}

/** The refusal for a list of failed rules: all of them, in one answer. */
export function refusalOf(status: number, messages: readonly string[]): Refusal {
  return new Refusal(status, messages.join("; "), { messages });
}

/** The documented Error body; the optional fields are there as the assumptions say. */
export function errorBody(refusal: Refusal, assumptions: Assumptions): Record<string, unknown> {
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
