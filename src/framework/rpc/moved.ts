import { sameValue } from "../../wire/cty/equality";
import { hasUnknown, type ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { AnyResource } from "../provider";
import { isBlock } from "../schema";
import type { MoveMark } from "./values";

/** The plan of an instance. Without proposed values, it is destroyed. */
interface MovedPlan {
  readonly prior: ValueRecord;
  readonly proposed: ValueRecord | null;
}

/**
 * Refuses the plan of an instance that the same plan has moved from another type, if it was not read, or would be destroyed. A state
 * of another provider leaves some identifiers open, such as the server: they are confirmed once a configuration names the same object.
 *
 * @throws TerraformError
 */
export function checkMoved(
  typeName: string,
  resource: AnyResource,
  mark: MoveMark,
  { prior, proposed }: MovedPlan,
): void {
  // Terraform plans the end of an instance without a block from the state before the refresh.
  if (proposed === null) throw destroyedError(typeName);
  if (mark === "unread") throw unreadError(typeName);
  const other = otherIdentifiers(resource, prior, proposed);
  if (other.length > 0) throw otherObjectError(typeName, other, prior, proposed);
}

/** Returns the configured attributes of the identity that differ. */
function otherIdentifiers(
  { identity, schema }: AnyResource,
  prior: ValueRecord,
  proposed: ValueRecord,
): readonly string[] {
  return Object.keys(identity?.attributes ?? {}).filter((name) => {
    const field = schema[name];
    if (!field || isBlock(field) || field.mode === "computed") return false;
    return !sameValue(field.type.cty, prior[name] ?? null, proposed[name] ?? null);
  });
}

/** Returns the error for a state with only the values of a move: all others would be edits. */
function unreadError(typeName: string): TerraformError {
  return new TerraformError(
    `This ${typeName} has not been read since it was moved`,
    "A move from another type takes over the identifiers of the object, and a refresh reads the rest. Plan without -refresh=false. Nothing was changed.",
  );
}

function destroyedError(typeName: string): TerraformError {
  return new TerraformError(
    `This ${typeName} cannot be moved and destroyed in one plan`,
    'The configuration does not confirm which object was moved. Write its resource block and apply the move first. To keep the object without managing it, remove the "moved" block, ' +
      'and use a "removed" block for the old address. Nothing was changed.',
  );
}

function otherObjectError(
  typeName: string,
  names: readonly string[],
  prior: ValueRecord,
  proposed: ValueRecord,
): TerraformError {
  const differences = names.map(
    (name) =>
      `${name} is ${shown(prior[name])} in the state, and ${shown(proposed[name])} in the configuration`,
  );
  return new TerraformError(
    `This ${typeName} was moved as another object than the configuration names`,
    `${differences.join("; ")}. Apply the move without an edit of it first. If the state names the wrong server, correct the address that the move was given. Nothing was changed.`,
    [names[0] ?? ""],
  );
}

function shown(value: ValueRecord[string] | undefined): string {
  if (value === undefined || value === null) return "not set";
  return hasUnknown(value) ? "not known yet" : JSON.stringify(value);
}
