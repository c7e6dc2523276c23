/**
 * Maps items one after the other, and begins with those that follow while it waits. The order stays. Nothing begins while the reader
 * does not read.
 *
 * @param width returns how many items may be in progress, including the one that the reader waits for
 */
export async function* mapAhead<A, B>(
  source: AsyncIterable<A>,
  width: () => number,
  map: (item: A) => Promise<B>,
): AsyncGenerator<B> {
  const iterator = source[Symbol.asyncIterator]();
  const begun: Promise<B>[] = [];
  let pulling: Promise<IteratorResult<A>> | undefined;
  let hasEnded = false;
  const accept = ({ done, value }: IteratorResult<A>) => {
    pulling = undefined;
    if (done) hasEnded = true;
    else begun.push(handled(map(value)));
  };
  try {
    for (;;) {
      if (!hasEnded && begun.length < width()) pulling ??= handled(iterator.next());
      const [first] = begun;
      if (pulling && !(first && (await isEarlier(first, pulling)))) accept(await pulling);
      else if (first) {
        yield await first;
        begun.shift();
      } else return;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Lets a promise fail before anybody waits for it. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** True if the first promise settles before the second. */
function isEarlier(first: Promise<unknown>, second: Promise<unknown>): Promise<boolean> {
  const settled = (promise: Promise<unknown>, isFirst: boolean) =>
    promise.then(
      () => isFirst,
      () => isFirst,
    );
  return Promise.race([settled(second, false), settled(first, true)]);
}
