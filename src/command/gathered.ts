/** Gathers the values of an option that may be repeated, in their order. */
export function gathered(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
