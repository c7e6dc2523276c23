import { visible } from "../../../redaction";
import type { Check } from "./checks/check";

/** Columns of a line: what 80 leave inside the frames of Terraform and CDKTF, which wrap no line that begins with a space. */
const WIDTH = 70;

const HEAD = { name: "", source: "the cluster", clone: "the clone" };

/** What differs as a table: source beside clone where all of it fits, else above it, so that the two can still be compared. */
export function tableOf(checks: readonly Check[]): string {
  const differ = checks.filter(({ passed }) => !passed);
  const rows = differ.slice(0, MOST).map(printable);
  const others = differ.length - rows.length;
  const beside = sideBySide([HEAD, ...rows]);
  const fits = beside.every((line) => line.length <= WIDTH);
  const [head = "", ...lines] = beside;
  return [
    ...(fits ? [head] : []),
    ...rows.flatMap((row, index) => [
      ...(fits ? [lines[index] ?? ""] : oneAboveTheOther(row)),
      ...wrapped("    ", row.detail ?? ""),
    ]),
    ...(others > 0 ? [`  and ${others} more, which are in the attribute checks of the rehearsal`] : []),
  ].join("\n");
}

/** Checks that a message shows: more of them tell nothing new, and the state has all. */
const MOST = 20;

/** Ids and queries may hold any character, those that move the cursor too. */
function printable({ name, source, clone, detail, passed }: Check): Check {
  const plain = (text: string) => visible(text.replace(/\s+/g, " "));
  return {
    name: plain(name),
    source: plain(source),
    clone: plain(clone),
    detail: plain(detail ?? ""),
    passed,
  };
}

function sideBySide(rows: readonly (typeof HEAD)[]): string[] {
  const widthOf = (column: keyof typeof HEAD) => Math.max(...rows.map((row) => row[column].length));
  const [name, source] = [widthOf("name"), widthOf("source")];
  return rows.map((row) => `  ${row.name.padEnd(name)}  ${row.source.padEnd(source)}  ${row.clone}`);
}

function oneAboveTheOther({ name, source, clone }: Check): string[] {
  const width = Math.max(HEAD.source.length, HEAD.clone.length);
  return [
    ...wrapped("  ", name),
    ...wrapped(`    ${HEAD.source.padEnd(width)}  `, source),
    ...wrapped(`    ${HEAD.clone.padEnd(width)}  `, clone),
  ];
}

/** The text in lines, broken between words and indented as far as the first one begins. */
function wrapped(beginning: string, text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((one) => one !== "")) {
    const line = lines.at(-1);
    if (line !== undefined && beginning.length + line.length + word.length < WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => `${index === 0 ? beginning : " ".repeat(beginning.length)}${line}`);
}
