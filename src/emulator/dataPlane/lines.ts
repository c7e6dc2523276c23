/** Bytes of no body. */
export const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

/**
 * The lines of some bytes, without their line feeds, as many at a time as have arrived: one at a time would cost more than what
 * is done with it. An empty last line is none.
 */
export async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const [first = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    rest += first;
    const last = more.pop();
    if (last === undefined) continue;
    yield [rest, ...more];
    rest = last;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
