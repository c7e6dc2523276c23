import {
  fieldDefaults,
  isDynamic,
  isFoundBy,
  isObjectType,
  isPattern,
} from "../../../../src/api/dataPlane/fields";
import type { FieldRecord } from "../../../../src/dataPlane";
import type { Alteration } from "../../../../src/provider/shared/collection/alteration";

interface Named {
  readonly name: string;
  readonly type: string;
}

/** True if a field is an object or part of one, in a collection with nested fields. */
const isNested = ({ name, type }: Named) => !isPattern(name) && (isObjectType(type) || name.includes("."));

/**
 * Returns the fields after a PATCH at a genuine server, in a collection with nested fields and without documents: as recorded, and
 * otherwise as the server's source defines.
 *
 * @throws Error with the message of the server; "late" if it has carried out a part
 */
export function patched(now: readonly FieldRecord[], { drop, add }: Alteration): FieldRecord[] {
  const known = (name: string) => now.filter((one) => one.name === name && !isDynamic(one));
  const finding = (name: string) =>
    now.filter((one) => one.name === name && one.name !== ".*" && isDynamic(one));
  const alike = (name: string) =>
    now.filter((one) => !isDynamic(one) && one.name !== name && one.name.startsWith(name));
  const gone: string[] = [];
  for (const name of drop) {
    if (name !== ".*" && known(name).length + finding(name).length === 0)
      throw new Error(`Field \`${name}\` is not part of collection schema.`);
    gone.push(name);
    if (known(name).some(isNested)) gone.push(...alike(name).map((one) => one.name));
    for (const rule of finding(name))
      gone.push(...now.filter((one) => isFoundBy(one.name, rule) && !isDynamic(one)).map((one) => one.name));
  }
  const [additions, again]: [FieldRecord[], FieldRecord[]] = [[], []];
  for (const body of add) {
    const { name } = body;
    const isNew = known(name).length + finding(name).length === 0;
    if (isNew && drop.includes(name))
      throw new Error(`Field \`${name}\` cannot be added and deleted at the same time.`);
    if (!isNew && !drop.includes(name)) throw new Error(`Field \`${name}\` is already part of the schema.`);
    if (name === ".*" && now.some((one) => one.name === ".*"))
      throw new Error("The schema already contains a `.*` field.");
    const list = isNew ? additions : again;
    list.push({ ...fieldDefaults(body), stem_dictionary: "", ...body } as FieldRecord);
    if (isNested(body)) list.push(...alike(name));
  }
  const left = [...now, ...additions].filter(({ name }) => !gone.includes(name));
  const fields = [...left, ...again];
  const twin = fields.find((one, place) => fields.findIndex((other) => isTwin(one, other)) !== place);
  if (twin !== undefined)
    throw new Error(`late: There are duplicate field names in the schema: ${twin.name}`);
  return fields;
}

function isTwin(one: FieldRecord, other: FieldRecord): boolean {
  return one.name === other.name && isDynamic(one) === isDynamic(other);
}
