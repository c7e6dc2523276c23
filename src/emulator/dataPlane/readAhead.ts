/** The number of bytes that are received before somebody reads them. */
const AHEAD = 16 * 2 ** 20;

/**
 * Receives bytes before they are read, up to a limit, as a server does: what has arrived can be carried out even if the client is gone.
 * An error of the connection comes after all that arrived before it.
 */
export function readAhead(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const end: { how: { readonly error?: unknown } | null } = { how: null };
  let arrived = () => {};
  let taken = () => {};
  const next = (set: (wake: () => void) => void) => new Promise<void>(set);
  const receive = async () => {
    for await (const chunk of source) {
      chunks.push(chunk);
      size += chunk.length;
      arrived();
      while (size >= AHEAD)
        await next((wake) => {
          taken = wake;
        });
    }
  };
  const ended = (how: { readonly error?: unknown }) => {
    end.how = how;
    arrived();
  };
  receive().then(
    () => ended({}),
    (error: unknown) => ended({ error }),
  );
  return (async function* () {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk !== undefined) {
        size -= chunk.length;
        taken();
        yield chunk;
      } else if (end.how !== null) {
        if ("error" in end.how) throw end.how.error;
        return;
      } else {
        await next((wake) => {
          arrived = wake;
        });
      }
    }
  })();
}

/** Takes all items, even if nobody waits for them any more. */
export async function* takenToEnd<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  const iterator = items[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await iterator.next();
      ended = done === true;
      if (done) return;
      yield value;
    }
  } catch (error) {
    ended = true;
    throw error;
  } finally {
    if (!ended) void rest(iterator);
  }
}

async function rest(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    while (!(await iterator.next()).done);
  } catch {
    // The connection broke in the middle of the body.
  }
}
