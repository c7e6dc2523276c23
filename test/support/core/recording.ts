import type { CallName } from "./calls";

/**
 * One call of a provider, in the form in which recordings are stored: one JSON object in a line. The bytes are the messages as on the wire,
 * in base64, so that a recording of any client can be compared with one of another.
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
