import type { ClusterData } from "../../../domain/store/data";
import type { JsonObject, Preset } from "../../../domain/store/named";
import { type NodeCall, type NodeHandler, NodeRefusal, ok } from "../../call";
import { valuesInHashOrder } from "../hashOrder";
import { jsonOf, partsOf } from "../json";

/** @throws NodeRefusal 400 in the server's words */
export function putPreset({ named }: ClusterData, name: string, { value }: JsonObject): Preset {
  if (value === undefined) throw new NodeRefusal(400, "Parameter `value` is required.");
  const preset = { name, value };
  named.presets.set(name, preset);
  return preset;
}

function presetOf({ data, params: { name = "" } }: NodeCall): Preset {
  const found = data.named.presets.get(name);
  if (found === undefined) throw new NodeRefusal(404, "Not found.");
  return found;
}

export const PRESET_HANDLERS = {
  listPresets: ({ data }) => ok({ presets: valuesInHashOrder(data.named.presets) }),
  getPreset: (call) => ok(presetOf(call)),
  upsertPreset: ({ data, params: { name = "" }, body }) => {
    const given = partsOf(jsonOf(body));
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
