import { isKeyAction } from "../../../src/api/dataPlane/keyActions";
import { NODE_OPERATIONS, type NodeOperation } from "../../../src/api/dataPlane/operations";

const ACTIONS = Object.values<NodeOperation>(NODE_OPERATIONS).flatMap(({ action }) => action ?? []);

test("every action that an operation asks for is one that a key can have", () => {
  expect(ACTIONS.filter((action) => !isKeyAction(action))).toEqual([]);
  expect(
    ACTIONS.map((action) => action.replace(/:.*/, ":*")).filter((action) => !isKeyAction(action)),
  ).toEqual([]);
});

// Recorded: a key with only this is answered 401 by the PUT, or by the POST (recordings of servers 29 and 30, keys/use).
test.each([
  "aliases:create",
  "documents:upsert",
  "synonym_sets:create",
  "operations:*",
  "*:get",
  "collections:",
  "constructor:*",
  "",
])("%p is none", (action) => {
  expect(isKeyAction(action)).toBe(false);
});
