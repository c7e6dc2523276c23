import { REGIONS } from "../../api/enumerations";
import { checkFields, type FieldRule, oneOf, type Problem, text, texts } from "./fields";

/** The properties of createCloningOperation (docs/design/api-assumptions.md#clones); all are optional. */
const FIELDS: readonly FieldRule[] = [
  { field: "search_server_version", check: text },
  { field: "target_region", check: oneOf(REGIONS) },
  { field: "notification_email_addresses", check: texts },
];

/** What a well-formed clone asks for. */
export interface CloneRequest {
  readonly search_server_version?: string;
  readonly target_region?: string;
  readonly notification_email_addresses: readonly string[];
}

/** The rules about the form of the body. */
export function cloneFormProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  return checkFields(body, FIELDS);
}

/** Reads a body that has no {@link cloneFormProblems}. */
export function readClone(body: Readonly<Record<string, unknown>>): CloneRequest {
  const { notification_email_addresses: addresses = [], ...asked } = body;
  return { ...asked, notification_email_addresses: [addresses].flat().map(String) };
}
