import { type Plannable, UNKNOWN } from "../../../src/framework";
import type { CloneValues } from "../../../src/provider/cloningOperation/schema";
import { requiresReplace } from "../../../src/provider/cloningOperation/update";
import { cloneValues } from "./kit";

type Name = keyof CloneValues & string;
type Values = Partial<Plannable<CloneValues>>;

function again(prior: Partial<CloneValues>, planned: Values, imported: boolean): readonly Name[] {
  const changed = Object.keys({ ...prior, ...planned }) as Name[];
  return requiresReplace(changed, cloneValues(prior), { ...cloneValues(), ...planned }, imported);
}

describe("a clone that was made here: every edit asks for another one", () => {
  test.each<[what: string, prior: Partial<CloneValues>, planned: Values, names: Name[]]>([
    ["another region", { target_region: "paris" }, { target_region: "tokyo" }, ["target_region"]],
    ["a first region", {}, { target_region: "tokyo" }, ["target_region"]],
    [
      "a region that is not known yet",
      { target_region: "paris" },
      { target_region: UNKNOWN },
      ["target_region"],
    ],
    ["a version", {}, { search_server_version: "29" }, ["search_server_version"]],
    ["somebody told", {}, { notification_email_addresses: ["a@x.io"] }, ["notification_email_addresses"]],
    ["nobody told, in other words", {}, { notification_email_addresses: [] }, []],
    ["another trigger", { triggers: { a: "1" } }, { triggers: { a: "2" } }, ["triggers"]],
    ["no trigger any more", { triggers: { a: "1" } }, { triggers: null }, ["triggers"]],
    ["a first trigger, as after an import", {}, { triggers: { a: "1" } }, []],
  ])("%s", (_, prior, planned, names) => {
    expect(again(prior, planned, false)).toEqual(names);
  });
});

describe("a clone that was imported: what its record did not say is taken over", () => {
  test.each<[what: string, prior: Partial<CloneValues>, planned: Values, names: Name[]]>([
    ["a region", {}, { target_region: "tokyo" }, []],
    [
      "another region than the record's",
      { target_region: "paris" },
      { target_region: "tokyo" },
      ["target_region"],
    ],
    ["a version", {}, { search_server_version: "29" }, []],
    [
      "who was told",
      { notification_email_addresses: ["a@x.io"] },
      { notification_email_addresses: ["b@x.io"] },
      [],
    ],
    ["a trigger", {}, { triggers: { a: "1" } }, []],
  ])("%s", (_, prior, planned, names) => {
    expect(again(prior, planned, true)).toEqual(names);
  });
});
