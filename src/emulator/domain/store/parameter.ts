/** A server configuration parameter as the emulator stores it. */
export interface StoredParameter {
  /** A uuid. */
  readonly id: string;
  readonly name: string;
  value: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  updatedAt: number;
}

/** The values by name; without a prototype, because any name is allowed. */
export function valuesOf(parameters: readonly StoredParameter[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const { name, value } of parameters) values[name] = value;
  return values;
}

/** A parameter that is created at `now` (epoch milliseconds). */
export function newParameter(
  store: { nextId(kind: "parameter"): string },
  name: string,
  value: string,
  now: number,
): StoredParameter {
  return { id: store.nextId("parameter"), name, value, createdAt: now, updatedAt: now };
}
