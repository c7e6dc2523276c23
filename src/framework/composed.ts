import { TerraformError } from "./diagnostics";

/** What Terraform makes of text, for messages. */
const WHY =
  "Terraform composes all text (Unicode NFC), in configurations and in the state, so a text that the service holds decomposed (NFD: a letter " +
  "and its accent as two characters) cannot be named there.";

/**
 * The first text in a value, keys of objects included, that Terraform would store as another one: it holds every text in Unicode NFC.
 * Undefined: there is none.
 */
export function decomposedIn(value: unknown): string | undefined {
  if (typeof value === "string") return value === value.normalize("NFC") ? undefined : value;
  if (typeof value !== "object" || value === null) return undefined;
  for (const part of [...Object.keys(value), ...Object.values(value)]) {
    const found = decomposedIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** That a text cannot be named in Terraform, as a clause, with why: `"cafe…" cannot …`. */
export function decomposedText(text: string): string {
  return `${JSON.stringify(text)} is in decomposed Unicode (NFD). ${WHY}`;
}

/** @throws TerraformError for an id that names something else once Terraform has stored it. */
export function checkImportId(typeName: string, id: string): void {
  if (decomposedIn(id) === undefined) return;
  throw new TerraformError(
    `${typeName} cannot be imported under this id`,
    `The id ${decomposedText(id)} If you typed or pasted it like this, and the object has the composed name, import that. Otherwise give the object ` +
      "another name at the service, or leave it out of Terraform.",
  );
}
