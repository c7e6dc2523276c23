import { UNKNOWN } from "../../src/framework";
import { editedVia } from "../../src/provider/editedVia";

const FIELDS = {
  name: { updatedBy: "remake" },
  tags: { updatedBy: "remake" },
  wait: { updatedBy: "state" },
  id: {},
};
const PRIOR = { name: "a", tags: { x: ["1", "2"], y: [] }, wait: true, id: "i-1" };

test.each<[what: string, edit: object, names: string[]]>([
  ["nothing", {}, []],
  ["another value", { name: "b" }, ["name"]],
  ["no value", { name: null }, ["name"]],
  ["a value that is not known yet", { name: UNKNOWN, tags: UNKNOWN }, ["name", "tags"]],
  ["the order of keys and of a set", { tags: { y: [], x: ["2", "1"] } }, []],
  ["a value inside", { tags: { x: ["1", "3"], y: [] } }, ["tags"]],
  ["another lane, and no lane", { wait: false, id: UNKNOWN }, []],
])("%s", (_, edit, names) => {
  expect(editedVia("remake", FIELDS, PRIOR, { ...PRIOR, ...edit })).toEqual(names);
});
