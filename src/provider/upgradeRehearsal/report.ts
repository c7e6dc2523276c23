import type { Check } from "./checks/check";

/** The widest cell of the table; more of it is in the attribute `checks`. */
const WIDEST = 44;

const HEAD = { name: "", source: "the cluster", clone: "the clone" };

/** What differs, source beside clone, as a table whose lines Terraform does not wrap. */
export function tableOf(checks: readonly Check[]): string {
  const rows = [HEAD, ...checks.filter(({ passed }) => !passed)];
  const [name, source] = [widthOf(rows, "name"), widthOf(rows, "source")];
  return rows
    .flatMap((row) => {
      const line = `  ${cut(row.name).padEnd(name)}  ${cut(row.source).padEnd(source)}  ${cut(row.clone)}`;
      return "detail" in row && row.detail !== null ? [line, `    ${row.detail}`] : [line];
    })
    .join("\n");
}

function widthOf(rows: readonly (typeof HEAD)[], column: keyof typeof HEAD): number {
  return Math.max(...rows.map((row) => cut(row[column]).length));
}

function cut(cell: string): string {
  return cell.length <= WIDEST ? cell : `${cell.slice(0, WIDEST - 1)}…`;
}
