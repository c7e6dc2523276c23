import { apiKeysStory } from "./apiKeys";
import { cloningOperationStory } from "./cloningOperation";
import { clusterStory } from "./cluster";
import { collectionStory } from "./collection";
import { configurationChangeStory } from "./configurationChange";
import { serverParameterStory } from "./serverParameter";
import type { Story } from "./story";

/** One for each type of the provider; the table's own test says when one is missing. */
export const STORIES: readonly Story[] = [
  clusterStory,
  configurationChangeStory,
  cloningOperationStory,
  serverParameterStory,
  apiKeysStory,
  collectionStory,
];
