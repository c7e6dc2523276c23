import { ProviderDefinition, type ProviderHandlers } from "../../../src/wire";
import type { CallName } from "./calls";

/**
 * One call of a provider, in the form in which recordings are stored: one JSON object in a line. The bytes are the messages as on the wire,
 * in base64, so that the calls of one Terraform can be compared with those of another.
 */
export interface RecordedCall {
  readonly call: CallName;
  readonly request: string;
  /** The messages of the response, in their order; one unless the call streams. */
  readonly responses: readonly string[];
}

export function formatRecording(calls: readonly RecordedCall[]): string {
  return calls.map((call) => `${JSON.stringify(call)}\n`).join("");
}

export function parseRecording(text: string): RecordedCall[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Wraps handlers so that every call of a Terraform that uses them is recorded. */
export function recordingHandlers(handlers: ProviderHandlers): {
  readonly handlers: ProviderHandlers;
  readonly recorded: RecordedCall[];
} {
  const recorded: RecordedCall[] = [];
  const wrapped = Object.entries(handlers).map(([name, handler]) => {
    const call = name as CallName;
    const { requestType, responseType } = ProviderDefinition.methods[call];
    const begin = (request: unknown) => {
      const responses: string[] = [];
      recorded.push({ call, request: messageText(requestType, request), responses });
      return (response: unknown) => responses.push(messageText(responseType, response));
    };
    const handle = handler as (
      request: unknown,
      context: unknown,
    ) => Promise<unknown> | AsyncIterable<unknown>;
    return [
      name,
      (request: unknown, context: unknown) => {
        const answered = begin(request);
        const answer = handle(request, context);
        return Symbol.asyncIterator in answer ? noted(answer, answered) : answer.then(tap(answered));
      },
    ];
  });
  return { handlers: Object.fromEntries(wrapped) as ProviderHandlers, recorded };
}

async function* noted(messages: AsyncIterable<unknown>, note: (message: unknown) => unknown) {
  for await (const message of messages) {
    note(message);
    yield message;
  }
}

function tap(note: (value: unknown) => unknown) {
  return <T>(value: T): T => {
    note(value);
    return value;
  };
}

/** Encodes a message as recordings have it. */
export function messageText(
  codec: { encode(message: never): { finish(): Uint8Array } },
  message: unknown,
): string {
  return Buffer.from(codec.encode(message as never).finish()).toString("base64");
}
