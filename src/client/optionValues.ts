/**
 * Every value that the cluster options list, wherever in them it stands: their fields are not documented (docs/design/api-assumptions.md#open-records). A text counts, and a key whose value is not false. Names of fields are among them; that does no harm, since a
 * value that is missing here is worth a warning and nothing more.
 */
export function valuesIn(options: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  collect(options, found);
  return found;
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === "string") {
    found.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (item === false) continue;
      found.add(key);
      collect(item, found);
    }
  }
}
