/**
 * Environment variable that says where plans look for configuration changes which the state does not know: `true` at every cluster, `false`
 * at none, by default at those that the plan edits. `searchcloud drift` sets it for its plans. It is no attribute, so that no provider block
 * keeps a check from looking.
 */
export const REFRESH_CHANGES = "SEARCHCLOUD_REFRESH_CHANGES";

/** How the warning begins that changes could not be read. `searchcloud drift` takes it for an error: it cannot say "no drift" then. */
export const CHANGES_NOT_READ = "The service does not say which changes are pending";
