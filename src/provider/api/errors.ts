import type { ApiError, ErrorKind } from "../../client";

/** Whether the service has failed a request in one of these ways; told by name, so that the client stays unloaded. */
export function failedAs(error: unknown, ...kinds: readonly ErrorKind[]): error is ApiError {
  if (!(error instanceof Error) || error.name !== "ApiError" || !("kind" in error)) return false;
  return kinds.some((kind) => kind === error.kind);
}
