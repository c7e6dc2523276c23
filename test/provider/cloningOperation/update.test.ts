import { type Plannable, UNKNOWN } from "../../../src/framework";
import type { CloneValues } from "../../../src/provider/cloningOperation/schema";
import { recreate } from "../../../src/provider/cloningOperation/update";
import { cloneValues, fakeCall } from "./kit";

type Name = keyof CloneValues & string;
type Edit = [
  what: string,
  name: Name,
  from: Partial<CloneValues>[Name] | undefined,
  to: Plannable<CloneValues>[Name],
  replaces: boolean,
];

function replaced(name: Name, from: unknown, to: unknown, imported: boolean): boolean {
  const prior = cloneValues({ [name]: from ?? null });
  const stored = { cluster: "c-1", host: "api.example", ...(imported && { imported }) };
  const names = recreate.requiresReplace?.([name], prior, { ...cloneValues(), [name]: to }, stored);
  return names?.join() === name;
}

test.each<Edit>([
  ["another region", "target_region", "paris", "tokyo", true],
  ["a first region", "target_region", null, "tokyo", true],
  ["a region that is not known yet", "target_region", "paris", UNKNOWN, true],
  ["an address", "notification_email_addresses", null, ["a@x.io"], true],
  ["no address, in other words", "notification_email_addresses", null, [], false],
  ["another trigger", "triggers", { a: "1" }, { a: "2" }, true],
  ["no trigger any more", "triggers", { a: "1" }, null, true],
  ["a first trigger, as after an import", "triggers", null, { a: "1" }, false],
])("a clone that was created here, edited to %s: replaced is told", (_, name, from, to, replaces) => {
  expect(replaced(name, from, to, false)).toBe(replaces);
});

test.each<Edit>([
  ["a region", "target_region", null, "tokyo", false],
  ["another region than the record's", "target_region", "paris", "tokyo", true],
  ["other addresses", "notification_email_addresses", ["a@x.io"], ["b@x.io"], false],
])("an imported clone takes over what its record did not say: %s", (_, name, from, to, replaces) => {
  expect(replaced(name, from, to, true)).toBe(replaces);
});

test("what is taken over in place leaves an unfinished clone to be waited for", async () => {
  const call = fakeCall({}, { cluster: "c-1", host: "api.example", unfinished: true });
  await recreate.apply(call, { prior: cloneValues(), planned: cloneValues(), changed: ["triggers"] });
  expect(call.keeps()?.unfinished).toBe(true);
});
