import { type Plannable, UNKNOWN } from "../../../../src/framework";
import type { CloneValues } from "../../../../src/provider/resources/cloningOperation/schema";
import { recreate } from "../../../../src/provider/resources/cloningOperation/update";
import { cloneValues, fakeCall, STORED } from "./kit";

type Name = keyof CloneValues & string;
type Edit = [
  what: string,
  Name,
  from: CloneValues[Name],
  to: Plannable<CloneValues>[Name],
  replaces: boolean,
];

function replaced(name: Name, from: unknown, to: unknown, stored = STORED): boolean {
  const [prior, planned] = [cloneValues({ [name]: from }), { ...cloneValues(), [name]: to }];
  return recreate.requiresReplace?.([name], prior, planned, stored).join() === name;
}

test.each<Edit>([
  ["another region", "target_region", "paris", "tokyo", true],
  ["a first region", "target_region", null, "tokyo", true],
  ["a region that is not known yet", "target_region", "paris", UNKNOWN, true],
  ["an address", "notification_email_addresses", null, ["a@x.io"], true],
  ["no address, in other words", "notification_email_addresses", null, [], false],
  ["another trigger", "triggers", { a: "1" }, { a: "2" }, true],
  ["a first trigger, as after an import", "triggers", null, { a: "1" }, false],
])("a clone that was created here, edited to %s", (_, name, from, to, replaces) => {
  expect(replaced(name, from, to)).toBe(replaces);
});

test.each<Edit>([
  ["a region", "target_region", null, "tokyo", false],
  ["another region than the record's", "target_region", "paris", "tokyo", true],
  ["other addresses", "notification_email_addresses", ["a@x.io"], ["b@x.io"], false],
])("an imported clone takes over what its record did not say: %s", (_, name, from, to, replaces) => {
  expect(replaced(name, from, to, { ...STORED, imported: true })).toBe(replaces);
});

test("what is taken over in place leaves an unfinished clone to be waited for", async () => {
  const call = fakeCall({}, { ...STORED, unfinished: true });
  await recreate.apply(call, { prior: cloneValues(), planned: cloneValues(), changed: ["triggers"] });
  expect(call.privateState).toEqual({ ...STORED, unfinished: true });
});
