import type { ClusterData } from "../../domain/store/data";
import type { JsonRecord, StemmingDictionary } from "../../domain/store/named";
import {
  jsonOf,
  type NodeCall,
  type NodeHandler,
  NodeRefusalError,
  type NodeReply,
  ok,
  refused,
} from "../call";
import { inHashOrder } from "../hash";
import { integerParameter, propertiesOf, requireString } from "../json";

/** Adds the words of an import. A known word keeps its root. Lines before a rejected one are stored. */
async function importDictionary({ data, query, body }: NodeCall): Promise<NodeReply> {
  const id = query.get("id");
  if (id === null) throw refused("Parameter `id` must be provided while importing dictionary words.");
  integerParameter(query, "batch_size", "Parameter `batch_size` must be a positive integer.");
  const lines: string[] = [];
  for await (const some of body.lines()) lines.push(...some.map((line) => line.trim()));
  const given = lines.filter((line) => line !== "");
  if (given.length === 0) throw refused("Invalid dictionary format.");
  addWords(data, id, given, wordIn);
  return { status: 200, lines: [given] };
}

/** Adds words to a dictionary, which exists from the first one on. @throws NodeRefusalError 400 */
function addWords<Given>(
  { named }: ClusterData,
  id: string,
  given: readonly Given[],
  read: (one: Given) => unknown,
): void {
  const words = new Map(named.stemming_dictionaries.get(id)?.words);
  try {
    for (const one of given) {
      const { word, root } = propertiesOf(read(one));
      if (word === undefined || root === undefined)
        throw refused("dictionary lines should contain `word` and `root` values.");
      const [key, value] = [requireString(word), requireString(root)];
      if (!words.has(key)) words.set(key, value);
    }
  } finally {
    if (words.size > 0) named.stemming_dictionaries.set(id, { id, words });
  }
}

/** Creates or replaces a dictionary. @throws NodeRefusalError 400 */
export function putStemmingDictionary(data: ClusterData, id: string, { words }: JsonRecord): void {
  if (!Array.isArray(words) || words.length === 0) throw refused("Invalid dictionary format.");
  data.named.stemming_dictionaries.delete(id);
  addWords(data, id, words, (word: unknown) => word);
}

/** Returns a dictionary as a server answers it. */
export function answerDictionary({ id, words }: StemmingDictionary): JsonRecord {
  return { id, words: inHashOrder(words.keys()).map((word) => ({ word, root: words.get(word) })) };
}

function wordIn(line: string): unknown {
  try {
    return jsonOf({ body: { text: line } });
  } catch {
    throw refused("Invalid dictionary format.");
  }
}

export const STEMMING_HANDLERS = {
  importStemmingDictionary: importDictionary,
  listStemmingDictionaries: ({ data }) =>
    ok({ dictionaries: inHashOrder(data.named.stemming_dictionaries.keys()) }),
  getStemmingDictionary: ({ data, params: { name = "" } }) => {
    const found = data.named.stemming_dictionaries.get(name);
    // The server answers this for a missing dictionary, too.
    if (found === undefined) throw new NodeRefusalError(404, "Collection not found");
    return ok(answerDictionary(found));
  },
  deleteStemmingDictionary: ({ data, params: { name = "" } }) => {
    data.named.stemming_dictionaries.delete(name);
    return ok({ id: name });
  },
} satisfies Readonly<Record<string, NodeHandler>>;
