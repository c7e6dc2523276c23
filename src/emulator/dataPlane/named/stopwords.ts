import { isRecord } from "../../domain/rules/fields";
import type { ClusterData } from "../../domain/store/data";
import type { JsonRecord, StopwordsSet } from "../../domain/store/named";
import { jsonOf, type NodeCall, type NodeHandler, NodeRefusalError, ok, refused } from "../call";
import { inHashOrder, valuesInHashOrder } from "../hash";
import { isString, propertiesOf, requireString } from "../json";

/** @throws NodeRefusalError 400 */
export function putStopwordsSet({ named }: ClusterData, id: string, body: JsonRecord): StopwordsSet {
  const { stopwords, locale = "" } = body;
  if (stopwords === undefined) throw refused("Parameter `stopwords` is required");
  if (isEmpty(stopwords)) throw refused("Parameter `stopwords` is empty");
  if (!Array.isArray(stopwords) || !isString(stopwords[0])) {
    throw refused("Parameter `stopwords` is required as string array value");
  }
  if (!isString(locale)) throw refused("Parameter `locale` is required as string value");
  const words = inHashOrder(stopwords.flatMap((one) => stopwordTerms(requireString(one), locale)));
  const set: StopwordsSet = {
    id,
    ...(words.length > 0 && { stopwords: words }),
    ...(locale !== "" && { locale }),
  };
  named.stopwords.set(id, set);
  return set;
}

function isEmpty(given: unknown): boolean {
  if (given === null) return true;
  return (Array.isArray(given) || isRecord(given)) && Object.keys(given).length === 0;
}

function nameOf({ params: { name = "" } }: NodeCall): string {
  return name;
}

function setOf(call: NodeCall): StopwordsSet {
  const found = call.data.named.stopwords.get(nameOf(call));
  if (found === undefined) throw new NodeRefusalError(404, `Stopword \`${nameOf(call)}\` not found.`);
  return found;
}

export const STOPWORDS_HANDLERS = {
  listStopwordsSets: ({ data }) => ok({ stopwords: valuesInHashOrder(data.named.stopwords) }),
  getStopwordsSet: (call) => ok({ stopwords: setOf(call) }),
  upsertStopwordsSet: (call) => {
    const given = propertiesOf(jsonOf(call));
    putStopwordsSet(call.data, nameOf(call), given);
    const id = { id: nameOf(call) };
    return ok({ ...id, ...given, ...id });
  },
  deleteStopwordsSet: (call) => {
    const { id } = setOf(call);
    call.data.named.stopwords.delete(id);
    return ok({ id });
  },
} satisfies Readonly<Record<string, NodeHandler>>;

/**
 * Replacements for characters outside ASCII in texts without a locale. Each entry is a character and its replacement,
 * which can be empty. Characters without an entry or an ASCII form are removed, accented ones among them (as the C
 * library of the recorded servers does).
 */
const TRANSLITERATED = table(
  "©c ®r µu ¼14 ½12 ¾34 ×x ßss æae ĳij ŉn œoe ſs €eur ₹inr •o ΐi άa έe ήi ίi ΰy αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr " +
    "ςs σs τt υy φf χch ψps ωo ϊi ϋy όo ύy ώo аa бb вv гg дd еe жzh зz иi йj кk лl мm нn оo пp рr сs тt уu фf хx цcz чch шsh щshh ыy эe " +
    "юyu яya ёyo ђdj ѓg єye ѕz іi їyi јj љl њn ћtsh ќk ўu џdh ґg",
);

/** Replacements for texts of a locale with Greek or Cyrillic letters, which are replaced letter by letter. */
const LATIN = table(
  "αa βb γg δd εe ζz ηe θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φph χch ψps ωo άa έe ήe ίi όo ύy ώo ϊi ϋy ΐi ΰy аa бb вv гg дd еe жz зz " +
    "иi йj кk лl мm нn оo пp рr сs тt уu фf хh цc чc шs щs ыy эe юu яa ёe ђd ѓg єe ѕz іi їi јj љl њn ћc ќk ўu џd ґg ъ ь",
);
const TRANSLITERATING = new Set(["el", "bg", "ru", "sr", "uk", "be"]);

function table(entries: string): ReadonlyMap<string, string> {
  return new Map(entries.split(" ").map((entry) => [entry.slice(0, 1), entry.slice(1)]));
}

/** Returns the words of a text as the server stores those of documents: in lower case, without special characters. */
export function stopwordTerms(text: string, locale: string): string[] {
  const plain = ["", "en", "de_en"].includes(locale);
  const words = plain ? text.split(/[ \n]/).map(inAscii) : segments(text, locale);
  return words.filter((word) => word !== "");
}

function inAscii(text: string): string {
  return [...text].map(asciiOf).join("").toLowerCase();
}

function asciiOf(letter: string): string {
  if (letter <= "\x7f") return /[A-Za-z0-9]/.test(letter) ? letter : "";
  const found = TRANSLITERATED.get(letter.toLowerCase());
  if (found !== undefined) return found;
  // Ligatures, wide forms and the like. Superscripts have no ASCII form and are removed.
  const form = letter < "\u2100" || /\p{Lm}/u.test(letter) ? "" : letter.normalize("NFKD");
  return /^[ -~]*$/.test(form) ? form.replace(/[^A-Za-z0-9]/g, "") : "";
}

/** Splits a text by the rules of its language; letters outside ASCII stay. */
function segments(text: string, locale: string): string[] {
  const found = [...segmenterOf(locale).segment(text)].map(({ segment }) => segment);
  return found.map((segment) => {
    // This order expands letters such as ß.
    const folded = segment.toUpperCase().toLowerCase().replaceAll("ς", "σ");
    const word = TRANSLITERATING.has(locale)
      ? [...folded].map((one) => LATIN.get(one) ?? one).join("")
      : folded;
    return word.replace(/[\0-\x7f]/g, (letter) => (/[a-z0-9]/.test(letter) ? letter : ""));
  });
}

/** Returns the segmenter of a locale; English for an invalid one. */
function segmenterOf(locale: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(locale, { granularity: "word" });
  } catch {
    return new Intl.Segmenter("en", { granularity: "word" });
  }
}
