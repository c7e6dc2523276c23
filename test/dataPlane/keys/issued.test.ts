import type { NodeKeyRecord } from "../../../src/api/dataPlane/records";
import { findIssuedPair, otherIssuedKeys } from "../../../src/dataPlane/keys/issued";

/** The keys of a server that are an issued pair (docs/design/data-plane.md#bootstrap). */
const PAIR = { admin_key: "AAAA-admin", search_only_key: "SSSS-search" };
const NEVER = 64_723_363_199;
const record = (
  id: string,
  value_prefix: string | null,
  action: string,
  more: Partial<NodeKeyRecord> = {},
): NodeKeyRecord => ({
  ...{
    id,
    value_prefix,
    actions: [action],
    collections: ["*"],
    description: null,
    expires_at: NEVER,
    autodelete: false,
  },
  ...more,
});
const ADMIN = record("1", "AAAA", "*");
const SEARCH = record("2", "SSSS", "documents:search");
const find = (...all: readonly NodeKeyRecord[]) => findIssuedPair(all, PAIR, new Set(["9"]));

test("the only key each that begins like it, with its actions", () => {
  expect(find(record("0", "AAAA", "documents:search"), ADMIN, SEARCH, record("9", "AAAA", "*"))).toEqual({
    admin_key: ADMIN,
    search_only_key: SEARCH,
  });
});

test.each<[what: string, all: readonly NodeKeyRecord[]]>([
  ["one of them is not listed", [ADMIN]],
  ["two keys begin like one of them", [ADMIN, SEARCH, record("3", "AAAA", "*")]],
  ["the server shows no beginnings", [{ ...ADMIN, value_prefix: null }, SEARCH]],
  ["a key allows something else", [ADMIN, { ...SEARCH, actions: ["documents:search", "documents:get"] }]],
  ["a key is limited to some collections", [ADMIN, { ...SEARCH, collections: ["products"] }]],
  ["a key expires", [ADMIN, { ...SEARCH, expires_at: 1_900_000_000 }]],
])("none if %s", (_, all) => {
  expect(find(...all)).toBeNull();
});

test("others look like issued keys if they allow the same; beside a known pair, with the same descriptions", () => {
  const [admin, mine, other] = [
    record("3", "BBBB", "*"),
    record("4", "CCCC", "*", { description: "mine" }),
    record("5", "DDDD", "keys:*"),
  ];
  const all = [ADMIN, SEARCH, admin, mine, other];
  expect(otherIssuedKeys(all, null)).toEqual([ADMIN, SEARCH, admin, mine]);
  expect(otherIssuedKeys(all, { admin_key: ADMIN, search_only_key: SEARCH })).toEqual([admin]);
});
