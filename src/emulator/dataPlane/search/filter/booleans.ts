import { NodeRefusal } from "../../call";
import { split } from "../values";
import { EMPTY_AFTER_NOT, EMPTY_VALUE, filterProblem, inBrackets, type ValuesTest } from "./values";

/** `true`, `=true`, `!=true`, `[true, false]`, and since 30 `!true`. @throws NodeRefusal 400 */
export function booleanTest(name: string, text: string, isSince30: boolean): ValuesTest {
  const pattern = isSince30 ? /^(!=|!|=|)\s*(.*)$/s : /^(!=|=|)\s*(.*)$/s;
  const [, operator = "", rest = ""] = pattern.exec(text.replace(/^=\s*/, "")) ?? [];
  if (rest === "") {
    throw filterProblem(name, isSince30 && operator !== "" ? EMPTY_AFTER_NOT : EMPTY_VALUE);
  }
  const list = inBrackets(rest);
  const wanted = (list === null ? [rest] : split(list)).map((one) => {
    if (one === "true" || one === "false") return one === "true";
    const words =
      list === null ? `Value of filter field \`${name}\` must` : `Values of filter field \`${name}\`: must`;
    throw new NodeRefusal(400, `${words} be \`true\` or \`false\`.`);
  });
  const has: ValuesTest = (values) => values.some((one) => wanted.some((value) => value === one));
  return operator.startsWith("!") ? (values) => !has(values) : has;
}
