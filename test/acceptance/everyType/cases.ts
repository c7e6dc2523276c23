import type { OperationId } from "../../../src/api/operations";
import type { Lines } from "../support";
import { STORIES } from "./stories";
import { attributesOf, editsOf, type Story } from "./story";

/** One write request, and the edit that sends it. */
export interface Case {
  readonly what: string;
  readonly story: Story;
  readonly operation: OperationId;
  /** The lines applied before; null: nothing exists yet. */
  readonly before: Lines | null;
  /** The lines applied then; null: destroyed. */
  readonly after: Lines | null;
  /** True if no other write precedes it. */
  readonly alone: boolean;
}

/** Returns the first write of each operation in each part of the stories: create, edits, destroy. */
export function casesOf(stories: readonly Story[] = STORIES): readonly Case[] {
  return stories.flatMap((story) => {
    const step = (what: string, before: Lines | null, after: Lines | null, writes: readonly string[]) =>
      writes.map((name, place): Case => {
        const operation = name as OperationId;
        return { what, story, operation, before, after, alone: place === 0 };
      });
    const edited: Case[] = [];
    let lines: Lines = story.lines;
    for (const edit of editsOf(story)) {
      const before = lines;
      lines = { ...lines, ...edit.lines };
      const known = new Set(edited.map(({ operation }) => operation));
      const all = step(`edit of ${attributesOf(edit)[0]}`, before, lines, edit.writes);
      edited.push(...all.filter(({ operation }) => !known.has(operation)));
    }
    return [
      ...step("create", null, story.lines, story.creates),
      ...edited,
      ...step("destroy", lines, null, story.destroys),
    ];
  });
}
