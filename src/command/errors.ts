/** Thrown for invalid combinations of options and arguments. */
export class UsageError extends Error {}

/** Thrown when a command fails, with a message for the user. */
export class CommandError extends Error {}

/** Thrown to end with a certain exit code, without a message. */
export class ExitError extends Error {
  constructor(readonly code: number) {
    super(`exit code ${code}`);
  }
}

/** Returns the message of an error: its summary and its detail, if it has both. */
export function failureText(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nTry --help.`;
  if (!(error instanceof Error)) return String(error);
  const { summary, detail } = error as { readonly summary?: string; readonly detail?: string };
  return [summary ?? error.message, detail].filter((text) => text !== undefined && text !== "").join("\n");
}
