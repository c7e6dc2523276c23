import type { KeyValues } from "../../../../src/provider/resources/key/schema";

/** A value of the caller, as a password generator makes it. */
export const SECRET = "Xb7qTz0mK4vR9sLw2yHc6nJd8fGp3aUe";
export const OTHER_SECRET = "Rk5wZt1nM8cY3vQb6xHs9dLf2gJp7aTe";

/** Returns the values of an admin key whose value is in no state. */
export function secretKey(given: Partial<KeyValues> = {}): KeyValues {
  return {
    id: null,
    cluster_id: "c-1",
    node_urls: null,
    api_key: null,
    description: "admin",
    actions: ["*"],
    collections: ["*"],
    expires_at: null,
    autodelete: null,
    value: null,
    value_wo: null,
    value_wo_version: 1,
    bootstrap: true,
    timeouts: null,
    value_prefix: null,
    ...given,
  };
}
