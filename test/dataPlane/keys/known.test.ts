import type { KnownKey, NodeKeyRecord } from "../../../src/dataPlane";
import { type Identity, identityOf, identityToRevoke } from "../../../src/dataPlane/keys/known";

const SEARCH = { description: "storefront", actions: ["documents:search"], collections: ["products"] };
const shown = (value_prefix: string | null, more: Partial<NodeKeyRecord> = {}) =>
  ({ id: "0", ...SEARCH, expires_at: 64_723_363_199, value_prefix, ...more }) as NodeKeyRecord;
const known = (value: string | null, value_prefix: string | null): KnownKey => ({
  value,
  value_prefix,
  body: SEARCH,
});
const EDITED = { actions: ["*"] };

test.each<
  [what: string, key: NodeKeyRecord, from: KnownKey, seen: Identity, toRevoke?: Identity | undefined]
>([
  ["the value begins so", shown("abcd"), known("abcdefgh", "abcd"), "same"],
  ["the value begins otherwise", shown("wxyz"), known("abcdefgh", "abcd"), "other"],
  ["a state that an older version has refreshed", shown("wxyz"), known("abcdefgh", "wxyz"), "other"],
  [
    "the value begins so, and it allows something else",
    shown("abcd", EDITED),
    known("abcdefgh", "abcd"),
    "same",
    "unsure",
  ],
  ["imported, and as it was then", shown("abcd"), known(null, "abcd"), "same"],
  ["imported, and another one by now", shown("wxyz"), known(null, "abcd"), "other"],
  ["imported from a server that shows less of a value", shown("abcd"), known(null, "ab"), "same"],
  ["imported from a server that showed more of a value", shown("ab"), known(null, "abcd"), "same"],
  ["a state without a beginning", shown("abcd"), known(null, null), "same"],
  [
    "a state without a beginning, and it allows something else",
    shown("abcd", EDITED),
    known(null, null),
    "unsure",
  ],
  ["a server that shows no beginning", shown(null), known("abcdefgh", "abcd"), "same"],
  [
    "a server that shows no beginning, and it allows something else",
    shown("", EDITED),
    known("abcdefgh", "abcd"),
    "unsure",
  ],
  [
    "the same beginning by chance, with another expiry",
    shown("abcd", { expires_at: 5 }),
    known(null, "abcd"),
    "same",
    "unsure",
  ],
])("%s", (_, key, from, seen, toRevoke = seen) => {
  expect([identityOf(key, from), identityToRevoke(key, from)]).toEqual([seen, toRevoke]);
});
