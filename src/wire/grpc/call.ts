import type { ServerHttp2Stream } from "node:http2";
import type { CallContext } from "./handlers";

/** How a message of one type goes over the wire. */
interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(input: Uint8Array): unknown;
}

/** One call of a service, as the generated code describes it. */
export interface Method {
  readonly name: string;
  readonly requestType: Codec;
  readonly requestStream: boolean;
  readonly responseType: Codec;
  readonly responseStream: boolean;
}

/** A service, as the generated code describes it. */
export interface Service {
  readonly fullName: string;
  readonly methods: { readonly [key: string]: Method };
}

/** The path of a call's HTTP/2 request. */
export function pathOf(service: Service, method: Method): string {
  return `/${service.fullName}/${method.name}`;
}

export function bytesOf(codec: Codec, message: unknown): Uint8Array {
  return codec.encode(message as never).finish();
}

/** The statuses of gRPC that a plugin answers with (gRPC, Status codes). */
export const Status = { OK: 0, NOT_FOUND: 5, UNIMPLEMENTED: 12, INTERNAL: 13 } as const;

type StatusCode = (typeof Status)[keyof typeof Status];

/** Ends a call with a status; any other error ends it with INTERNAL. */
export class StatusError extends Error {
  constructor(
    readonly code: StatusCode,
    details: string,
  ) {
    super(details);
  }
}

/** The headers, or the trailers, that end a call. */
function statusHeaders(code: StatusCode, details = ""): { [name: string]: string } {
  return { "grpc-status": String(code), ...(details && { "grpc-message": percentEncoded(details) }) };
}

/** HTTP/2 refuses a block of headers that is much longer, and with it the whole answer. */
const LONGEST = 16_000;

/** As gRPC writes text into a header: UTF-8, in which all but printable ASCII is percent-encoded, and the percent sign itself. */
function percentEncoded(text: string): string {
  const encode = (part: string) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  return text.slice(0, LONGEST / 4).replace(/[^ -$&-~]+/g, encode);
}

/** Answers one call on its stream of HTTP/2. */
export type Answer = (stream: ServerHttp2Stream) => void;

const HEADERS = { ":status": 200, "content-type": "application/grpc+proto" } as const;

/** Answers once, after the whole request. */
export function unary(
  method: Method,
  handler: (request: never, call: CallContext) => Promise<unknown>,
): Answer {
  return (stream) => {
    const cancellation = new Cancellation();
    const abort = () => cancellation.abort();
    // Terraform has cancelled the call, or its connection has closed.
    stream.once("close", abort);
    readMessage(stream)
      .then((bytes) => handler(method.requestType.decode(bytes) as never, cancellation))
      .then((response) => framed(bytesOf(method.responseType, response)))
      .finally(() => stream.off("close", abort))
      .then((frame) => begin(stream)?.end(frame))
      .catch((error: unknown) => fail(stream, error));
  };
}

/** The signal of a call, made when somebody asks for it: most calls never do, and there are thousands. */
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
export function ready(message: () => Promise<Uint8Array>): Answer {
  return (stream) => {
    readMessage(stream)
      .then(message)
      .then((bytes) => begin(stream)?.end(framed(bytes)))
      .catch((error: unknown) => fail(stream, error));
  };
}

/** Answers with what `messages` says of the request, and then keeps the call open until Terraform ends it. */
export function heldOpen(method: Method, messages: (request: never) => readonly unknown[]): Answer {
  return (stream) => {
    readMessage(stream)
      .then((bytes) => messages(method.requestType.decode(bytes) as never))
      .then((all) => {
        const open = begin(stream);
        for (const message of all) open?.write(framed(bytesOf(method.responseType, message)));
      })
      .catch((error: unknown) => fail(stream, error));
  };
}

/** Reads and drops whatever comes, says nothing, and ends when Terraform ends. */
export const silent: Answer = (stream) => {
  begin(stream);
  stream.on("end", () => stream.end()).resume();
};

/** Ends a call that has no answer yet. */
export function fail(stream: ServerHttp2Stream, error: unknown): void {
  const code = error instanceof StatusError ? error.code : Status.INTERNAL;
  const details = error instanceof Error ? error.message : String(error);
  // What is still coming of the request is dropped.
  stream.resume();
  if (isOpen(stream)) stream.respond({ ...HEADERS, ...statusHeaders(code, details) }, { endStream: true });
}

/** Begins an answer whose end says OK; undefined when nobody waits for it any more. */
function begin(stream: ServerHttp2Stream): ServerHttp2Stream | undefined {
  if (!isOpen(stream)) return undefined;
  stream.respond(HEADERS, { waitForTrailers: true });
  return stream.once("wantTrailers", () => stream.sendTrailers(statusHeaders(Status.OK)));
}

/** Not once Terraform has cancelled the call or its connection has closed. */
function isOpen(stream: ServerHttp2Stream): boolean {
  return !stream.closed && !stream.destroyed;
}

/** Before each message: whether it is compressed, and its length in four bytes. */
const PREFIX = 5;

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
}

/** The only message of a request, of any size: state and configuration may hold megabytes, and the only client is Terraform. */
async function readMessage(stream: ServerHttp2Stream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    stream.on("data", (chunk: Buffer) => chunks.push(chunk)).once("end", resolve);
  });
  const [first] = chunks;
  const body = first && chunks.length === 1 ? first : Buffer.concat(chunks);
  if (body[0] === 1) throw new StatusError(Status.UNIMPLEMENTED, "messages are not compressed here");
  if (body.length < PREFIX || body.readUInt32BE(1) !== body.length - PREFIX)
    throw new StatusError(Status.INTERNAL, `a request of ${body.length} bytes that is not one whole message`);
  return body.subarray(PREFIX);
}
