/** A fenced block of a page. */
export interface Block {
  /** The word after the fence; empty without one. */
  readonly language: string;
  /** The comment on the line above the block: `<!-- snippet -->` gives `snippet`. */
  readonly mark: string | undefined;
  readonly text: string;
}

export function blocksOf(page: string): Block[] {
  const fenced = /(?:^<!-- (.*) -->\n)?^```(\w*)\n([\s\S]*?)^```$/gm;
  return [...page.matchAll(fenced)].map(([, mark, language = "", text = ""]) => ({ mark, language, text }));
}

/** The text between single backticks, outside of blocks. */
export function inlineCode(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

/** The cells of each row of the table below a heading, without its first two lines. */
export function tableBelow(page: string, heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [rows = ""] = section.split(/^## /m);
  const lines = rows.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}
