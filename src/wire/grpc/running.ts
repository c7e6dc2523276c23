/** Counts the calls of the provider that are being answered. */
export class Running {
  #now = 0;
  #begun = 0;

  /** Answers whether a call is being answered, or has begun since this was asked last. */
  isBusy(): boolean {
    const isBusy = this.#now > 0 || this.#begun > 0;
    this.#begun = 0;
    return isBusy;
  }

  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#now += 1;
    this.#begun += 1;
    try {
      return await call();
    } finally {
      this.#now -= 1;
    }
  }
}
