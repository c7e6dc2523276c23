import { ADMIN, CAPABILITIES } from "../api/capabilities";

const NAMES: ReadonlySet<string> = new Set([...CAPABILITIES, ADMIN]);

/**
 * The capabilities that an account record grants, wherever in it they stand: its fields are not documented (docs/design/api-assumptions.md#open-records). A name counts as a text, or as a key whose value is true. Null when none is found: that means "unknown",
 * never "none".
 */
export function capabilitiesIn(account: unknown): readonly string[] | null {
  const found = new Set<string>();
  collect(account, found);
  return found.size === 0 ? null : [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === "string") {
    if (NAMES.has(value)) found.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (item === true && NAMES.has(key)) found.add(key);
      collect(item, found);
    }
  }
}
