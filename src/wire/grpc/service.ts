import {
  type handleUnaryCall,
  type MethodDefinition,
  type Server,
  status,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import type { CallContext } from "./handlers";

/** How a message of one type goes over the wire. */
interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(input: Uint8Array): unknown;
}

interface Method {
  readonly name: string;
  readonly requestType: Codec;
  readonly requestStream: boolean;
  readonly responseType: Codec;
  readonly responseStream: boolean;
}

/** A service as the generated code describes it. */
export interface Service {
  readonly fullName: string;
  readonly methods: { readonly [key: string]: Method };
}

/** Adds those calls of a service that have an implementation; grpc-js answers UNIMPLEMENTED to the others. */
export function addService(
  server: Server,
  service: Service,
  implementation: { readonly [key: string]: UntypedHandleCall | undefined },
): void {
  const definition: { [key: string]: MethodDefinition<unknown, unknown> } = {};
  const calls: { [key: string]: UntypedHandleCall } = {};
  for (const [key, method] of Object.entries(service.methods)) {
    const call = implementation[key];
    if (!call) continue;
    definition[key] = methodDefinition(service, method);
    calls[key] = call;
  }
  // grpc-js refuses a service without calls.
  if (Object.keys(calls).length > 0) server.addService(definition, calls);
}

/** The description of one call that grpc-js takes, for a server or a client. */
export function methodDefinition(service: Service, method: Method): MethodDefinition<unknown, unknown> {
  return {
    path: `/${service.fullName}/${method.name}`,
    requestStream: method.requestStream,
    responseStream: method.responseStream,
    requestSerialize: (message) => bytesOf(method.requestType, message),
    requestDeserialize: (bytes) => method.requestType.decode(bytes),
    responseSerialize: (message) => bytesOf(method.responseType, message),
    responseDeserialize: (bytes) => method.responseType.decode(bytes),
  };
}

/** A handler that answers once, as grpc-js calls it. */
export function unary<Request, Response>(
  handler: (request: Request, call: CallContext) => Promise<Response>,
): handleUnaryCall<Request, Response> {
  return async (call, callback) => {
    const cancelled = new AbortController();
    const abort = () => cancelled.abort();
    call.once("cancelled", abort);
    try {
      callback(null, await handler(call.request, { signal: cancelled.signal }));
    } catch (error) {
      const details = error instanceof Error ? error.message : String(error);
      callback({ code: status.INTERNAL, details });
    } finally {
      // grpc-js says so of answered calls too, which is not worth an abort.
      call.off("cancelled", abort);
    }
  };
}

function bytesOf(codec: Codec, message: unknown): Buffer {
  const bytes = codec.encode(message as never).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
