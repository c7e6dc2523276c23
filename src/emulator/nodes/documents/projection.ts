import { isRecord } from "../../rules/fields";
import { NodeRefusal } from "../call";
import type { StoredDocument } from "../record";

/** What is left of a document when it is answered. */
export type Projection = (document: StoredDocument) => StoredDocument;

/**
 * Reads include_fields and exclude_fields: names with commas between them, with dots into objects; an asterisk at the
 * end stands for any ending.
 * @throws NodeRefusal 400 for joins, which are not imitated
 */
export function projectionOf(include: string | null, exclude: string | null): Projection {
  const included = names("include_fields", include);
  const excluded = names("exclude_fields", exclude);
  if (included.length === 0 && excluded.length === 0) return (document) => document;
  return (document) => {
    const kept = included.length === 0 ? document : picked(document, "", included);
    return excluded.length === 0 ? kept : dropped(kept, "", excluded);
  };
}

function names(parameter: string, text: string | null): readonly string[] {
  if (text?.includes("$")) {
    throw new NodeRefusal(400, `The emulator does not imitate joins in \`${parameter}\`.`);
  }
  return (text ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function covers(name: string, path: string): boolean {
  return name.endsWith("*") ? path.startsWith(name.slice(0, -1)) : path === name;
}

function picked(object: StoredDocument, prefix: string, included: readonly string[]): StoredDocument {
  return mapped(object, prefix, (path, value) => {
    if (included.some((name) => covers(name, path))) return value;
    if (!included.some((name) => name.startsWith(`${path}.`))) return undefined;
    return inside(value, (one) => picked(one, `${path}.`, included));
  });
}

function dropped(object: StoredDocument, prefix: string, excluded: readonly string[]): StoredDocument {
  return mapped(object, prefix, (path, value) => {
    if (excluded.some((name) => covers(name, path))) return undefined;
    if (!excluded.some((name) => name.startsWith(`${path}.`))) return value;
    return inside(value, (one) => dropped(one, `${path}.`, excluded)) ?? value;
  });
}

/** The object with each value as `change` answers it; undefined leaves it out. */
function mapped(
  object: StoredDocument,
  prefix: string,
  change: (path: string, value: unknown) => unknown,
): StoredDocument {
  return Object.fromEntries(
    Object.entries(object)
      .map(([key, value]) => [key, change(prefix + key, value)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function inside(value: unknown, change: (object: StoredDocument) => StoredDocument): unknown {
  if (Array.isArray(value)) return value.filter(isRecord).map(change);
  return isRecord(value) ? change(value) : undefined;
}
