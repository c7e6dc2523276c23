import type { JournaledRequest } from "../journal";

/** An HTTP answer before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or parts of it as they come. */
  readonly body: string | AsyncIterable<string>;
  /** Whether a body that is complete is compressed. @default false */
  readonly gzip?: boolean;
}

/** An answer whose body is complete. */
export interface WholeReply extends Reply {
  readonly body: string;
}

/** What is sent: a reply, or a connection that is broken, at once or after the head and half of the body of a reply. */
export type Outcome = Reply | { readonly reset: WholeReply | null };

/** Waits for the end of a body that comes in parts. */
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

/** The Error body, with its required fields only. */
export function errorReply(status: number, message: string): WholeReply {
  return jsonReply(status, { success: false, message });
}

/** A request that has been read, with the function that carries it out. */
export interface Exchange
  extends Pick<JournaledRequest, "method" | "path" | "query" | "operation" | "key" | "body"> {
  /** The cluster that it addresses, for a race that names none. */
  readonly cluster: string | undefined;
  /** An error in the form of the API that the request is for. */
  readonly error: (status: number, message: string) => WholeReply;
  carryOut(): Completion | Promise<Completion>;
}

export interface Completion {
  readonly outcome: Outcome;
  /** Whether the operation was carried out. */
  readonly done: boolean;
}
