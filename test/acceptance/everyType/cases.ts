import type { OperationId } from "../../../src/api/operations";
import { STORIES } from "./stories";
import type { Lines, Story } from "./story";

/** One request that writes, and what leads to it. */
export interface Case {
  readonly what: string;
  readonly story: Story;
  readonly operation: OperationId;
  /** Applied before; null: nothing is there yet. */
  readonly before: Lines | null;
  /** Null: destroyed. */
  readonly after: Lines | null;
  /** Whether nothing else is written before it. */
  readonly alone: boolean;
}

/** The first write of each operation in each part of the stories: create, edits, destroy. */
export function casesOf(stories: readonly Story[] = STORIES): readonly Case[] {
  return stories.flatMap(casesOfStory);
}

function casesOfStory(story: Story): Case[] {
  const step = (what: string, before: Lines | null, after: Lines | null, writes: readonly string[]): Case[] =>
    writes.map((operation, place) => ({
      what,
      story,
      operation: operation as OperationId,
      before,
      after,
      alone: place === 0,
    }));
  const edited: Case[] = [];
  let lines: Lines = story.lines;
  for (const { attribute, lines: more, writes } of story.edits) {
    const before = lines;
    lines = { ...lines, ...more };
    const known = new Set(edited.map(({ operation }) => operation));
    edited.push(
      ...step(`edit of ${attribute}`, before, lines, writes).filter(({ operation }) => !known.has(operation)),
    );
  }
  return [
    ...step("create", null, story.lines, story.creates),
    ...edited,
    ...step("destroy", lines, null, story.destroys),
  ];
}
