import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REQUESTS } from "../demo/requests";
import type { Files } from "../folder";
import { drawTerminal } from "./terminal";

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
