/**
 * A value as one line of JSON with sorted keys: equal values are equal texts. Members that are undefined are left out.
 *
 * @param textOf the JSON of values that `JSON.stringify` does not write as wanted; undefined for all others
 */
export function sortedJson(
  value: unknown,
  textOf: (value: unknown) => string | undefined = () => undefined,
): string {
  const text = textOf(value);
  if (text !== undefined) return text;
  // A whole number that a number would round.
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => sortedJson(item, textOf)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member, textOf)}`);
  return `{${members.join(",")}}`;
}
