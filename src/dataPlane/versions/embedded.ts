import { isDeepStrictEqual } from "node:util";
import type { CollectionRecord } from "../../api/dataPlane/records";

type Record = Pick<CollectionRecord, "fields">;

/** Parts of `embed` that say how the server reaches its model, not how the vector is computed. */
const ACCESS = /key|token|secret|url/i;

/**
 * Returns the names of fields whose vectors are not copied, because the new version computes them in another way: its server
 * keeps a vector that it is given.
 */
export function fieldsLeftOut(from: Record, to: Record): readonly string[] {
  return to.fields.flatMap(({ name, embed }) => {
    const before = from.fields.find((field) => field.name === name);
    if (!embed || before === undefined) return [];
    return isDeepStrictEqual(computationOf(embed), computationOf(before.embed)) ? [] : [name];
  });
}

function computationOf(embed: unknown): unknown {
  return JSON.parse(JSON.stringify(embed ?? null), (name, value) => (ACCESS.test(name) ? undefined : value));
}
