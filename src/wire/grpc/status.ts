/** The statuses of gRPC that a plugin answers with (gRPC, Status codes). */
export const Status = { OK: 0, NOT_FOUND: 5, UNIMPLEMENTED: 12, INTERNAL: 13 } as const;

export type StatusCode = (typeof Status)[keyof typeof Status];

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
export function statusHeaders(code: StatusCode, details = ""): { [name: string]: string } {
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
