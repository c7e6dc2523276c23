/** An HTTP answer before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A reply that is sent, or a connection that is broken (`reply`: after the head and half of the body). */
export type Outcome = { kind: "reply"; reply: Reply } | { kind: "reset"; reply: Reply | null };

export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}
