import type { MessageFns, ProviderDefinition } from "../../../src/wire";
import { ProviderDefinition as Definition } from "../../../src/wire";
import type { PluginClient } from "../../wire/support/pluginClient";
import { messageText, type RecordedCall } from "./recording";

type Methods = (typeof ProviderDefinition)["methods"];
export type CallName = keyof Methods;
type StreamName = { [K in CallName]: Methods[K]["responseStream"] extends true ? K : never }[CallName];
type UnaryName = Exclude<CallName, StreamName>;
type Message<Codec> = Codec extends MessageFns<infer T> ? T : never;
type Request<K extends CallName> = Partial<Message<Methods[K]["requestType"]>>;
type Response<K extends CallName> = Message<Methods[K]["responseType"]>;

/** A stream of a provider's messages, which the reader may end at any message by leaving the loop. */
export interface MessageStream<T> extends AsyncIterable<T> {
  cancel(): void;
}

/** Calls a provider's RPCs, and records them. Fields left out of a request are empty, as on the wire. */
export class Calls {
  readonly recorded: RecordedCall[] = [];
  readonly #open = new Set<() => void>();

  constructor(private readonly client: PluginClient) {}

  async unary<K extends UnaryName>(name: K, request: Request<K> = {}): Promise<Response<K>> {
    const responses = this.#record(name, request);
    const { answer, cancel } = this.client.begin(`Provider.${name}`, whole(name, request));
    this.#open.add(cancel);
    const response = await answer.finally(() => this.#open.delete(cancel));
    responses.push(messageText(Definition.methods[name].responseType, response));
    return response as Response<K>;
  }

  /** Opens a stream. Leaving the iteration cancels the call, as the end of its context does in Terraform. */
  stream<K extends StreamName>(name: K, request: Request<K> = {}): MessageStream<Response<K>> {
    const responses = this.#record(name, request);
    const stream = this.client.stream(`Provider.${name}`, whole(name, request));
    const codec = Definition.methods[name].responseType;
    const cancel = () => stream.cancel();
    const open = this.#open.add(cancel);
    return {
      cancel,
      async *[Symbol.asyncIterator]() {
        try {
          for await (const message of stream) {
            responses.push(messageText(codec, message));
            yield message as Response<K>;
          }
        } finally {
          stream.on("error", () => undefined);
          cancel();
          open.delete(cancel);
        }
      },
    };
  }

  /** Ends all running calls without waiting for their answers. */
  cancelAll(): void {
    for (const cancel of this.#open) cancel();
  }

  #record(name: CallName, request: unknown): string[] {
    const responses: string[] = [];
    const bytes = messageText(Definition.methods[name].requestType, whole(name, request));
    this.recorded.push({ call: name, request: bytes, responses });
    return responses;
  }
}

function whole(name: CallName, request: unknown): object {
  return {
    ...(Definition.methods[name].requestType.decode(new Uint8Array()) as object),
    ...(request as object),
  };
}
