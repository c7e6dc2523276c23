/** The version of what is kept beside a state; a reader meets older ones in old state files. */
const VERSION = 1;

/** What a resource keeps beside its state, as the bytes that Terraform stores; nothing kept is no bytes. */
export function encodePrivate(kept: unknown): Uint8Array {
  if (kept === undefined || kept === null) return new Uint8Array();
  return new TextEncoder().encode(JSON.stringify(Object.assign({ v: VERSION }, kept, { v: VERSION })));
}

/** What was kept; undefined when nothing was, or when the bytes are not ours. */
export function decodePrivate(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof parsed !== "object" || parsed === null || !("v" in parsed) || parsed.v !== VERSION)
      return undefined;
    const { v: _, ...kept } = parsed;
    return kept;
  } catch {
    return undefined;
  }
}
