import { Readable } from "node:stream";
import { Agent, request } from "undici";
import { tlsOptions } from "./authorities";
import type { HttpProxy } from "./proxy";
import { tunnelAgent } from "./tunnel";

/** One HTTP request, ready to leave. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** One HTTP request with a streamed body, which is read no faster than it can be sent. */
export interface StreamRequest extends Omit<HttpRequest, "body"> {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** One HTTP answer, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** One HTTP answer whose body is still to be read; leaving the loop over it closes the connection. */
export interface StreamAnswer extends Omit<HttpAnswer, "text"> {
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends requests; rejects if no complete answer arrives. Follows no redirect. */
export interface Transport {
  /** Sends one request and reads its answer. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** The same for streamed bodies. Resolves when an answer begins; the signal also ends the reading of it. */
  open(request: StreamRequest): Promise<StreamAnswer>;
  close(): Promise<void>;
}

/** Options of connections to the service. */
export interface Network {
  /** @default null: directly */
  readonly proxy?: HttpProxy | null;
  /** Certificates in PEM that are trusted beside those that Node trusts. @default none */
  readonly authorities?: readonly string[];
  /** Milliseconds until the timeout of a connection, and of the answer of a proxy. @default 10 000 */
  readonly connectTimeout?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** The most bytes of one answer. A page of clusters has some 200 KB; more comes from something else, or from a fault. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The answer was truncated, because it is larger than {@link MAX_ANSWER_BYTES}. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";

  constructor(readonly status: number) {
    super(`an answer of more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`);
  }
}

/** Creates the transport over undici. */
export function undiciTransport({
  proxy = null,
  authorities = [],
  connectTimeout = CONNECT_TIMEOUT_MS,
}: Network = {}): Transport {
  const connect = tlsOptions(connectTimeout, authorities);
  const agent = (options: Pick<Agent.Options, "pipelining">) =>
    proxy === null ? new Agent({ connect, ...options }) : tunnelAgent(proxy, connect, options);
  const forReads = agent({});
  // A server may close a kept connection at the very moment of a write, whose answer would be lost: each write gets a
  // connection of its own.
  const forWrites = agent({ pipelining: 0 });
  const answered = async (url: string, options: Omit<HttpRequest, "url" | "body"> & Sending) => {
    const dispatcher = options.method === "GET" ? forReads : forWrites;
    const { statusCode: status, headers, body } = await request(url, { ...options, dispatcher });
    const fields = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { status, headers: Object.fromEntries(fields), body };
  };
  return {
    async send({ url, ...options }) {
      const { body, ...answer } = await answered(url, { ...options, ...UNTIMED });
      return { ...answer, text: await readLimited(body, answer.status) };
    },
    open: ({ url, body, ...options }) =>
      answered(url, {
        ...options,
        body: body === null ? null : Readable.from(body, { objectMode: false }),
        headersTimeout: SILENCE_MS,
        bodyTimeout: SILENCE_MS,
      }),
    async close() {
      await Promise.all([forReads.close(), forWrites.close()]);
    },
  };
}

/** Options of undici beside the request. */
interface Sending {
  readonly body: string | Readable | null;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** The caller measures the timeout with the injected clock. */
const UNTIMED = { headersTimeout: 0, bodyTimeout: 0 };
/** Milliseconds for which a stream may stall. */
const SILENCE_MS = 600_000;

/** Reads an answer to its end. Throws {@link AnswerTooLargeError}. */
export async function readLimited(body: AsyncIterable<Uint8Array>, status: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection, so that nothing more of the answer arrives.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLargeError(status);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
