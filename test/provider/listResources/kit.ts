import { setMaxListeners } from "node:events";
import { GONE, type ListCall, type Listed } from "../../../src/framework";
import { LIST_RESOURCES } from "../../../src/provider/listResources/all";
import type { Service } from "../../../src/provider/shared/service";
import { callOf } from "../kit";

interface Query {
  readonly limit?: number;
  readonly includesResource?: boolean;
  /** Called before an object is read as a whole. */
  readonly beforeRead?: (displayName: string) => void;
  readonly [argument: string]: unknown;
}

/** One object of a list, with its values as a whole if the query includes resources. */
interface Found extends Pick<Listed, "displayName" | "values"> {
  readonly whole?: object | "gone" | "by the resource";
}

/** Plays one list as Terraform does: reads as far as the limit. Arguments that are left out are null. */
export async function query(
  service: Service,
  name: string,
  { limit = 1_000, includesResource = false, beforeRead, ...config }: Query,
) {
  const list = LIST_RESOURCES.find((one) => one.name === name);
  if (!list) throw new Error(`no list ${name}`);
  const opened = callOf<never, never>(service);
  // As the framework does: a list has many requests at a time.
  setMaxListeners(0, opened.signal);
  const call: ListCall<unknown> = Object.assign(Object.create(opened), { limit, includesResource });
  const given = Object.fromEntries(
    Object.keys(list.schema).map((argument) => [argument, config[argument] ?? null]),
  );
  const found: Found[] = [];
  if (limit > 0)
    for await (const one of list.list(call, given as never)) {
      const { displayName, values } = one;
      if (!includesResource) found.push({ displayName, values });
      else {
        beforeRead?.(displayName);
        const read = one.read ? await one.read() : "by the resource";
        found.push({ displayName, values, whole: read === GONE ? "gone" : (read as object) });
      }
      if (found.filter(({ whole }) => whole !== "gone").length >= limit) break;
    }
  return { found, names: found.map(({ displayName }) => displayName), warned: opened.warned };
}
