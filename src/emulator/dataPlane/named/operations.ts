import type { ClusterData } from "../../domain/store/data";
import type { JsonRecord, Preset } from "../../domain/store/named";
import {
  jsonOf,
  type NodeCall,
  type NodeHandler,
  NodeRefusalError,
  type NodeReply,
  ok,
  refused,
} from "../call";
import { inHashOrder, valuesInHashOrder } from "../hash";
import { integerParameter, propertiesOf, requireString } from "../json";
import { ANALYTICS_HANDLERS } from "./analytics/operations";
import { MODEL_HANDLERS } from "./models/operations";
import { SET_HANDLERS } from "./sets/operations";
import { STOPWORDS_HANDLERS } from "./stopwords";

/** Adds the words of an import. A known word keeps its root. Lines before a rejected one are stored. */
async function importDictionary({ data, query, body }: NodeCall): Promise<NodeReply> {
  const id = query.get("id");
  if (id === null) throw refused("Parameter `id` must be provided while importing dictionary words.");
  integerParameter(query, "batch_size", "Parameter `batch_size` must be a positive integer.");
  const lines: string[] = [];
  for await (const some of body.lines()) lines.push(...some.map((line) => line.trim()));
  const given = lines.filter((line) => line !== "");
  if (given.length === 0) throw refused("Invalid dictionary format.");
  for (const line of given) {
    const { word, root } = propertiesOf(wordIn(line));
    if (word === undefined || root === undefined) {
      throw refused("dictionary lines should contain `word` and `root` values.");
    }
    const words = data.stemming.get(id) ?? new Map<string, string>();
    const entry = [requireString(word), requireString(root)] as const;
    data.stemming.set(id, new Map([entry, ...words]));
  }
  return { status: 200, lines: [given] };
}

function wordIn(line: string): unknown {
  try {
    return jsonOf({ body: { text: line } });
  } catch {
    throw refused("Invalid dictionary format.");
  }
}

const STEMMING_HANDLERS = {
  importStemmingDictionary: importDictionary,
  listStemmingDictionaries: ({ data }) => ok({ dictionaries: inHashOrder(data.stemming.keys()) }),
  getStemmingDictionary: ({ data, params: { id = "" } }) => {
    const words = data.stemming.get(id);
    // The server answers this for a missing dictionary, too.
    if (words === undefined) throw new NodeRefusalError(404, "Collection not found");
    return ok({ id, words: inHashOrder(words.keys()).map((word) => ({ word, root: words.get(word) })) });
  },
  deleteStemmingDictionary: ({ data, params: { id = "" } }) => {
    data.stemming.delete(id);
    return ok({ id });
  },
} satisfies Readonly<Record<string, NodeHandler>>;

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
