import type { SynonymItem } from "../../../domain/store/named";
import { NodeRefusal } from "../../call";
import { isText, partsOf, takenText, takenTexts, withoutNothing } from "../json";

const NO_LIST = "Could not find an array of `synonyms`";
const NO_TEXTS = "Could not find a valid string array of `synonyms`";
const NO_SYMBOLS = "Synonym `symbols_to_index` should be an array of strings.";

/** The item of a body, with its id. @throws NodeRefusal 400 in the server's words */
export function synonymItem(given: unknown): SynonymItem {
  const { id, synonyms, locale, symbols_to_index, root } = partsOf(given);
  if (id === undefined) throw new NodeRefusal(400, "Missing `id` field.");
  if (!Array.isArray(synonyms) || synonyms.length === 0) throw new NodeRefusal(400, NO_LIST);
  if (locale !== undefined && !isText(locale)) {
    throw new NodeRefusal(400, "Synonym `locale` should be a string.`");
  }
  const symbols = symbols_to_index === undefined ? [] : symbolsOf(symbols_to_index);
  const stored = { root: rootOf(root), synonyms: synonyms.map(wordsOf) };
  return withoutNothing({
    id: takenText(id),
    ...stored,
    locale: locale || undefined,
    symbols_to_index: symbols.length === 0 ? undefined : symbols,
  });
}

function symbolsOf(given: unknown): readonly string[] {
  if (!Array.isArray(given) || !isText(given[0])) throw new NodeRefusal(400, NO_SYMBOLS);
  const symbols = takenTexts(given);
  if (symbols.every((one) => Buffer.byteLength(one) === 1)) return symbols;
  throw new NodeRefusal(400, "Synonym `symbols_to_index` should be an array of single character symbols.");
}

/** Old servers stored the words of a root in a list. */
function rootOf(given: unknown): string {
  if (given === undefined) return "";
  if (isText(given)) return given;
  if (!Array.isArray(given)) throw new NodeRefusal(400, "Key `root` should be a string.");
  if (!given.every(isText)) throw new NodeRefusal(400, "Synonym root is not valid.");
  return given.join(" ");
}

function wordsOf(given: unknown): string {
  if (isText(given)) return given;
  const words = Array.isArray(given) ? given : [];
  if (words.length === 0 || !words.every((one) => isText(one) && one !== "")) {
    throw new NodeRefusal(400, NO_TEXTS);
  }
  return words.join(" ");
}

/** What a server up to 29 checks of a synonym before all else. @throws NodeRefusal 400 in the server's words */
export function checkOldSynonym({ root, synonyms }: Readonly<Record<string, unknown>>): void {
  if (root !== undefined && !isText(root)) throw new NodeRefusal(400, "Key `root` should be a string.");
  if (!Array.isArray(synonyms)) return;
  if (synonyms.length === 0 || !synonyms.every(isText)) throw new NodeRefusal(400, NO_TEXTS);
}
