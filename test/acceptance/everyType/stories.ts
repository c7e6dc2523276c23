import { clusterStory } from "./cluster";
import { configurationChangeStory } from "./configurationChange";
import type { Story } from "./story";

/** One for each type of the provider; the table's own test says when one is missing. */
export const STORIES: readonly Story[] = [clusterStory, configurationChangeStory];
