import { valuesIn } from "../../api/openRecords";
import type { OpenRecord } from "../../client";
import { type Preflight, readHint } from "./hint";
import { listedFor } from "./listed";
import { similarTo } from "./similar";

/** One planned value that the service lists the alternatives of. */
export interface PlannedValue {
  /** The setting: `memory`, `vcpu`, `region` or `search_delivery_network`, as it is or after `new_` or `target_`. */
  readonly what: string;
  readonly value: string;
  /** The attribute that it comes from. */
  readonly path: string[];
}

/** How a warning ends that comes from the tables of this provider. */
export const TABLES_AGE = "The tables may be out of date: the service decides at apply.";
/** How a warning ends that comes from the service's own list. */
export const SERVICE_DECIDES = "The service decides at apply.";

/**
 * Warns of the values that the service does not list (docs/design/api-assumptions.md#values, #open-records): never an error, because the service
 * decides. Its cluster options are read once in a process; where they tell nothing, the tables of this provider judge. What
 * neither lists the alternatives of, such as a version, is let pass.
 *
 * @param who whose values they are, as in `"products"` or `the new cluster`
 * @param values those that the plan brings, not those that stay
 */
export async function warnOfUnlisted(
  planning: Preflight,
  who: string,
  values: readonly PlannedValue[],
): Promise<void> {
  if (values.length === 0) return;
  const options = await optionsOf(planning);
  const held = options && valuesIn(options);
  for (const what of new Set(values.map((value) => value.what))) {
    const list = listedFor(what, held);
    const unlisted = values.filter((one) => one.what === what && !list?.values.includes(one.value));
    const [first] = unlisted;
    if (!list || !first) continue;
    const texts = [...new Set(unlisted.map(({ value }) => value))];
    const [source, end] =
      list.by === "service"
        ? ["The service's cluster options do not list", SERVICE_DECIDES]
        : ["This provider's tables do not list", TABLES_AGE];
    const them = texts.length === 1 ? "this value" : "these values";
    const near = [...new Set(texts.flatMap((text) => similarTo(text, list.values)))];
    const help = near.length === 0 ? "" : ` Similar values: ${quoted(near)}.`;
    planning.warn(refusal(who, `${what} ${quoted(texts)}`), `${source} ${them}.${help} ${end}`, first.path);
  }
}

/** What the service says a cluster can be made of; null when it does not say. */
export function optionsOf(planning: Preflight): Promise<OpenRecord | null> {
  return readHint(planning, (client, options) => client.clusterOptions(options));
}

/** The summary of a warning about planned values. */
export function refusal(who: string, what: string): string {
  return `The service may refuse ${who}: ${what}`;
}

export function quoted(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}
