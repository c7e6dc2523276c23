import { visible } from "../../../redaction";

/** The two sides of a comparison, as messages name them: "the cluster" and "the clone". */
export interface Sides {
  readonly reference: string;
  readonly candidate: string;
}

/** One thing that was compared, with the value of each side in words. */
export interface Check extends Sides {
  readonly name: string;
  readonly passed: boolean;
  /** The difference; null if there is none. */
  readonly detail: string | null;
}

/** Columns of a line. Terraform and CDKTF do not wrap lines that begin with a space, and their frames leave this much of 80. */
const WIDTH = 70;

/** Comparisons that a message shows. */
const MOST = 20;

/** Returns a table of the differences: both sides on one line if all rows fit, otherwise one above the other. */
export function tableOf(comparisons: readonly Check[], sides: Sides): string {
  const differ = comparisons.filter(({ passed }) => !passed);
  const rows = differ.slice(0, MOST).map(printable);
  const omitted = differ.length - rows.length;
  const [head = "", ...lines] = sideBySide([{ name: "", ...sides }, ...rows]);
  const fits = [head, ...lines].every((line) => line.length <= WIDTH);
  return [
    ...(fits ? [head] : []),
    ...rows.flatMap((row, index) => [
      ...(fits ? [lines[index] ?? ""] : oneAboveTheOther(row, sides)),
      ...wrapped("    ", row.detail ?? ""),
    ]),
    ...(omitted > 0 ? [`  and ${omitted} more: see the attribute checks`] : []),
  ].join("\n");
}

/** Ids and queries may hold any character, including those that move the cursor. */
function printable({ name, reference, candidate, detail, passed }: Check): Check {
  const plain = (text: string) => visible(text.replace(/\s+/g, " "));
  return {
    name: plain(name),
    reference: plain(reference),
    candidate: plain(candidate),
    detail: plain(detail ?? ""),
    passed,
  };
}

type Row = Pick<Check, "name" | "reference" | "candidate">;

function sideBySide(rows: readonly Row[]): string[] {
  const widthOf = (column: keyof Row) => Math.max(...rows.map((row) => row[column].length));
  const [name, reference] = [widthOf("name"), widthOf("reference")];
  return rows.map(
    (row) => `  ${row.name.padEnd(name)}  ${row.reference.padEnd(reference)}  ${row.candidate}`,
  );
}

function oneAboveTheOther({ name, reference, candidate }: Row, sides: Sides): string[] {
  const width = Math.max(sides.reference.length, sides.candidate.length);
  return [
    ...wrapped("  ", name),
    ...wrapped(`    ${sides.reference.padEnd(width)}  `, reference),
    ...wrapped(`    ${sides.candidate.padEnd(width)}  `, candidate),
  ];
}

/** Breaks a text between words into lines that begin in the same column. */
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
