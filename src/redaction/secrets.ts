import {
  type Form,
  formsOf,
  type Layer,
  layersOf,
  MIN_LENGTH,
  type NormalizedText,
  normalized,
} from "./forms";
import { CUT, visible } from "./visible";

/** The number of consecutive characters of a secret that are redacted. */
const PIECE = 12;
/** The number of first characters of a secret that are redacted at the end of a truncated text. */
const BEGINNING = 8;
const CUT_CODE = CUT.charCodeAt(0);
const PADDING = 0x3d;

/** A piece of a text that shows a secret. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly marker: string;
}

interface Seed {
  readonly form: Form;
  readonly at: number;
}

/**
 * The secrets that a process knows, and the only filter for its output: diagnostics, log lines, lines of the command
 * (docs/design/laws.md#l9).
 *
 * A text is searched both as it is and with its escapes undone, in time proportional to its length, whatever the number of secrets.
 * Every sixth position of each form of a secret is a seed of six characters. Where the text contains a seed, it is compared with the form
 * in both directions. A whole secret is redacted, and so is a piece of twelve characters.
 */
export class Secrets {
  readonly #known = new Set<string>();
  readonly #seeds = new Map<number, Seed[]>();
  readonly #waiting: (readonly [secret: string, marker: string])[] = [];

  /**
   * Adds a secret. Secrets of fewer than six characters are ignored, because they would be found in ordinary words.
   *
   * @param name its replacement, such as `the API key`
   */
  add(secret: string | null | undefined, name: string): void {
    if (typeof secret !== "string" || secret.length < MIN_LENGTH || this.#known.has(secret)) return;
    this.#known.add(secret);
    // Prepared on demand: most processes have no output to search.
    this.#waiting.push([secret, `(${name})`]);
  }

  /** Removes secrets from a text and changes nothing else. */
  readonly redact = (text: string): string => {
    for (const [secret, marker] of this.#waiting.splice(0)) this.#prepare(formsOf(secret, marker));
    if (this.#seeds.size === 0 || text.length < MIN_LENGTH) return text;
    const spans = layersOf(text).flatMap((layer) => this.#spansIn(layer, normalized(layer.text)));
    return spans.length === 0 ? text : withMarkers(text, spans);
  };

  /** Prepares a text for output: removes secrets, and makes control characters visible. */
  readonly outgoing = (text: string): string => visible(this.redact(text));

  #prepare(forms: readonly Form[]): void {
    for (const form of forms) {
      let hash = 0;
      form.codes.forEach((code, place) => {
        hash = rolled(hash, code);
        if ((place + 1) % MIN_LENGTH !== 0) return;
        const seeds = this.#seeds.get(hash) ?? [];
        seeds.push({ form, at: place + 1 - MIN_LENGTH });
        this.#seeds.set(hash, seeds);
      });
    }
  }

  #spansIn(layer: Layer, text: NormalizedText): Span[] {
    const { codes } = text;
    const spans: Span[] = [];
    let hash = 0;
    let covered = 0;
    for (let place = 0; place < codes.length; place += 1) {
      hash = rolled(hash, codes[place] ?? 0);
      if (place + 1 < MIN_LENGTH || place < covered) continue;
      for (const seed of this.#seeds.get(hash) ?? []) {
        const run = runAround(codes, place + 1 - MIN_LENGTH, seed);
        if (!run || !isSecret(layer, text, run)) continue;
        covered = Math.max(covered, run.to);
        spans.push(spanOf(layer, text, run));
      }
    }
    return spans;
  }
}

/** Adds a code to the hash of the last six codes: after six steps of five bits, a code has left the 30 bits. */
function rolled(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3fffffff;
}

/** A range of codes in which a text and a form are equal. */
interface Run {
  readonly form: Form;
  /** The position in the form. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Extends a seed to the range in which the text equals the form. Undefined if only the hash was equal. */
function runAround(codes: Uint16Array, place: number, { form, at }: Seed): Run | undefined {
  let [from, begin] = [place, at];
  while (from > 0 && begin > 0 && codes[from - 1] === form.codes[begin - 1]) {
    from -= 1;
    begin -= 1;
  }
  let [to, end] = [place, at];
  while (to < codes.length && end < form.codes.length && codes[to] === form.codes[end]) {
    to += 1;
    end += 1;
  }
  return to - place < MIN_LENGTH ? undefined : { form, at: begin, from, to };
}

function isSecret({ text }: Layer, { codes, places }: NormalizedText, { form, at, from, to }: Run): boolean {
  const length = to - from;
  if (length >= PIECE) return true;
  if (length === form.codes.length) {
    const [before, after] = [text[(places[from] ?? 0) - 1] ?? "", text[(places[to - 1] ?? 0) + 1] ?? ""];
    return !form.isWord || !/[\p{L}\p{N}_]/u.test(before + after);
  }
  return at === 0 && length >= BEGINNING && codes[to] === CUT_CODE;
}

/** Converts a run to a span, including digits of base64 that contain bits of both the secret and its neighbours. */
function spanOf(
  { text, places: origin }: Layer,
  { codes, places }: NormalizedText,
  { form, at, from, to }: Run,
): Span {
  const isWhole = at + to - from === form.codes.length;
  const first = form.before && at === 0 && isDigit(codes[from - 1]) ? from - 1 : from;
  let end = form.after && isWhole && isDigit(codes[to]) ? to + 1 : to;
  while ((form.before || form.after) && isWhole && codes[end] === PADDING) end += 1;
  const [begin, last] = [places[first] ?? 0, places[end - 1] ?? text.length - 1];
  return {
    from: origin?.from[begin] ?? begin,
    to: origin?.to[last] ?? last + 1,
    marker: form.marker,
  };
}

/** True if a code is a digit of base64. */
function isDigit(code = 0): boolean {
  return /[0-9a-z+/]/.test(String.fromCharCode(code));
}

/** Replaces spans by their markers. Adjacent and overlapping spans get one marker. */
function withMarkers(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, marker } of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from >= at || parts.length === 0) parts.push(text.slice(at, from), marker);
    at = Math.max(at, to);
  }
  parts.push(text.slice(at));
  return parts.join("");
}
