/** The words of a command line do not fit together; the message is for the person who wrote them. */
export class UsageError extends Error {}

/** A command failed; the message is for the person at the terminal. */
export class CommandError extends Error {}

/** A command ends with an exit code of its own; everything is said already. */
export class ExitError extends Error {
  constructor(readonly code: number) {
    super(`ended with exit code ${code}`);
  }
}

/** What is said of a failure: a summary and its detail where there are both. */
export function failureText(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nTry --help.`;
  if (!(error instanceof Error)) return String(error);
  const { summary, detail } = error as { readonly summary?: string; readonly detail?: string };
  return [summary ?? error.message, detail].filter((text) => text !== undefined && text !== "").join("\n");
}
