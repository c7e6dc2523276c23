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
import { liveCollectionStory } from "./liveCollection";
import { namedRecordStories } from "./namedRecords";
import { prepareNodes } from "./onNodes";
import { serverParameterStory } from "./serverParameter";
import type { Story } from "./story";
import { upgradeRehearsalStory } from "./upgradeRehearsal";

/**
 * The scenes. Each one runs the stories of some types in one configuration, so that they share their runs of terraform. A story
 * that would disturb another one has its own clusters.
 */
export const SCENES: readonly (readonly Story[])[] = [
  [
    ...[clusterStory, configurationChangeStory, cloningOperationStory, serverParameterStory, apiKeysStory],
    upgradeRehearsalStory,
  ],
  [
    collectionStory,
    documentsStory,
    collectionAliasStory,
    keyStory,
    liveCollectionStory,
    ...namedRecordStories,
  ],
];

/** The stories, one for each type of the provider; the table's own test reports a missing one. */
export const STORIES: readonly Story[] = SCENES.flat();

/** Adds to the account the records that the stories of a scene need, once. */
export function prepareScene(scene: readonly Story[], emulator: EmulatorServer): void {
  if (scene.some(({ onNodes }) => onNodes)) prepareNodes(emulator);
  for (const prepare of new Set(scene.map(({ prepare }) => prepare))) prepare?.(emulator);
}

/** Options for many resources at once: the requested start of an immediate change must not pass while the others send their requests. */
export const MANY_AT_ONCE = {
  clock: { ...OPTIONS.clock, stepPerRequest: 100 },
  assumptions: Object.fromEntries(Object.keys(OPTIONS.assumptions).map((name) => [name, 1])),
};
