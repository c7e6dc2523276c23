/** The names of clusters that this process is making right now: the second create of a name must see the first. */
export class NamesTaken {
  readonly #names = new Set<string>();

  /** Takes the name; false when it is taken already. Give it back with `free`. */
  take(name: string): boolean {
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    return true;
  }

  free(name: string): void {
    this.#names.delete(name);
  }
}
