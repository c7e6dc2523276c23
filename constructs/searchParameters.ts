import { Token } from "cdktf";

/** Parameters of a search, by the server's names: `{ q: "*", query_by: "title" }`. */
export interface SearchParameters {
  readonly [parameter: string]: string | number | boolean;
}

/** As the provider takes them: texts. */
export function textsOf(parameters: SearchParameters): { [parameter: string]: string } {
  if (Token.isUnresolved(parameters)) return parameters as never;
  const texts = Object.entries(parameters).map(([name, value]) => [
    name,
    Token.isUnresolved(value) ? Token.asString(value) : `${value}`,
  ]);
  return Object.fromEntries(texts);
}
