import { visibleOnOneLine } from "../../redaction";
import type { CallContext, ListResourceEvent, ListResourceRequest } from "../../wire";
import { isRecord, type Value, type ValueRecord } from "../../wire/cty/value";
import type { ServiceCall } from "../call";
import { type Diagnostic, Diagnostics, TerraformError } from "../diagnostics";
import type { ListCall, Listed } from "../list";
import type { AnyResource } from "../provider";
import { GONE } from "../resource";
import { openCall, type Session, withContext } from "../session";
import { firstState, readState, refreshedState } from "../state";
import { decodeKnown } from "./configurations";
import { encodeDiagnostics } from "./diagnostics";
import { encodeIdentity } from "./identity";
import { mapAhead } from "./mapAhead";
import { encodeStored, registerSecrets } from "./values";

/** The objects that are read at a time. More would hold up the other calls of the process, which share its request budget. */
const READS_AT_A_TIME = 8;

/** An object of the list. Without an identity, only its warnings count. */
interface Found extends Omit<ListResourceEvent, "diagnostic"> {
  readonly warnings: readonly Diagnostic[];
}

/**
 * Lists objects. An error makes Terraform drop the whole list, so an object that cannot be read is listed without its values, and with a
 * warning (docs/design/protocol.md#lists).
 */
export async function* listResource(
  session: Session,
  { typeName, limit, includeResourceObject, config: bytes }: ListResourceRequest,
  context: CallContext,
): AsyncGenerator<ListResourceEvent> {
  const diagnostics = new Diagnostics();
  let sent = 0;
  const event = ({ warnings, ...found }: Found): ListResourceEvent => {
    const unsent = diagnostics.items.slice(sent);
    sent = diagnostics.items.length;
    return { ...found, diagnostic: encodeDiagnostics(session, [...unsent, ...warnings]) };
  };
  try {
    const type = await session.listResource(typeName);
    const resource = await session.resource(typeName);
    const config = decodeKnown(session, typeName, type, bytes, "Nothing was listed.");
    const common = session.call({ context, diagnostics });
    let left = limit;
    if (left <= 0) return;
    const width = () => (includeResourceObject ? Math.min(READS_AT_A_TIME, left) : 1);
    const call = withContext(common, { limit, includesResource: includeResourceObject });
    const found = mapAhead(type.list(call, config), width, (listed) =>
      objectOf({ session, resource, typeName, call, context }, listed),
    );
    const isRepeated = repetitions();
    for await (const object of found) {
      rejectInterrupted(typeName, common);
      if (isRepeated(object)) {
        common.warn(...repeatedWarning(object));
        continue;
      }
      if (object.identity) left -= 1;
      // Before the last event: Terraform receives nothing after it.
      if (left <= 0) common.warn(...limitWarning(typeName, limit));
      yield event(object);
      if (left <= 0) break;
    }
    rejectInterrupted(typeName, common);
  } catch (error) {
    diagnostics.addThrown(error, `listing ${typeName}`, session.environment.log);
  }
  if (diagnostics.items.length > sent) yield event({ displayName: "", warnings: [] });
}

interface Listing {
  readonly session: Session;
  readonly resource: AnyResource;
  readonly typeName: string;
  readonly call: ListCall<unknown>;
  readonly context: CallContext;
}

