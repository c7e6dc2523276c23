import type { EmulatorServer } from "../../../src/emulator";
import { OPTIONS } from "../support";
import { apiKeysStory } from "./apiKeys";
import { cloningOperationStory } from "./cloningOperation";
import { clusterStory } from "./cluster";
import { collectionStory } from "./collection";
import { collectionAliasStory } from "./collectionAlias";
import { configurationChangeStory } from "./configurationChange";
import { documentsStory } from "./documents";
import { keyStory } from "./key";
import { namedRecordStories } from "./namedRecords";
import { prepareNodes } from "./onNodes";
import { serverParameterStory } from "./serverParameter";
import type { Story } from "./story";
import { upgradeRehearsalStory } from "./upgradeRehearsal";

/**
 * Each scene runs the stories of some types at once, in one configuration: they share their runs of terraform. What would get in
 * the way of another story has clusters of its own.
 */
export const SCENES: readonly (readonly Story[])[] = [
  [
    ...[clusterStory, configurationChangeStory, cloningOperationStory, serverParameterStory, apiKeysStory],
    upgradeRehearsalStory,
  ],
  [collectionStory, documentsStory, collectionAliasStory, keyStory, ...namedRecordStories],
];

/** One for each type of the provider; the table's own test says when one is missing. */
export const STORIES: readonly Story[] = SCENES.flat();

/** Puts into the account what the stories of a scene need to be there, once. */
export function prepareScene(scene: readonly Story[], emulator: EmulatorServer): void {
  if (scene.some(({ onNodes }) => onNodes)) prepareNodes(emulator);
  for (const prepare of new Set(scene.map(({ prepare }) => prepare))) prepare?.(emulator);
}

/** A change that is to begin at once is requested for a moment that must not pass while others send their requests. */
export const MANY_AT_ONCE = {
  clock: { ...OPTIONS.clock, stepPerRequest: 100 },
  assumptions: Object.fromEntries(Object.keys(OPTIONS.assumptions).map((name) => [name, 1])),
};
