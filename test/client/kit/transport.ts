import type {
  HttpAnswer,
  HttpRequest,
  StreamAnswer,
  StreamRequest,
  Transport,
} from "../../../src/http/transport";

/** The reaction of a scripted service to a request: an answer, a failure, or no answer ever. */
export type Reply = HttpAnswer | Error | "hang";
export type Handler = (request: HttpRequest, count: number) => Reply | Promise<Reply>;

export const json = (status: number, body: unknown, headers: HttpAnswer["headers"] = {}): HttpAnswer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  text: JSON.stringify(body),
});

export const text = (status: number, body: string, headers: HttpAnswer["headers"] = {}): HttpAnswer => ({
  status,
  headers: { "content-type": "text/html", ...headers },
  text: body,
});

export const error = (status: number, message: string, headers: HttpAnswer["headers"] = {}): HttpAnswer =>
  json(status, { success: false, message }, headers);

/** An error as the system reports it. */
export const systemError = (code: string, message = code): Error =>
  Object.assign(new Error(message), { code });

export const RESET = systemError("ECONNRESET", "read ECONNRESET");

/** A transport that answers from a handler, without a network. */
export class ScriptedTransport implements Transport {
  readonly requests: HttpRequest[] = [];
  closed = false;

  constructor(private readonly handler: Handler) {}

  async send(request: HttpRequest): Promise<HttpAnswer> {
    this.requests.push(request);
    const reply = await this.handler(request, this.requests.length);
    if (reply instanceof Error) throw reply;
    if (reply !== "hang") return reply;
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    });
  }

  readonly open = openedBy(this);

  async close(): Promise<void> {
    this.closed = true;
  }

  /** "METHOD /path?query" of every request, below the base URL. */
  get lines(): string[] {
    return this.requests.map(({ method, url }) => `${method} ${url.replace(/^.*\/api\/v1/, "")}`);
  }
}

/** Streams over a transport that buffers what it sends and receives. */
export function openedBy(transport: Pick<Transport, "send">) {
  return async ({ body, ...request }: StreamRequest): Promise<StreamAnswer> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body ?? []) pieces.push(piece);
    const { text, ...answer } = await transport.send({
      ...request,
      body: body === null ? null : Buffer.concat(pieces).toString(),
    });
    async function* read() {
      yield Buffer.from(text);
    }
    return { ...answer, body: read() };
  };
}

/** The answer to a request that is never answered: it ends when the sender aborts it. */
export function unanswered({ signal }: Pick<HttpRequest, "signal">): Promise<never> {
  const error = new Error("aborted");
  return new Promise((_, reject) => {
    if (signal.aborted) reject(error);
    else signal.addEventListener("abort", () => reject(error), { once: true });
  });
}
