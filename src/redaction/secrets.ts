import { type Folded, type Form, folded, formsOf, type Layer, LEAST, layersOf } from "./forms";
import { CUT, visible } from "./visible";

/** So many characters of a secret in a row are a piece of it. */
const PIECE = 12;
/** So many of its first characters are, where the text was cut. */
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
 * The secrets that a process knows, and the one filter for what leaves it: diagnostics, log lines, lines of the command
 * (docs/design/laws.md#l9).
 *
 * A text is searched as it is and with its escapes undone, in time that grows with its length, however many secrets there are. Of
 * every form of a secret, each sixth place is a seed of six characters. Wherever a seed is met, the text is compared with the form in
 * both directions; the whole of a secret counts, and so does a piece of twelve characters.
 */
export class Secrets {
  readonly #known = new Set<string>();
  readonly #seeds = new Map<number, Seed[]>();
  readonly #waiting: (readonly [secret: string, marker: string])[] = [];

  /**
   * Adds a secret. One of fewer than six characters is not looked for: normal text would be full of it.
   *
   * @param name what stands for it, as in `the API key`
   */
  add(secret: string | null | undefined, name: string): void {
    if (typeof secret !== "string" || secret.length < LEAST || this.#known.has(secret)) return;
    this.#known.add(secret);
    // Most processes let nothing out that would have to be searched.
    this.#waiting.push([secret, `(${name})`]);
  }

  /** A text without secrets, in which nothing else has changed. */
  readonly redact = (text: string): string => {
    for (const [secret, marker] of this.#waiting.splice(0)) this.#prepare(formsOf(secret, marker));
    if (this.#seeds.size === 0 || text.length < LEAST) return text;
    const spans = layersOf(text).flatMap((layer) => this.#spansIn(layer, folded(layer.text)));
    return spans.length === 0 ? text : withMarkers(text, spans);
  };

  /** A text as it may leave the process: without secrets, and with its control characters made visible. */
  readonly outgoing = (text: string): string => visible(this.redact(text));

  #prepare(forms: readonly Form[]): void {
    for (const form of forms) {
      let hash = 0;
      form.codes.forEach((code, place) => {
        hash = rolled(hash, code);
        if ((place + 1) % LEAST !== 0) return;
        const seeds = this.#seeds.get(hash) ?? [];
        seeds.push({ form, at: place + 1 - LEAST });
        this.#seeds.set(hash, seeds);
      });
    }
  }

  #spansIn(layer: Layer, text: Folded): Span[] {
    const { codes } = text;
    const spans: Span[] = [];
    let hash = 0;
    let covered = 0;
    for (let place = 0; place < codes.length; place += 1) {
      hash = rolled(hash, codes[place] ?? 0);
      if (place + 1 < LEAST || place < covered) continue;
      for (const seed of this.#seeds.get(hash) ?? []) {
        const run = runAround(codes, place + 1 - LEAST, seed);
        if (!run || !isSecret(layer, text, run)) continue;
        covered = Math.max(covered, run.to);
        spans.push(spanOf(layer, text, run));
      }
    }
    return spans;
  }
}

/** A hash of the last six codes: each leaves 30 bits after six steps of five. */
function rolled(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3fffffff;
}

/** Where a text and a form are the same, from one code up to another. */
interface Run {
  readonly form: Form;
  /** In the form. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** As far as the text is the form, around a seed; undefined where only the hash was the same. */
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
  return to - place < LEAST ? undefined : { form, at: begin, from, to };
}

function isSecret({ text }: Layer, { codes, places }: Folded, { form, at, from, to }: Run): boolean {
  const length = to - from;
  if (length >= PIECE) return true;
  if (length === form.codes.length) {
    const [before, after] = [text[(places[from] ?? 0) - 1] ?? "", text[(places[to - 1] ?? 0) + 1] ?? ""];
    return !form.isWord || !/[\p{L}\p{N}_]/u.test(before + after);
  }
  return at === 0 && length >= BEGINNING && codes[to] === CUT_CODE;
}

/** With the digits of base64 that hold bits of the secret and of what stands beside it. */
function spanOf(
  { text, places: origin }: Layer,
  { codes, places }: Folded,
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

/** Whether a code is one of base64. */
function isDigit(code = 0): boolean {
  return /[0-9a-z+/]/.test(String.fromCharCode(code));
}

/** Spans that meet are one. */
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
