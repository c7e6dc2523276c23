import { checks, STATE_ONLY, t } from "../framework";

/** One time limit in a `timeouts` block; the description says its default. */
export const timeout = (description: string) =>
  ({ type: t.string, mode: "optional", description, validators: [checks.duration()] }) as const;

/** What every `timeouts` block says of itself. */
export const TIMEOUTS_BLOCK = {
  updatedBy: STATE_ONLY,
  description: "How long operations may take. Kept by Terraform only.",
} as const;
