import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Role, roleOf, WIDTH } from "./demo/lines";
import { REQUESTS } from "./demo/requests";
import type { Files } from "./folder";

/** Where the pictures of the README are; those that are not drawn here are drawn by hand. */
export const PICTURES = "docs/images";
const DEMO = "demo.svg";

export const isDrawn = (path: string): boolean => path === DEMO;

/**
 * The pictures that follow from files of the checkout. The demo itself is not run for its picture: it takes half a minute and
 * needs a build. The picture is drawn from the transcript of a run, and the demo's test compares that with a run of its own. The picture ends before the table of requests, so that it fits on a screen.
 */
export function renderPictures(root: string): Files {
  const transcript = readFileSync(join(root, "tools/demo/transcript.txt"), "utf8");
  const [acts = ""] = transcript.split(`\n\n${REQUESTS}\n`);
  return new Map([[DEMO, drawTerminal(acts.split("\n"), "npm run demo")]]);
}

/** Pixels, at the size at which the picture is drawn. A character of a monospaced font is 0.6 times as wide as the font is high. */
const FONT = 13;
const CHARACTER = FONT * 0.602;
const LINE = 18;
const BLANK = 10;
const BAR = 34;
const PADDING = 20;

/** Fills on a light and on a dark background, GitHub's own: each is readable on its background. */
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
 * Lines that a program has printed as the picture of a terminal, in SVG. It follows the reader's choice of light or dark, and
 * loads nothing: pages of GitHub and of npm show such a picture, and neither a script nor a font of ours.
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

/** What stands apart by more than a space is placed by itself, so that columns stay columns in every font. */
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
