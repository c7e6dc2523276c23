import type { ProviderDefinition } from "../generated/tfplugin6";

/** The context that a handler gets besides its request. */
export interface CallContext {
  /** Aborted when Terraform cancels the call or its connection closes. */
  readonly signal: AbortSignal;
}

type Methods = (typeof ProviderDefinition)["methods"];
type MessageOf<Codec> = Codec extends { decode(input: Uint8Array): infer Message } ? Message : never;
type HandlerOf<Method> = Method extends { requestType: infer Request; responseType: infer Response }
  ? (request: MessageOf<Request>, call: CallContext) => Promise<MessageOf<Response>>
  : never;
type StreamOf<Method> = Method extends { requestType: infer Request; responseType: infer Response }
  ? (request: MessageOf<Request>, call: CallContext) => AsyncIterable<MessageOf<Response>>
  : never;
type Answering<Streams extends boolean> = {
  [Name in keyof Methods]: Methods[Name]["responseStream"] extends Streams ? Name : never;
}[keyof Methods];
/** Calls that answer once. */
type Unary = Answering<false>;
/** Calls that answer with a stream of messages: lists and actions. */
export type Streamed = Answering<true>;

/**
 * The handlers of Terraform's calls, by the name of the call. A call without a handler is answered UNIMPLEMENTED. If a handler
 * throws, the answer is INTERNAL with the error's message, which Terraform shows as a plugin error: problems that users can solve
 * belong in the diagnostics of the response. The handler of a stream is iterated at the pace at which Terraform reads; if Terraform ends
 * the call, the signal is aborted, and the iteration returns.
 */
export type ProviderHandlers = { [Name in Unary]?: HandlerOf<Methods[Name]> } & {
  [Name in Streamed]?: StreamOf<Methods[Name]>;
};

/** Answers whose bytes do not depend on the request, by the name of the call. They replace a handler. */
export type PreparedAnswers = { readonly [Name in Unary]?: () => Promise<Uint8Array> };

/** Counts the running calls of the provider. */
export class Running {
  #now = 0;
  #begun = 0;

  /** True if a call is running, or has begun since the last call of this method. */
  isBusy(): boolean {
    const isBusy = this.#now > 0 || this.#begun > 0;
    this.#begun = 0;
    return isBusy;
  }

  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#now += 1;
    this.#begun += 1;
    try {
      return await call();
    } finally {
      this.#now -= 1;
    }
  }

  /** Counts a call from its first message to its last. */
  async *throughout<T>(messages: () => Promise<AsyncIterable<T>>): AsyncGenerator<T> {
    this.#now += 1;
    this.#begun += 1;
    try {
      yield* await messages();
    } finally {
      this.#now -= 1;
    }
  }
}
