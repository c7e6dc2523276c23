import { type IResolvable, Token } from "cdktf";
import { fieldProblem } from "../src/api/dataPlane/fieldRules";
import { check } from "./checks";

/** How a field is indexed. What is left out is the server's default. */
export interface FieldOptions {
  /**
   * Whether searches can count its values, of any type but vectors.
   * @default - the server's: false
   */
  readonly facet?: boolean | IResolvable;

  /**
   * Whether a document may be without it.
   * @default - the server's: false
   */
  readonly optional?: boolean | IResolvable;

  /**
   * Whether it is indexed at all; one that is not is only stored, and cannot be a facet.
   * @default - the server's: true
   */
  readonly index?: boolean | IResolvable;

  /**
   * Whether results can be sorted by it: numbers, bools, places and strings, no lists.
   * @default - the server's: true for numbers, bools and places, false for strings
   */
  readonly sort?: boolean | IResolvable;

  /**
   * Whether searches find its words by a part in their middle.
   * @default - the server's: false
   */
  readonly infix?: boolean | IResolvable;

  /**
   * Whether its words are also found by their stem.
   * @default - the server's: false
   */
  readonly stem?: boolean | IResolvable;

  /**
   * Whether its value is stored with the document, beside being indexed.
   * @default - the server's: true
   */
  readonly store?: boolean | IResolvable;

  /**
   * Whether it has an index for filters by range.
   * @default - the server's: false
   */
  readonly rangeIndex?: boolean | IResolvable;

  /**
   * Language of the text, such as `"ja"`, which decides how it is split into words.
   * @default - the server's, which is empty: languages that separate words by blanks
   */
  readonly locale?: string;

  /**
   * Number of dimensions, of a field that holds vectors.
   * @default - none
   */
  readonly numDim?: number;

  /**
   * The field of another collection that it refers to: `"companies.id"`.
   * @default - none
   */
  readonly reference?: string;

  /**
   * Whatever else the server knows about a field, by the server's names: `{ embed: { from: ["title"] } }`. A string is
   * JSON of such an object, and is used unchanged; with values that are known only at deploy, pass `Fn.jsonencode(…)`.
   * @default - nothing else
   */
  readonly extra?: string | { readonly [property: string]: unknown };
}

/** The attributes of a collection's field. */
export interface FieldAttributes extends Omit<FieldOptions, "extra"> {
  readonly name: string;
  readonly type: string;
  readonly extra?: string;
}

/**
 * A field of a collection: `Field.string("title")`, `Field.stringArray("tags", { facet: true })`. There is one method for
 * each type of the data-plane API, and {@link Field.of} for the types that servers have added since.
 */
export class Field {
  /** Text. @throws as {@link Field.of}. */
  static string(name: string, options?: FieldOptions): Field {
    return Field.of(name, "string", options);
  }

  /** Several texts. @throws as {@link Field.of}. */
  static stringArray(name: string, options?: FieldOptions): Field {
    return Field.of(name, "string[]", options);
  }

  /** A whole number of up to 32 bits. @throws as {@link Field.of}. */
  static int32(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int32", options);
  }

  /** Several whole numbers of up to 32 bits. @throws as {@link Field.of}. */
  static int32Array(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int32[]", options);
  }

  /** A whole number of up to 64 bits. @throws as {@link Field.of}. */
  static int64(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int64", options);
  }

  /** Several whole numbers of up to 64 bits. @throws as {@link Field.of}. */
  static int64Array(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int64[]", options);
  }

  /** A number with a fraction. @throws as {@link Field.of}. */
  static float(name: string, options?: FieldOptions): Field {
    return Field.of(name, "float", options);
  }

  /** Several numbers with fractions. @throws as {@link Field.of}. */
  static floatArray(name: string, options?: FieldOptions): Field {
    return Field.of(name, "float[]", options);
  }

  /** True or false. @throws as {@link Field.of}. */
  static bool(name: string, options?: FieldOptions): Field {
    return Field.of(name, "bool", options);
  }

  /** Several times true or false. @throws as {@link Field.of}. */
  static boolArray(name: string, options?: FieldOptions): Field {
    return Field.of(name, "bool[]", options);
  }

  /**
   * A field of any type, such as `"auto"`, `"geopoint"` or `"object"`.
   * @throws for an empty name, for the name `id`, which every document has without a field, for options that no server takes together
   * (sort on a list, a facet without an index, and so on), and for `extra` that is no JSON object.
   */
  static of(name: string, type: string, options: FieldOptions = {}): Field {
    const { extra, ...rest } = options;
    check(
      Token.isUnresolved(name) || name.trim() !== "",
      `Field: got the name ${JSON.stringify(name)}, but a field has a name: pass one such as "title".`,
    );
    check(
      name !== "id",
      'Field "id": every document has an id without a field of that name, and the server refuses one: leave it out.',
    );
    const json = extra === undefined ? undefined : jsonObject(`Field "${name}"`, "extra", extra);
    checkOptions(name, type, rest, json);
    return new Field({ ...rest, name, type, ...(json !== undefined && { extra: json }) });
  }

  private constructor(private readonly checked: FieldAttributes) {}

  /** The attributes of a collection's block `field`. */
  get attributes(): FieldAttributes {
    return this.checked;
  }
}

function checkOptions(name: string, type: string, options: FieldOptions, extra: string | undefined): void {
  if (Token.isUnresolved(name) || Token.isUnresolved(type)) return;
  const { rangeIndex, numDim, reference, ...rest } = options;
  const known = {
    range_index: rangeIndex,
    num_dim: Token.isUnresolved(numDim) ? undefined : numDim,
    reference: Token.isUnresolved(reference) ? undefined : reference,
    ...rest,
  };
  const more = extra === undefined || Token.isUnresolved(extra) ? {} : (JSON.parse(extra) as object);
  const problem = fieldProblem({ ...more, ...known, name, type });
  check(problem === undefined, `Field "${name}": got ${problem?.got}, but ${problem?.but}: ${problem?.fix}.`);
}

/** @internal JSON of an object, which may be written already. */
export function jsonObject(
  owner: string,
  what: string,
  given: string | { readonly [property: string]: unknown },
): string {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  check(
    Token.isUnresolved(text) || isObject(text),
    `${owner}: got ${JSON.stringify(text)} for ${what}, but it holds a JSON object: pass one such as ${EXAMPLES[what]}.`,
  );
  return text;
}

const EXAMPLES: { readonly [what: string]: string } = {
  extra: '{ embed: { from: ["title"] } }',
  metadata: '{ owner: "search team" }',
};

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
