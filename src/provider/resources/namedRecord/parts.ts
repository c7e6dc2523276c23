import { t } from "../../../framework";
import { givenText } from "../../model/attributes";
import { covers, parsedJson, sameJson } from "../../model/jsonText";

/** A text that holds JSON. */
export const JSON_TEXT = {
  type: t.string,
  mode: "required",
  updatedBy: "write",
  semanticallyEqual: sameJson,
} as const;
export const LOCALE = { ...givenText("Language of the words, such as `de`."), mode: "optional" } as const;

/** A text that servers leave out, or answer empty, where there is none. */
export const textIn = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
export const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

/** Properties of an object, but for those that are null. */
export const given = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));

/** The first value that is there twice; undefined: each is there once. */
export function repeated(ids: readonly unknown[]): unknown {
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

/** Whether a text of JSON has all that another one says. */
export const coversJson = (configured: string, seen: string) =>
  covers(parsedJson(configured), parsedJson(seen));
