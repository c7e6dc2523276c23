import { NodeRefusal } from "../../call";
import { fieldNamed, type Schema } from "../../documents/schema";
import { singles, valueAt } from "../../documents/values";
import type { StoredDocument, StoredField } from "../../record";
import type { Tokenizer } from "../tokens";
import { booleanTest } from "./booleans";
import { numberTest } from "./numbers";
import { type Condition, isOperator, parseFilter } from "./parse";
import { idTest, textTest } from "./texts";
import { filterProblem, type ValuesTest } from "./values";

/** Whether a document passes a filter. */
export type Predicate = (document: StoredDocument) => boolean;

export interface FilterRules {
  readonly schema: Schema;
  readonly tokenize: Tokenizer;
  /** How many conditions and operators one filter may have. */
  readonly maxOperations: number;
  /** Whether `field:value` compares a field that is a facet as a whole. */
  readonly verbatimFacets: boolean;
}

/** What `filter_by` keeps; null keeps all. @throws NodeRefusal 400 in the server's words */
export function compileFilter(text: string | null, rules: FilterRules): Predicate {
  const stack: Predicate[] = [];
  for (const token of parseFilter(text ?? "", rules.maxOperations)) {
    if (typeof token === "object") {
      stack.push(compiled(token, rules));
      continue;
    }
    const right = stack.pop() ?? everything;
    const left = stack.pop() ?? everything;
    stack.push(
      isOperator(token) && token === "&&"
        ? (document) => left(document) && right(document)
        : (document) => left(document) || right(document),
    );
  }
  return stack.pop() ?? everything;
}

const everything: Predicate = () => true;

function compiled({ field: name, text }: Condition, rules: FilterRules): Predicate {
  const { enable_nested_fields: nested } = rules.schema;
  if (name === "id") {
    const test = idTest(text);
    return ({ id }) => test([id]);
  }
  const field = fieldNamed(rules.schema, name);
  if (field === undefined) {
    throw new NodeRefusal(400, `Could not find a filter field named \`${name}\` in the schema.`);
  }
  if (!field.index) throw new NodeRefusal(400, `Cannot filter on non-indexed field \`${name}\`.`);
  const test = testOf(field, text, rules);
  return (document) => test(singles(valueAt(document, name, nested)));
}

function testOf(field: StoredField, text: string, rules: FilterRules): ValuesTest {
  const { name, type } = field;
  switch (type.replace("[]", "")) {
    case "string":
      return textTest(name, text, rules.tokenize, rules.verbatimFacets && field.facet);
    case "int32":
    case "int64":
    case "float":
      return numberTest(field, text);
    case "bool":
      return booleanTest(name, text);
    case "geopoint":
    case "geopolygon":
      throw new NodeRefusal(400, `The emulator does not imitate filters on places, as on field \`${name}\`.`);
    default:
      throw filterProblem(name, "Unidentified field data type, see docs for supported data types.");
  }
}
