import type { JournaledRequest } from "../journal";

/** An HTTP response before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string, or parts of it as they are produced. */
  readonly body: string | AsyncIterable<string>;
  /** Compresses the body if it is complete. @default false */
  readonly gzip?: boolean;
}

/** A response with a complete body. */
export interface WholeReply extends Reply {
  readonly body: string;
}

/** A response, or a connection reset: at once (null), or after the head and half of the body of a response. */
export type Outcome = Reply | { readonly reset: WholeReply | null };

/** Waits for the end of the body. */
export async function whole(reply: Reply): Promise<WholeReply> {
  const { body } = reply;
  if (typeof body === "string") return { ...reply, body };
  let text = "";
  for await (const part of body) text += part;
  return { ...reply, body: text };
}

export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WholeReply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** Returns the Error body with its required fields only. */
export function errorReply(status: number, message: string): WholeReply {
  return jsonReply(status, { success: false, message });
}

/** A request that has been read, with the function that carries it out. */
export interface Exchange
  extends Pick<JournaledRequest, "method" | "path" | "query" | "operation" | "key" | "body"> {
  /** The cluster that the request addresses, for a race that names none. */
  readonly cluster: string | undefined;
  /** Returns an error in the form of the API that the request is for. */
  readonly error: (status: number, message: string) => WholeReply;
  carryOut(): Completion | Promise<Completion>;
}

export interface Completion {
  readonly outcome: Outcome;
  /** True if the operation was carried out. */
  readonly done: boolean;
}
