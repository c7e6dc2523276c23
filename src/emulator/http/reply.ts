/** An HTTP answer before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is sent: a reply, or a connection that is broken, at once or after the head and half of the body of a reply. */
export type Outcome = Reply | { readonly reset: Reply | null };

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

/** The Error body, with its required fields only. */
export function errorReply(status: number, message: string): Reply {
  return jsonReply(status, { success: false, message });
}
