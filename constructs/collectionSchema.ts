import { type IResolvable, type TerraformMetaArguments, Token } from "cdktf";
import { defaultSortingProblem, nestingProblem } from "../src/api/dataPlane/fieldRules";
import { check } from "./checks";
import type { WriteOnlyValue } from "./ephemeralVariable";
import { type Field, type FieldAttributes, jsonObject } from "./field";
import type { NodeKeyOptions } from "./nodesPart";

/**
 * The schema of a collection, and Terraform's meta-arguments. An edit that requires a new collection requires a new version of a {@link
 * LiveCollection}, which it creates and fills by itself.
 */
export interface CollectionSchemaOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * The indexed fields, at least one. They are edited in place: the server indexes the documents again, and rejects a type that does
   * not match them. An edit of the default sorting field requires a new collection.
   */
  readonly fields: readonly Field[];

  /**
   * Name of the field that sorts results by default: a number, a boolean, or a string with `sort`, and not optional. An edit
   * requires a new collection, as does an edit of that field.
   * @default - none
   */
  readonly defaultSortingField?: string;

  /**
   * Allows fields that are objects, and names by path: `"author.name"`. An edit requires a new collection.
   * @default - the server's: false
   */
  readonly enableNestedFields?: boolean | IResolvable;

  /**
   * Characters that separate words, in addition to blanks. An edit requires a new collection.
   * @default - none
   */
  readonly tokenSeparators?: string[];

  /**
   * Special characters to index instead of ignoring them. An edit requires a new collection.
   * @default - none
   */
  readonly symbolsToIndex?: string[];

  /**
   * Names of the synonym sets for its searches. Changed in place.
   * @default - none
   */
  readonly synonymSets?: string[];

  /**
   * Names of the curation sets for its searches. Changed in place.
   * @default - none
   */
  readonly curationSets?: string[];

  /**
   * Metadata of the collection: an object, or its JSON. Changed in place.
   * @default - existing metadata is not changed
   */
  readonly metadata?: string | { readonly [property: string]: unknown };

  /**
   * Name of the model for spoken searches, such as `"ts/whisper/base.en"`. An edit requires a new collection.
   * @default - none
   */
  readonly voiceQueryModel?: string;

  /**
   * API key of the services whose models compute the vectors of fields (`openai/…`, `azure/…`), for each field whose `extra` has no
   * credential of its own. It is stored neither in the state nor in a saved plan. Another version sends the key again, and the server
   * indexes these fields again. Requires Terraform 1.11 or OpenTofu 1.11; on cdktn, `targetVersions` in `cdktf.json` must include
   * `{ "terraform": ">=1.11.0" }`.
   * @default - none
   */
  readonly modelApiKeyWo?: WriteOnlyValue;

  /**
   * Rejects every plan that would drop the collection. To drop it, first turn this off in a separate deploy.
   * @default false
   */
  readonly deletionProtection?: boolean | IResolvable;
}

/**
 * Returns the attributes of a schema that the bindings spell otherwise.
 * @throws for missing or duplicate fields, for objects without nested fields, for a default sorting field that is missing, optional or
 * not sortable, and for metadata that is not a JSON object
 */
export function schemaAttributes(owner: string, options: CollectionSchemaOptions) {
  const { fields, defaultSortingField, enableNestedFields, metadata, modelApiKeyWo } = options;
  const field = fields.map(({ attributes }) => attributes);
  checkFields(owner, field, enableNestedFields);
  checkSorting(owner, field, defaultSortingField);
  return {
    field,
    ...(metadata !== undefined && { metadata: jsonObject(owner, "metadata", metadata) }),
    modelApiKeyWo: modelApiKeyWo?.value,
    modelApiKeyWoVersion: modelApiKeyWo?.version,
  };
}

function checkFields(owner: string, fields: readonly FieldAttributes[], nested: unknown): void {
  check(
    fields.length > 0,
    `${owner} has no fields, but a collection indexes at least one: pass one such as Field.string("title").`,
  );
  const names = fields.map(({ name }) => name).filter((name) => !Token.isUnresolved(name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  check(
    twice === undefined,
    `${owner} has the field "${twice}" twice, but field names are unique: remove one of them.`,
  );
  if (nested === true || Token.isUnresolved(nested)) return;
  for (const field of fields) {
    const problem = nestingProblem(field, false);
    check(
      problem === undefined,
      `${owner} has the field "${field.name}" of ${problem?.got}, but ${problem?.but}: pass enableNestedFields: true.`,
    );
  }
}

function checkSorting(owner: string, fields: readonly FieldAttributes[], sorting: string | undefined): void {
  if (sorting === undefined || sorting === "" || Token.isUnresolved(sorting)) return;
  const known = fields.filter(({ name }) => !Token.isUnresolved(name));
  const field = known.find(({ name }) => name === sorting);
  check(
    field !== undefined || known.length < fields.length,
    `${owner} has the defaultSortingField "${sorting}", which is not one of its fields (${known.map(({ name }) => name).join(", ")}): ` +
      "pass the name of a field for numbers.",
  );
  if (field === undefined || Token.isUnresolved(field.type) || Token.isUnresolved(field.sort)) return;
  const problem = defaultSortingProblem({ ...field });
  check(
    problem === undefined,
    `${owner} has the defaultSortingField "${sorting}", ${problem?.got}, but ${problem?.but}: ${problem?.fix}.`,
  );
}
