import type { ServerHttp2Stream } from "node:http2";
import type { CallContext } from "./handlers";

/** The encoding of one message type. */
interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(input: Uint8Array): unknown;
}

/** One method of a service in the generated code. */
export interface Method {
  readonly name: string;
  readonly requestType: Codec;
  readonly requestStream: boolean;
  readonly responseType: Codec;
  readonly responseStream: boolean;
}

/** A service in the generated code. */
export interface Service {
  readonly fullName: string;
  readonly methods: { readonly [key: string]: Method };
}

/** Returns the path of a call's HTTP/2 request. */
export function pathOf(service: Service, method: Method): string {
  return `/${service.fullName}/${method.name}`;
}

export function encodeMessage(codec: Codec, message: unknown): Uint8Array {
  return codec.encode(message as never).finish();
}

/** Status codes of gRPC that a plugin uses. */
export const Status = { OK: 0, NOT_FOUND: 5, UNIMPLEMENTED: 12, INTERNAL: 13 } as const;

type StatusCode = (typeof Status)[keyof typeof Status];

/** An error that ends a call with a status. Any other error ends it with INTERNAL. */
export class StatusError extends Error {
  constructor(
    readonly code: StatusCode,
    details: string,
  ) {
    super(details);
  }
}

/** Returns the headers, or the trailers, that end a call. */
function statusHeaders(code: StatusCode, details = ""): { [name: string]: string } {
  return { "grpc-status": String(code), ...(details && { "grpc-message": percentEncoded(details) }) };
}

/** The longest header. HTTP/2 rejects the whole response if a block of headers is much longer. */
const LONGEST = 16_000;

/** Encodes text for a gRPC header: UTF-8, with everything but printable ASCII percent-encoded, and the percent sign too. */
function percentEncoded(text: string): string {
  const encode = (part: string) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  return text.slice(0, LONGEST / 4).replace(/[^ -$&-~]+/g, encode);
}

/** Answers one call on its HTTP/2 stream. */
export type Answer = (stream: ServerHttp2Stream) => void;

const HEADERS = { ":status": 200, "content-type": "application/grpc+proto" } as const;

/** Answers once, after the whole request has arrived. */
export function unary(
  method: Method,
  handler: (request: never, call: CallContext) => Promise<unknown>,
): Answer {
  return (stream) => {
    const cancellation = new Cancellation();
    const abort = () => cancellation.abort();
    // The stream closes if Terraform cancels the call or its connection closes.
    stream.once("close", abort);
    readMessage(stream)
      .then((bytes) => handler(method.requestType.decode(bytes) as never, cancellation))
      .then((response) => framed(encodeMessage(method.responseType, response)))
      .finally(() => stream.off("close", abort))
      .then((frame) => begin(stream)?.end(frame))
      .catch((error: unknown) => fail(stream, error));
  };
}

/**
 * Answers with a stream of messages, once the whole request has arrived. The next message is asked for only when Terraform has read
 * enough of those before. If Terraform ends the call, the signal is aborted, and the iteration returns.
 */
export function streamed(
  method: Method,
  handler: (request: never, call: CallContext) => AsyncIterable<unknown>,
): Answer {
  return (stream) => {
    const cancellation = new Cancellation();
    stream.once("close", () => cancellation.abort());
    readMessage(stream)
      .then(async (bytes) => {
        for await (const message of handler(method.requestType.decode(bytes) as never, cancellation)) {
          const open = stream.headersSent ? stream : begin(stream);
          if (!open || !isOpen(open)) return;
          if (!open.write(framed(encodeMessage(method.responseType, message)))) await drained(open);
        }
        if (isOpen(stream)) (stream.headersSent ? stream : begin(stream))?.end();
      })
      .catch((error: unknown) => fail(stream, error));
  };
}

/** Waits until Terraform has read enough, or has ended the call. */
function drained(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
    if (!isOpen(stream)) done();
  });
}

/** The signal of a call, created on demand: most of the thousands of calls never use it. */
class Cancellation implements CallContext {
  #controller: AbortController | undefined;
  #isAborted = false;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}

/** Answers every request with the same message. */
export function preparedReply(message: () => Promise<Uint8Array>): Answer {
  return (stream) => {
    readMessage(stream)
      .then(message)
      .then((bytes) => begin(stream)?.end(framed(bytes)))
      .catch((error: unknown) => fail(stream, error));
  };
}

/** Answers with the messages for the request, and then keeps the call open until Terraform ends it. */
export function heldOpen(method: Method, messages: (request: never) => readonly unknown[]): Answer {
  return (stream) => {
    readMessage(stream)
      .then((bytes) => messages(method.requestType.decode(bytes) as never))
      .then((all) => {
        const open = begin(stream);
        for (const message of all) open?.write(framed(encodeMessage(method.responseType, message)));
      })
      .catch((error: unknown) => fail(stream, error));
  };
}

/** Drops everything that arrives, sends nothing, and ends when Terraform ends. */
export const silent: Answer = (stream) => {
  begin(stream);
  stream.on("end", () => stream.end()).resume();
};

/** Ends a call with an error. The messages of a stream that were sent before still reach Terraform. */
export function fail(stream: ServerHttp2Stream, error: unknown): void {
  const code = error instanceof StatusError ? error.code : Status.INTERNAL;
  const details = error instanceof Error ? error.message : String(error);
  const headers = statusHeaders(code, details);
  // Drops the rest of the request.
  stream.resume();
  if (!isOpen(stream)) return;
  if (!stream.headersSent) stream.respond({ ...HEADERS, ...headers }, { endStream: true });
  else
    stream
      .removeAllListeners("wantTrailers")
      .once("wantTrailers", () => stream.sendTrailers(headers))
      .end();
}

/** Begins a response that ends with the status OK unless it fails. Undefined if the call is closed. */
function begin(stream: ServerHttp2Stream): ServerHttp2Stream | undefined {
  if (!isOpen(stream)) return undefined;
  stream.respond(HEADERS, { waitForTrailers: true });
  return stream.once("wantTrailers", () => stream.sendTrailers(statusHeaders(Status.OK)));
}

/** True until Terraform cancels the call or its connection closes. */
function isOpen(stream: ServerHttp2Stream): boolean {
  return !stream.closed && !stream.destroyed;
}

/** Bytes before each message: one for the compression, four for the length. */
const PREFIX = 5;

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
}

/** Reads the only message of a request. It may have any size: Terraform is the only client, and a state may have megabytes. */
async function readMessage(stream: ServerHttp2Stream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    stream.on("data", (chunk: Buffer) => chunks.push(chunk)).once("end", resolve);
  });
  const [first] = chunks;
  const body = first && chunks.length === 1 ? first : Buffer.concat(chunks);
  if (body[0] === 1) throw new StatusError(Status.UNIMPLEMENTED, "compressed messages are not supported");
  if (body.length < PREFIX || body.readUInt32BE(1) !== body.length - PREFIX)
    throw new StatusError(Status.INTERNAL, `a request of ${body.length} bytes that is not one whole message`);
  return body.subarray(PREFIX);
}
