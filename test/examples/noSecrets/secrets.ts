import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "../support/markdown";
import { ROOT } from "../support/project";

export const APPLY = ["apply", "-auto-approve", "-input=false"];
export const DESTROY = ["destroy", "-auto-approve", "-input=false"];
export const EMPTY = ["plan", "-input=false", "-detailed-exitcode"];

/** Values as generated passwords have them, one for each variable of a test. */
export const VALUES = [
  "Zk3vQ9x2Mn7c1dWb8RaTq4LpYs6HuEj0FgXi5BoC",
  "rV1nT8kZ4mW7qJ2xD5yB9cL6sP3hG0fEaUoKiMuN",
  "u6HdS2jX9wQ4eR7tYp1oLzKv3mNb8cVg5FsAxJqI",
  "Q0pWoE8rUt7yIaS6dLfKgJh5zMxNcB4vV3n2m1lT",
  "w9EaRt2YuIo7PsD4fGhJ1kLzX8cVbN5mQwS3dFgH",
] as const;

/** Returns a file of an example. */
export const example = (path: string) => readFileSync(join(ROOT, "examples", path), "utf8");

export const GUIDE = readFileSync(join(ROOT, "docs/guides/keys.md"), "utf8");

/** Returns the block of the guide with a mark. */
export function shown(mark: string): string {
  const [block, ...others] = blocksOf(GUIDE).filter((one) => one.mark === mark);
  if (block === undefined || others.length > 0) throw new Error(`${others.length} blocks are marked ${mark}`);
  return block.text;
}

/** Returns a text with a part replaced. @throws Error unless it has the part exactly once */
export function edited(text: string, part: string, by: string): string {
  const [before, after, ...more] = text.split(part);
  if (after === undefined || more.length > 0) throw new Error(`Not once in the text: ${part}`);
  return `${before}${by}${after}`;
}

/** Returns the block of a configuration that begins so. */
export function blockIn(text: string, beginning: string): string {
  const at = text.indexOf(beginning);
  if (at < 0) throw new Error(`No ${beginning}`);
  return text.slice(at, text.indexOf("\n}\n", at) + 3);
}

/** Returns the configuration with another version of the value that a variable has. */
export const withVersion = (text: string, variable: string, version: number) =>
  edited(
    text,
    `value_wo         = var.${variable}\n  value_wo_version = 1`,
    `value_wo         = var.${variable}\n  value_wo_version = ${version}`,
  );
