import type { NodeHandler } from "../call";
import { ANALYTICS_HANDLERS } from "./analytics/operations";
import { MODEL_HANDLERS } from "./models/operations";
import { PRESET_HANDLERS } from "./presets/operations";
import { OWN_SET_HANDLERS } from "./sets/ofCollection";
import { SET_HANDLERS } from "./sets/operations";
import { STEMMING_HANDLERS } from "./stemming/operations";
import { STOPWORDS_HANDLERS } from "./stopwords/operations";

/** The operations of everything that a server keeps by name. */
export const NAMED_HANDLERS = {
  ...SET_HANDLERS,
  ...OWN_SET_HANDLERS,
  ...PRESET_HANDLERS,
  ...STOPWORDS_HANDLERS,
  ...ANALYTICS_HANDLERS,
  ...STEMMING_HANDLERS,
  ...MODEL_HANDLERS,
} satisfies Readonly<Record<string, NodeHandler>>;
