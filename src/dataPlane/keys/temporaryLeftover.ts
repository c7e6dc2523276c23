import type { NodeKeyRecord } from "../../api/dataPlane/records";
import { InterruptedError } from "../../http/clock";
import { ApiError, ClientError, isApiError } from "../../http/error";
import { withLine } from "../../http/explain";
import type { Nodes } from "../nodes";
import { expiryOf } from "./keys";
import type { TemporaryKey } from "./temporaryEnd";

/** Timeout in milliseconds of each request that looks for a key which a failure may have left. */
const TIDY_MS = 10_000;

/** Creating a temporary key failed in another way than a request. */
export class TemporaryKeyError extends ClientError {
  override readonly name = "TemporaryKeyError";
}

/**
 * Deletes the keys of a create that failed, if a list or the answer shows them: each request is sent once, also after an interruption. The
 * description proves that they are ours, even if a server has left out the rest.
 *
 * @param answered the key of an answer that had our description
 * @returns what is left, as sentences
 */
export async function tidy(
  nodes: Nodes,
  body: TemporaryKey["body"],
  answered: NodeKeyRecord | undefined,
): Promise<string> {
  const options = { signal: new AbortController().signal, patienceMs: 0, timeoutMs: TIDY_MS };
  const found = new Map(answered && [[answered.id, answered]]);
  const left: string[] = [];

  /** Returns undefined if it fails. */
  async function attempt<T>(request: Promise<T>): Promise<T | undefined> {
    try {
      return await request;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      nodes.log.debug("A temporary key that may be left could not be deleted", { reason: error.summary });
      return undefined;
    }
  }

  for (const key of (await attempt(nodes.call("listKeys", {}, options))) ?? [])
    if (isNamed(body, key)) found.set(key.id, key);
  for (const [id, key] of found) {
    const deleted = await attempt(nodes.call("deleteKey", { path: { id } }, options));
    if (deleted === undefined)
      left.push(leftoverLine({ description: body.description, expires_at: expiryOf(key) }, id));
  }
  if (found.size === 0) return leftoverLine(body);
  if (left.length > 0) return left.join("\n");
  return "The key had been created, and was deleted again: none is left. Run again.";
}

/** True if a key has the description that was chosen for this one: its random letters are in no other. */
export function isNamed(body: TemporaryKey["body"], { description }: NodeKeyRecord): boolean {
  return description === body.description;
}

/** The beginning of the descriptions of temporary keys. */
const OPENED = "Temporary key of Terraform, opened at";

/** Returns the description of a temporary key. @param begins epoch seconds @param tag characters that no other one has */
export function temporaryDescription(begins: number, tag: string): string {
  return `${OPENED} ${instant(begins)} (${tag})`;
}

/** True if a key is a temporary one, of any run. */
export function isTemporary({ description, expires_at }: NodeKeyRecord): boolean {
  return description?.startsWith(OPENED) === true && expiryOf({ expires_at }) !== null;
}

/** Describes a key that a server has created otherwise than requested. */
export function differenceLine(key: NodeKeyRecord): string {
  const expiry = expiryOf(key);
  const properties = [
    `expires_at ${expiry === null ? "never" : instant(expiry)}`,
    `autodelete ${key.autodelete ?? "not shown"}`,
    `actions ${JSON.stringify(key.actions)}`,
    `collections ${JSON.stringify(key.collections)}`,
  ];
  return (
    `The server has created key ${key.id} otherwise than requested: ${properties.join(", ")}. A temporary key needs a server that ` +
    "follows the request; with this one, use a searchcloud_key."
  );
}

/** Describes a key that may be left. @param id undefined: not known */
export function leftoverLine(
  { description, expires_at }: { readonly description: string; readonly expires_at: number | null },
  id?: string,
): string {
  const which = id === undefined ? "A key" : `Key ${id},`;
  const end =
    expires_at === null
      ? "It never expires, although that was requested"
      : `It expires at ${instant(expires_at)}, and the server deletes it some time later`;
  return (
    `${which} with the description ${JSON.stringify(description)} may be left. ${end}; nobody has its value. ${expires_at === null ? "To end it" : "To end it before"}, ` +
    "find it with an admin key (GET /keys), and delete it (DELETE /keys/:id)."
  );
}

/** Returns the error with what it leaves behind, instead of the advice about a key that never expires. */
export function withLeftover(error: unknown, line: string): unknown {
  if (isApiError(error, "lost_write")) {
    const detail = [...error.detail.split("\n").slice(0, -1), line].join("\n");
    return new ApiError(error.failure, { ...error, detail });
  }
  if (isApiError(error)) return withLine(error, line);
  return error instanceof InterruptedError ? new TemporaryKeyError(error.summary, line) : error;
}

/** @param seconds since the epoch */
export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
