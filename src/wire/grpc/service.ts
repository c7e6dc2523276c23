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
