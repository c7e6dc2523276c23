/** Bytes of no body. */
export const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

/** The lines of some bytes, without their ends; an empty last line is none. */
export async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield part.replace(/\r$/, "");
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}