/** Completes an object of the list. Everything that is wrong with this one object is a warning. */
async function objectOf(listing: Listing, listed: Listed): Promise<Found> {
  const { session, resource, typeName, call } = listing;
  // Shown at the terminal, and words of a server.
  const displayName = visibleOnOneLine(session.environment.secrets.outgoing(listed.displayName));
  const diagnostics = new Diagnostics();
  /** Adds a failure as a warning with the name in its summary: Terraform folds warnings with equal summaries. */
  const warnOf = (error: unknown, consequence: string) => {
    const thrown = new Diagnostics();
    thrown.addThrown(error, `listing ${typeName}`, session.environment.log);
    for (const { summary, detail } of thrown.items)
      diagnostics.warn(`${displayName}: ${summary}`, `${detail}\n\n${consequence}`);
  };
  try {
    const first = firstState(resource.schema, listed.values as ValueRecord);
    registerSecrets(session, resource.schema, first);
    const identity = encodeIdentity(resource, first);
    if (!identity) throw new TerraformError("No identity", `The values of this ${typeName} name no object.`);
    const hidden = hiddenIn((resource.identity?.of(first) ?? null) as Value);
    if (hidden !== undefined) return { displayName: "", warnings: [hiddenWarning(displayName, hidden)] };
    const object = { displayName, identity, warnings: diagnostics.items };
    if (!call.includesResource) return object;
    try {
      const state = await readObject(listing, listed, first, diagnostics);
      if (!state) return { displayName: "", warnings: [goneWarning(displayName)] };
      registerSecrets(session, resource.schema, state);
      return { ...object, resourceObject: encodeStored(resource.schema, state) };
    } catch (error) {
      if (call.signal.aborted) throw error;
      warnOf(error, UNREAD);
      return object;
    }
  } catch (error) {
    if (call.signal.aborted) throw error;
    warnOf(error, LEFT_OUT);
    return { displayName: "", warnings: diagnostics.items };
  }
}

const UNREAD =
  "It is listed without its values, and configuration that is generated for it has to be completed. To get them, run the query again.";
const LEFT_OUT = "It is not in the list.";

/** Reads an object as after an import. Null if it no longer exists. */
async function readObject(
  { session, resource, context }: Listing,
  { read, privateState }: Listed,
  first: ValueRecord,
  diagnostics: Diagnostics,
): Promise<ValueRecord | null> {
  if (read) {
    const observed = await read();
    return observed === GONE ? null : refreshedState(resource.schema, first, observed as ValueRecord);
  }
  const options = { operation: "read", values: first, privateState, diagnostics, context } as const;
  return readState(openCall(session, resource, options), first);
}

/** Terraform's default limit is 100, so a list that ends there would look complete. */
function limitWarning(typeName: string, limit: number): [string, string] {
  return [
    `The list of ${typeName} ends at its limit of ${limit}`,
    `If there are more, they are not in the list. Set a higher limit in the list block (limit = ${limit * 10}), or choose fewer objects by the arguments of its config block.`,
  ];
}

/** Returns a function that is true for an object that was found before: its second import would fail. */
function repetitions(): (object: Found) => boolean {
  const seen = new Set<string>();
  return ({ identity }) => {
    if (!identity?.identityData) return false;
    const key = Buffer.from(identity.identityData.msgpack).toString("latin1");
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  };
}

function repeatedWarning({ displayName }: Found): [string, string] {
  return [
    `${displayName}: found more than once`,
    "Several objects have the same identity. The first of them is in the list, because only one can be imported.",
  ];
}

/** Finds a string with characters that a terminal would not show, but act on, such as the end of a line. */
function hiddenIn(value: Value): string | undefined {
  if (typeof value === "string") return visibleOnOneLine(value) === value ? undefined : value;
  const parts: readonly Value[] = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return parts.map(hiddenIn).find((one) => one !== undefined);
}

function hiddenWarning(displayName: string, hidden: string): Diagnostic {
  return {
    severity: "warning",
    summary: `${displayName}: control characters in its name`,
    detail: `Terraform would write "${visibleOnOneLine(hidden)}" to the terminal unchanged, where it can pass for other lines of the list. ${LEFT_OUT} To manage the object all the same, write an import block for it.`,
  };
}

function goneWarning(displayName: string): Diagnostic {
  return {
    severity: "warning",
    summary: `${displayName}: no longer exists`,
    detail: `It was deleted while it was listed. ${LEFT_OUT}`,
  };
}

function rejectInterrupted(typeName: string, { signal }: ServiceCall<unknown>): void {
  if (!signal.aborted) return;
  throw new TerraformError(`Listing ${typeName} was interrupted`, "The list is not complete. Run again.");
}
