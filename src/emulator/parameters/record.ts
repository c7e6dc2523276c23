/** A server configuration parameter as the emulator keeps it. */
export interface StoredParameter {
  /** A uuid. */
  readonly id: string;
  readonly name: string;
  value: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  updatedAt: number;
}

/** The values by name; without a prototype, since names are whatever somebody chose. */
export function valuesOf(parameters: readonly StoredParameter[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const { name, value } of parameters) values[name] = value;
  return values;
}
