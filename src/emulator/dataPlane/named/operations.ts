import type { ClusterData } from "../../domain/store/data";
import type { JsonRecord, Preset } from "../../domain/store/named";
import { jsonOf, type NodeCall, type NodeHandler, NodeRefusalError, ok, refused } from "../call";
import { valuesInHashOrder } from "../hash";
import { propertiesOf } from "../json";
import { ANALYTICS_HANDLERS } from "./analytics/operations";
import { MODEL_HANDLERS } from "./models/operations";
import { SET_HANDLERS } from "./sets/operations";
import { STEMMING_HANDLERS } from "./stemming";
import { STOPWORDS_HANDLERS } from "./stopwords";

/** @throws NodeRefusalError 400 */
export function putPreset({ named }: ClusterData, name: string, { value }: JsonRecord): Preset {
  if (value === undefined) throw refused("Parameter `value` is required.");
  const preset = { name, value };
  named.presets.set(name, preset);
  return preset;
}

function presetOf({ data, params: { name = "" } }: NodeCall): Preset {
  const found = data.named.presets.get(name);
  if (found === undefined) throw new NodeRefusalError(404, "Not found.");
  return found;
}

const PRESET_HANDLERS = {
  listPresets: ({ data }) => ok({ presets: valuesInHashOrder(data.named.presets) }),
  getPreset: (call) => ok(presetOf(call)),
  upsertPreset: ({ data, params: { name = "" }, body }) => {
    const given = propertiesOf(jsonOf({ body }));
    putPreset(data, name, given);
    const named = { name };
    return ok({ ...named, ...given, ...named });
  },
  deletePreset: (call) => {
    const preset = presetOf(call);
    call.data.named.presets.delete(preset.name);
    return ok(preset);
  },
} satisfies Readonly<Record<string, NodeHandler>>;

/** The handlers of all named records. */
export const NAMED_HANDLERS = {
  ...SET_HANDLERS,
  ...PRESET_HANDLERS,
  ...STOPWORDS_HANDLERS,
  ...ANALYTICS_HANDLERS,
  ...STEMMING_HANDLERS,
  ...MODEL_HANDLERS,
} satisfies Readonly<Record<string, NodeHandler>>;
