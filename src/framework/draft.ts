import { hasUnknown, mapRecord, UNKNOWN, type Value, type ValueRecord } from "../wire/cty/value";
import type { Fields } from "./schema";
import { changedNames } from "./updates";

/** The plan of one instance in the making. What was read of it stays as it was when a value is set. */
export class Draft {
  #view: ValueRecord | null = null;
  #changed: readonly string[] | null = null;

  /** @param planned null for a delete */
  constructor(
    readonly schema: Fields,
    readonly config: ValueRecord | null,
    readonly prior: ValueRecord | null,
    public planned: ValueRecord | null,
  ) {}

  /** What is planned, as a resource sees it. */
  get view(): ValueRecord | null {
    this.#view ??= this.planned && collapse(this.planned);
    return this.#view;
  }

  /** The names whose planned value differs from prior, or is unknown; none for a delete. */
  get changed(): readonly string[] {
    this.#changed ??= this.planned ? changedNames(this.schema, this.prior, this.planned) : [];
    return this.#changed;
  }

  set(name: string, value: Value): void {
    if (this.planned === null || this.planned[name] === value) return;
    this.planned = Object.assign(Object.create(null), this.planned, { [name]: value });
    this.#view = null;
    this.#changed = null;
  }
}

/** The values in which what is unknown in any part is unknown as a whole, so that no author finds a symbol inside a value. */
export function collapse(values: ValueRecord): ValueRecord {
  for (const name in values) if (hasUnknown(values[name])) return mapRecord(values, collapsed);
  return values;
}

function collapsed(value: Value): Value {
  return hasUnknown(value) ? UNKNOWN : value;
}
