import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REQUESTS, type Role, roleOf, WIDTH } from "./demo/output";
import type { Files } from "./folder";

/** The folder of the README's pictures. Those that are not drawn here are drawn by hand. */
export const PICTURES = "docs/images";
const DEMO = "demo.svg";

export const isDrawn = (path: string): boolean => path === DEMO;

/**
 * Draws the pictures from files of the checkout. The demo's picture is drawn from the transcript of a run, because a run takes half a
 * minute and needs a build; the demo's test compares the transcript with its own run. The picture ends before the table of requests, so
 * that it fits on a screen.
 */
export function renderPictures(root: string): Files {
  const transcript = readFileSync(join(root, "tools/demo/transcript.txt"), "utf8");
  const [acts = ""] = transcript.split(`\n\n${REQUESTS}\n`);
  return new Map([[DEMO, drawTerminal(acts.split("\n"), "npm run demo")]]);
}

/** Sizes in pixels. A character of a monospaced font is 0.6 times as wide as the font is high. */
const FONT = 13;
const CHARACTER = FONT * 0.602;
const LINE = 18;
const BLANK = 10;
const BAR = 34;
const PADDING = 20;

/** Colours of GitHub for a light and for a dark background. */
const COLOURS: Readonly<
  Record<Role | "window" | "bar" | "line" | "button", readonly [light: string, dark: string]>
> = {
  window: ["#ffffff", "#0d1117"],
  bar: ["#f6f8fa", "#161b22"],
  line: ["#d0d7de", "#30363d"],
  button: ["#d0d7de", "#484f58"],
  heading: ["#0550ae", "#79c0ff"],
  command: ["#1f2328", "#f0f6fc"],
  edit: ["#116329", "#7ee787"],
  quote: ["#7d4e00", "#e3b341"],
  result: ["#116329", "#56d364"],
  text: ["#59636e", "#9198a1"],
};

/**
 * Draws printed lines as a terminal, in SVG. The picture follows the reader's choice of light or dark and loads nothing: GitHub and npm
 * show such pictures, but run no scripts and load no fonts.
 */
export function drawTerminal(lines: readonly string[], title: string): string {
  const texts: string[] = [];
  let y = BAR + PADDING;
  for (const line of lines) {
    if (line === "") y += BLANK;
    else {
      y += LINE;
      texts.push(textOf(line, y - 4));
    }
  }
  const [width, height] = [Math.ceil(WIDTH * CHARACTER + 2 * PADDING), y + PADDING];
  const buttons = [20, 38, 56].map((x) => `<circle class="button" cx="${x}" cy="${BAR / 2}" r="5.5"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
text { font: ${FONT}px ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; white-space: pre; }
.heading, .command { font-weight: 600; }
.line { fill: none; }
${styles(0)}
@media (prefers-color-scheme: dark) {
${styles(1)}
}
</style>
<rect class="window" width="${width}" height="${height}" rx="8"/>
<path class="bar" d="M0 ${BAR}V8a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v${BAR - 8}z"/>
<path class="line" d="M0 ${BAR}.5h${width}"/>
<rect class="line" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="7.5"/>
${buttons.join("\n")}
<text class="text" x="${width / 2}" y="${BAR / 2 + 5}" text-anchor="middle">${escaped(title)}</text>
${texts.join("\n")}
</svg>
`;
}

/** Draws a line. Parts separated by more than a space get their own position, so that columns stay aligned in every font. */
function textOf(line: string, y: number): string {
  const parts = [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => {
    const x = (PADDING + index * CHARACTER).toFixed(1);
    return `<tspan x="${x}">${escaped(text)}</tspan>`;
  });
  return `<text class="${roleOf(line)}" y="${y}">${parts.join("")}</text>`;
}

function styles(mode: 0 | 1): string {
  const rules = Object.entries(COLOURS).map(
    ([name, colours]) => `.${name} { ${name === "line" ? "stroke" : "fill"}: ${colours[mode]}; }`,
  );
  return rules.join("\n");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
