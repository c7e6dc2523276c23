import { Agent, request } from "undici";
import { trusting } from "./authorities";
import type { HttpProxy } from "./proxy";
import { tunnelAgent } from "./tunnel";

/** One HTTP request, ready to leave. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** One HTTP answer, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Sends one request and reads its answer; rejects when no whole answer arrives. Follows no redirect. */
export interface Transport {
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** How the service is reached. */
export interface Network {
  /** @default null: directly */
  readonly proxy?: HttpProxy | null;
  /** Certificates in PEM that are trusted beside those that Node trusts. @default none */
  readonly authorities?: readonly string[];
  /** Milliseconds that a connection may take, and so may the answer of a proxy. @default 10 000 */
  readonly connectTimeout?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** The most bytes of one answer. A page of clusters has some 200 KB; more comes from something else, or from a fault. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The answer was cut off, because it is larger than {@link MAX_ANSWER_BYTES}. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";

  constructor(readonly status: number) {
    super(`an answer of more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`);
  }
}

/** The transport over undici. */
export function undiciTransport({
  proxy = null,
  authorities = [],
  connectTimeout = CONNECT_TIMEOUT_MS,
}: Network = {}): Transport {
  const trust = authorities.length > 0 && { secureContext: trusting(authorities) };
  const connect = { timeout: connectTimeout, ...trust };
  const agent = (options: Pick<Agent.Options, "pipelining">) =>
    proxy === null ? new Agent({ connect, ...options }) : tunnelAgent(proxy, connect, options);
  const forReads = agent({});
  // A kept connection that the server closes in this very moment would lose the answer of a write: each write
  // gets a connection of its own.
  const forWrites = agent({ pipelining: 0 });
  return {
    async send({ method, url, headers, body, signal }) {
      const dispatcher = method === "GET" ? forReads : forWrites;
      const answer = await request(url, { method, headers, body, signal, dispatcher });
      const { statusCode: status } = answer;
      const fields = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      return { status, headers: Object.fromEntries(fields), text: await readLimited(answer.body, status) };
    },
    async close() {
      await Promise.all([forReads.close(), forWrites.close()]);
    },
  };
}

async function readLimited(body: AsyncIterable<Buffer>, status: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection, so that nothing more of the answer arrives.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLarge(status);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
