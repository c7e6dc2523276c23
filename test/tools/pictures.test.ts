import { drawTerminal } from "../../tools/pictures";

const LINES = ["1  First", "   $ a <b> & c", "", "   act  reads"];
const picture = drawTerminal(LINES, "npm run demo");

test("each line has its colour, and columns stay aligned in every font", () => {
  const texts = [...picture.matchAll(/<text class="(\w+)" y="(\d+)">(.*)<\/text>/g)].map(
    ([, kind, , spans = ""]) => [
      kind,
      ...[...spans.matchAll(/<tspan x="([\d.]+)">(.*?)<\/tspan>/g)].map(([, x, text]) => [Number(x), text]),
    ],
  );
  const column = (index: number) => expect.closeTo(20 + index * 13 * 0.602, 0);
  expect(texts).toEqual([
    ["heading", [column(0), "1"], [column(3), "First"]],
    ["command", [column(3), "$ a &#60;b&#62; &#38; c"]],
    ["text", [column(3), "act"], [column(8), "reads"]],
  ]);
});

test("its height follows its lines; it has a title for screen readers, and colours for light and dark", () => {
  const heightOf = (svg: string) => Number(/ height="(\d+)"/.exec(svg)?.[1]);
  expect(heightOf(drawTerminal([...LINES, "   more"], ""))).toBeGreaterThan(heightOf(picture));
  expect(picture).toContain('<title id="title">npm run demo</title>');
  const [light = "", dark = ""] = picture.split("@media (prefers-color-scheme: dark)");
  for (const kind of ["window", "heading", "command", "edit", "quote", "result", "text"]) {
    const rule = new RegExp(`^\\.${kind} \\{ fill: (#[0-9a-f]{6}); \\}$`, "m");
    expect(rule.exec(light)?.[1]).not.toBe(rule.exec(dark)?.[1]);
    expect(dark).toMatch(rule);
  }
});
