import { DATA_PLANE_KEY_HEADERS } from "../../../api/dialects";
import type { CreateKeyBody, NodeKeyRecord, Nodes } from "../../../dataPlane";
import { importBlock } from "../../model/words";
import { childId, type NodeValues } from "../../shared/dataPlane";
import { runState } from "../../shared/runState";
import { loadDataPlane, type Service } from "../../shared/service";
import { recordManagedId } from "./instances";
import { prefixIn } from "./model";
import type { KeyValues } from "./schema";

/** The number of keys that a warning names. */
const MOST = 5;
/** True if an id is safe in a command: a server can answer anything. */
export const isSafeId = (id: string) => /^[\w-]+$/.test(id);
/** The beginning of a value that this provider has generated. */
const PREFIX = /^[A-Za-z0-9]+$/;

interface Hinting {
  readonly service: Service;
  warn(summary: string, detail: string): void;
}

/**
 * Warns of keys that an interrupted apply may have left behind: they allow exactly what the new key is to allow, and their values begin
 * like those that this provider generates. Nothing else would ever show them (docs/design/laws.md#l1). This is only a hint, because
 * another run may manage such a key.
 *
 * @param all the existing keys
 */
export async function warnOfLeftoverKeys(
  { service, warn }: Hinting,
  nodes: Nodes,
  where: NodeValues,
  body: CreateKeyBody,
  all: readonly NodeKeyRecord[],
): Promise<void> {
  const { target } = nodes;
  const { cluster_id: cluster } = where;
  const { isMarked, isKeyAsRequested } = await loadDataPlane();
  const left = all.filter(
    (key) =>
      isSafeId(key.id) &&
      PREFIX.test(key.value_prefix ?? "") &&
      isKeyAsRequested(body, key) &&
      isMarked(key, body) &&
      !isManagedKey(service, key.value_prefix ?? "") &&
      isFirstNamed(service, `${target.named} ${key.id} ${key.value_prefix}`),
  );
  const [first, ...others] = left;
  if (first === undefined) return;
  const names = left.slice(0, MOST).map(({ id, value_prefix: prefix }) => `${id} (${prefix}…)`);
  const more = left.length > MOST ? ` and ${left.length - MOST} more` : "";
  const [keys, it, allows, begins] =
    others.length === 0
      ? ["a key", "it", "It allows", "its value begins"]
      : ["keys", "them", "They allow", "their values begin"];
  warn(
    `${cluster === null ? `The server at ${target.urls[0]}` : `Cluster ${cluster}`} already has ${keys} like this: ${names.join(", ")}${more}`,
    `${allows} exactly the same, and ${begins} like those that this provider generates. If this run replaces ${it}, or if another resource, ` +
      "configuration or person uses it, there is nothing to do. Otherwise it may be left over from an apply that was interrupted after it " +
      "created its key: such a key stays valid, and nobody knows its value. In that case, revoke it with a key that may delete keys:\n\n" +
      `  ${revocationCommand(nodes, first.id)}\n\nor import it instead of creating another one; its value stays unknown:\n\n` +
      importBlock("key", childId(where, first.id)),
  );
}

/** Returns the command that revokes a key. */
export function revocationCommand({ target }: Nodes, id: string): string {
  const headers = DATA_PLANE_KEY_HEADERS.map((header) => `-H "${header}: $SEARCHCLOUD_DATA_API_KEY"`);
  return `curl -X DELETE ${headers.join(" ")} "${target.urls[0]}/keys/${id}"`;
}

const keysOf = runState((_: Service) => ({
  /**
   * The prefixes of keys that belong to a resource, as far as this run knows: of the keys in the state, only those that it has read or
   * applied.
   */
  managed: new Set<string>(),
  /** The keys that this run has already warned of. */
  named: new Set<string>(),
}));

/** Records that a key belongs to a resource: this run creates it, or the state names it. */
export function markManagedKey(
  service: Service,
  { id, value, value_prefix: prefix }: Partial<KeyValues>,
): void {
  recordManagedId(service, id);
  const { managed } = keysOf(service);
  if (prefix) managed.add(prefix);
  // In older states, the prefix beside a value may be that of another key.
  if (value) managed.add(prefixIn(value));
}

/** True if a key belongs to a resource, as far as this run knows. */
export function isManagedKey(service: Service, prefix: string): boolean {
  return keysOf(service).managed.has(prefix);
}

/** True if this run warns of a key for the first time. */
function isFirstNamed(service: Service, key: string): boolean {
  const { named } = keysOf(service);
  const isFirst = !named.has(key);
  named.add(key);
  return isFirst;
}
