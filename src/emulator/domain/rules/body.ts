/** The maximum nesting of JSON: more than any record needs, and far less than recursion can take. */
const MAX_DEPTH = 100;

/** Parses JSON. @throws SyntaxError if it is invalid, or nested deeper than {@link MAX_DEPTH} levels */
export function parseJson(text: string): unknown {
  if (isDeeper(text, MAX_DEPTH)) throw new SyntaxError(`The JSON is nested deeper than ${MAX_DEPTH} levels.`);
  return JSON.parse(text);
}

function isDeeper(text: string, limit: number): boolean {
  // This many levels need as many characters to open them.
  if (text.length <= limit) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "\\") at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** The maximum size of a body: more than any request needs. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Reads the body as a string. Null if it is too large: it is read to the end, so that the client gets a response, and dropped. */
export async function readText(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? null : new TextDecoder().decode(Buffer.concat(chunks));
}
