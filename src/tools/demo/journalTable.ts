import type { JournalEntry } from "../../emulator";

/** The requests of a run, equal ones in a row counted: one line says how often a wait has looked. */
export function journalTable(entries: readonly JournalEntry[]): string {
  const rows: { readonly request: string; readonly status: string; readonly body: string; times: number }[] =
    [];
  for (const { method, path, status, body } of entries) {
    const row = { request: `${method} ${path}`, status: String(status ?? "none"), body: bodyText(body) };
    const last = rows.at(-1);
    const same = last && last.request === row.request && last.status === row.status && last.body === row.body;
    if (same) last.times += 1;
    else rows.push({ ...row, times: 1 });
  }
  const width = Math.max(...rows.map(({ request }) => request.length), 7);
  const lines = rows.map(({ request, status, times, body }) =>
    `${request.padEnd(width)}  ${status.padEnd(6)}  ${String(times).padStart(5)}  ${body}`.trimEnd(),
  );
  const head = `${"Request".padEnd(width)}  ${"Status".padEnd(6)}  ${"Times".padStart(5)}  Body`;
  return `${[head, ...lines, `${entries.length} requests`].join("\n")}\n`;
}

function bodyText(body: unknown): string {
  return body === undefined || body === null ? "" : JSON.stringify(body);
}
