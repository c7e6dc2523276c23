import { Agent, request } from "undici";

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

const CONNECT_TIMEOUT_MS = 10_000;

/** The transport over undici. */
export function undiciTransport(): Transport {
  const connect = { timeout: CONNECT_TIMEOUT_MS };
  const forReads = new Agent({ connect });
  // A kept connection that the server closes in this very moment would lose the answer of a write: each write
  // gets a connection of its own.
  const forWrites = new Agent({ connect, pipelining: 0 });
  return {
    async send({ method, url, headers, body, signal }) {
      const answer = await request(url, {
        method,
        headers,
        body,
        signal,
        dispatcher: method === "GET" ? forReads : forWrites,
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: flatten(answer.headers), text };
    },
    async close() {
      await Promise.all([forReads.close(), forWrites.close()]);
    },
  };
}

function flatten(headers: Record<string, string | string[] | undefined>): HttpAnswer["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
}
