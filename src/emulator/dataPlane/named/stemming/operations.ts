import { type NodeCall, type NodeHandler, NodeRefusal, type NodeReply, ok } from "../../call";
import { inHashOrder } from "../hashOrder";
import { jsonOf, partsOf, takenText, wholeIn } from "../json";

/** Adds the words of an import; one that is there keeps its root. Those before a line that is refused are in. */
async function importDictionary({ data, query, body }: NodeCall): Promise<NodeReply> {
  const id = query.get("id");
  if (id === null) {
    throw new NodeRefusal(400, "Parameter `id` must be provided while importing dictionary words.");
  }
  wholeIn(query, "batch_size", "Parameter `batch_size` must be a positive integer.");
  const lines: string[] = [];
  for await (const some of body.lines()) lines.push(...some.map((line) => line.trim()));
  const given = lines.filter((line) => line !== "");
  if (given.length === 0) throw new NodeRefusal(400, "Invalid dictionary format.");
  for (const line of given) {
    const { word, root } = partsOf(wordIn(line));
    if (word === undefined || root === undefined) {
      throw new NodeRefusal(400, "dictionary lines should contain `word` and `root` values.");
    }
    const words = data.stemming.get(id) ?? new Map<string, string>();
    const entry = [takenText(word), takenText(root)] as const;
    data.stemming.set(id, new Map([entry, ...words]));
  }
  return { status: 200, lines: [given] };
}

function wordIn(line: string): unknown {
  try {
    return jsonOf({ text: line });
  } catch {
    throw new NodeRefusal(400, "Invalid dictionary format.");
  }
}

export const STEMMING_HANDLERS = {
  importStemmingDictionary: importDictionary,
  listStemmingDictionaries: ({ data }) => ok({ dictionaries: inHashOrder(data.stemming.keys()) }),
  getStemmingDictionary: ({ data, params: { id = "" } }) => {
    const words = data.stemming.get(id);
    // The server's words, whatever they say.
    if (words === undefined) throw new NodeRefusal(404, "Collection not found");
    return ok({ id, words: inHashOrder(words.keys()).map((word) => ({ word, root: words.get(word) })) });
  },
  deleteStemmingDictionary: ({ data, params: { id = "" } }) => {
    data.stemming.delete(id);
    return ok({ id });
  },
} satisfies Readonly<Record<string, NodeHandler>>;
