/**
 * The environment variable that decides for which clusters plans look for configuration changes that are not in the state: `true` for
 * all, `false` for none, by default those that the plan edits. `searchcloud drift` sets it for its plans. It is not an attribute,
 * because a provider block must not turn that check off.
 */
export const REFRESH_CHANGES = "SEARCHCLOUD_REFRESH_CHANGES";

/** The beginning of the warning that changes could not be read. `searchcloud drift` treats it as an error: it cannot report "no drift" then. */
export const CHANGES_NOT_READ = "The service does not say which changes are pending";
