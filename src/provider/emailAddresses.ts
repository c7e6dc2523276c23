import { checks } from "../framework";

/** Whom the service tells of a change or a clone: refused early, as a mistyped address is noticed by nobody later. */
export const emailAddresses = checks.each(
  checks.matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address such as "search@example.com"'),
);
