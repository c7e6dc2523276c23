/** Messages that may wait for the reader. A person who is that far behind wants the newest. */
const MOST = 100;

/** Messages on their way from code that must not wait to a reader that may be slow. Of too many, the oldest are dropped. */
export class Progress {
  readonly #waiting: string[] = [];
  #dropped = 0;
  #hasEnded = false;
  #wake = () => {};

  /** Adds a message. After the end, it is dropped. */
  add(message: string): void {
    if (this.#hasEnded) return;
    this.#waiting.push(message);
    if (this.#waiting.length > MOST) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** Yields the messages in order, until the end. A message in their place tells how many were dropped. */
  async *read(): AsyncGenerator<string> {
    for (;;) {
      if (this.#dropped > 0) {
        const dropped = this.#dropped;
        this.#dropped = 0;
        yield `(${dropped} earlier messages are not shown)`;
      }
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#hasEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
