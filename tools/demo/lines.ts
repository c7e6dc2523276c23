import { styleText } from "node:util";

/** How wide a line of the demo may be: the picture of it shows all of it in the README. */
export const WIDTH = 96;

/** What a line of the demo says, and how it begins. */
const BEGINNINGS = {
  /** The number and the title of an act. */
  heading: "",
  /** What was typed. */
  command: "   $ ",
  /** A line of the user's program that was edited or added. */
  edit: "   + ",
  /** What Terraform said. */
  quote: "   > ",
  /** What happened, as the service shows it. */
  result: "   ✓ ",
  /** What the demo itself does, and what stands between the acts. */
  text: "   ",
} as const;

export type Role = keyof typeof BEGINNINGS;

/** A text as lines of the demo. One that is too wide goes on in another line of the same kind; code is never broken. */
export function linesOf(role: Role, text: string): string[] {
  const beginning = BEGINNINGS[role];
  if (role === "edit" || role === "heading") return [beginning + text];
  const room = WIDTH - beginning.length;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => beginning + line);
}

/** What a printed line says; it shows at its beginning. */
export function roleOf(line: string): Role {
  if (/^\S/.test(line)) return "heading";
  const marked = (["command", "edit", "quote", "result"] as const).find((role) =>
    line.startsWith(BEGINNINGS[role]),
  );
  return marked ?? "text";
}

const STYLES = {
  heading: ["bold", "blue"],
  command: ["bold"],
  edit: ["green"],
  quote: ["yellow"],
  result: ["green"],
  text: ["dim"],
} as const satisfies Record<Role, readonly Parameters<typeof styleText>[0][]>;

/** A line as a terminal with colours shows it. */
export function coloured(line: string): string {
  return STYLES[roleOf(line)].reduce((text, style) => styleText(style, text), line);
}

/** Where the demo prints, and what it has printed so far. */
export interface Output {
  show(role: Role, text: string): void;
  /** Lines that are laid out already. */
  print(...lines: readonly string[]): void;
  /** All of it, without colours. */
  transcript(): string;
}

export function outputTo(stream: Pick<NodeJS.WriteStream, "write">, colours: boolean): Output {
  const all: string[] = [];
  const print = (...lines: readonly string[]) => {
    for (const line of lines) {
      all.push(line);
      stream.write(`${colours ? coloured(line) : line}\n`);
    }
  };
  return {
    print,
    show: (role, text) => print(...linesOf(role, text)),
    transcript: () => all.map((line) => `${line}\n`).join(""),
  };
}
