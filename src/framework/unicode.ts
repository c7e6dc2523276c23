import { TerraformError } from "./diagnostics";

/** The reason, for messages. */
const WHY =
  "Terraform composes all strings (Unicode NFC), in configurations and in the state. A string that the service stores decomposed (NFD: a letter " +
  "and its accent as two characters) cannot be written there.";

/**
 * Finds the first string in a value, keys of objects included, that Terraform would store as a different string, because it converts all
 * strings to Unicode NFC. Undefined if there is none.
 */
export function findDecomposed(value: unknown): string | undefined {
  if (typeof value === "string") return value === value.normalize("NFC") ? undefined : value;
  if (typeof value !== "object" || value === null) return undefined;
  for (const part of [...Object.keys(value), ...Object.values(value)]) {
    const found = findDecomposed(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Explains why a string cannot be written in Terraform. */
export function describeDecomposed(text: string): string {
  return `${JSON.stringify(text)} is in decomposed Unicode (NFD). ${WHY}`;
}

/** @throws TerraformError for an id that Terraform would store as a different id. */
export function checkImportId(typeName: string, id: string): void {
  if (findDecomposed(id) === undefined) return;
  throw new TerraformError(
    `${typeName} cannot be imported under this id`,
    `The id ${describeDecomposed(id)} If you typed or pasted it like this, and the object has the composed name, import that. Otherwise give the object ` +
      "another name at the service, or leave it out of Terraform.",
  );
}
