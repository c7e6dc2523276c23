import { NodeRefusal } from "../../call";
import { filterProblem, listOf, type ValuesTest } from "./values";

/** `true`, `=true`, `!=true`, `[true, false]`. @throws NodeRefusal 400 */
export function booleanTest(name: string, text: string): ValuesTest {
  const [, operator = "", rest = ""] = /^(!=|!|=|)\s*(.*)$/s.exec(text) ?? [];
  if (rest === "") throw filterProblem(name, "Filter value cannot be empty.");
  const wanted = (listOf(rest) ?? [rest]).map((one) => {
    if (one === "true" || one === "false") return one === "true";
    throw new NodeRefusal(400, `Value of filter field \`${name}\` must be \`true\` or \`false\`.`);
  });
  const has: ValuesTest = (values) => values.some((one) => wanted.some((value) => value === one));
  return operator.startsWith("!") ? (values) => !has(values) : has;
}
