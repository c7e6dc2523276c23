import { type IResolvable, Token } from "cdktf";
import { fieldProblem } from "../src/api/dataPlane/fieldRules";
import { check } from "./checks";

/** The index settings of a field. The server has defaults for all of them. */
export interface FieldOptions {
  /**
   * Lets searches count its values, of any type but vectors.
   * @default - the server's: false
   */
  readonly facet?: boolean | IResolvable;

  /**
   * Allows documents without the field.
   * @default - the server's: false
   */
  readonly optional?: boolean | IResolvable;

  /**
   * Indexes the field. A field without an index is only stored, and cannot be a facet.
   * @default - the server's: true
   */
  readonly index?: boolean | IResolvable;

  /**
   * Lets searches sort by the field: numbers, booleans, geopoints and strings, but not lists.
   * @default - the server's: true for numbers, booleans and geopoints, false for strings
   */
  readonly sort?: boolean | IResolvable;

  /**
   * Lets searches match the middle of words.
   * @default - the server's: false
   */
  readonly infix?: boolean | IResolvable;

  /**
   * Lets searches match the stem of words.
   * @default - the server's: false
   */
  readonly stem?: boolean | IResolvable;

  /**
   * Stores the value with the document, in addition to the index.
   * @default - the server's: true
   */
  readonly store?: boolean | IResolvable;

  /**
   * Creates an index for range filters.
   * @default - the server's: false
   */
  readonly rangeIndex?: boolean | IResolvable;

  /**
   * Language of the text, such as `"ja"`, for splitting it into words.
   * @default - the server's: empty, for languages that separate words by blanks
   */
  readonly locale?: string;

  /**
   * Number of dimensions of a vector field.
   * @default - none
   */
  readonly numDim?: number;

  /**
   * The referenced field of another collection: `"companies.id"`.
   * @default - none
   */
  readonly reference?: string;

  /**
   * Further settings of the field by the server's names: `{ embed: { from: ["title"] } }`. A string is JSON of such an object, and is
   * used unchanged. For values that are known only at deploy, pass `Fn.jsonencode(…)`.
   * A credential in it is stored in the state: pass the key of an embedding model as `modelApiKeyWo` of the collection.
   * @default - no further settings
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
  /** A string. @throws as {@link Field.of}. */
  static string(name: string, options?: FieldOptions): Field {
    return Field.of(name, "string", options);
  }

  /** A list of strings. @throws as {@link Field.of}. */
  static stringArray(name: string, options?: FieldOptions): Field {
    return Field.of(name, "string[]", options);
  }

  /** A 32-bit integer. @throws as {@link Field.of}. */
  static int32(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int32", options);
  }

  /** A list of 32-bit integers. @throws as {@link Field.of}. */
  static int32Array(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int32[]", options);
  }

  /** A 64-bit integer. @throws as {@link Field.of}. */
  static int64(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int64", options);
  }

  /** A list of 64-bit integers. @throws as {@link Field.of}. */
  static int64Array(name: string, options?: FieldOptions): Field {
    return Field.of(name, "int64[]", options);
  }

  /** A floating-point number. @throws as {@link Field.of}. */
  static float(name: string, options?: FieldOptions): Field {
    return Field.of(name, "float", options);
  }

  /** A list of floating-point numbers. @throws as {@link Field.of}. */
  static floatArray(name: string, options?: FieldOptions): Field {
    return Field.of(name, "float[]", options);
  }

  /** A boolean. @throws as {@link Field.of}. */
  static bool(name: string, options?: FieldOptions): Field {
    return Field.of(name, "bool", options);
  }

  /** A list of booleans. @throws as {@link Field.of}. */
  static boolArray(name: string, options?: FieldOptions): Field {
    return Field.of(name, "bool[]", options);
  }

  /**
   * A field of any type, such as `"auto"`, `"geopoint"` or `"object"`.
   * @throws for an empty name, for the name `id`, which every document has without a field, for options that no server accepts together
   * (sort on a list, a facet without an index, and so on), and for `extra` that is not a JSON object.
   */
  static of(name: string, type: string, options: FieldOptions = {}): Field {
    const { extra, ...rest } = options;
    check(
      Token.isUnresolved(name) || name.trim() !== "",
      `Field: got the name ${JSON.stringify(name)}, but a name must not be empty: pass one such as "title".`,
    );
    check(
      name !== "id",
      'Field "id": every document has an id without such a field, which the server rejects: remove the field.',
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

/** @internal Returns the JSON of an object that may already be JSON. */
export function jsonObject(
  owner: string,
  what: string,
  given: string | { readonly [property: string]: unknown },
): string {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  check(
    Token.isUnresolved(text) || isObject(text),
    `${owner}: got ${JSON.stringify(text)} for ${what}, but it must be a JSON object: pass one such as ${EXAMPLES[what]}.`,
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
