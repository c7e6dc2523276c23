import { hasKnownGpu, knownVcpus } from "../../../api/enumerations";
import type { OpenRecord } from "../../../client";
import { type Preflight, readHint } from "./hint";
import { type Listed, listedFor, similarTo, vcpusFor } from "./listed";

/** A planned value for which the service lists alternatives. */
export interface PlannedValue {
  /** The setting: `memory`, `vcpu`, `region` or `search_delivery_network`, alone or after `new_` or `target_`. */
  readonly what: string;
  readonly value: string;
  /** The attribute that it comes from. */
  readonly path: string[];
}

/** Memory and vcpu, which form a pair, and the GPU that only some pairs allow. */
interface PlannedCapacity {
  readonly memory: PlannedValue;
  readonly vcpu: PlannedValue;
  /** The attribute that requests a GPU; undefined if none does. */
  readonly gpuAt?: string[];
}

/** The lists that a value is checked against, and how binding they are. */
const LISTS: { readonly [by in Listed["by"]]: readonly [name: string, end: string] } = {
  service: ["The service's cluster options", "The service decides at apply."],
  tables: ["This provider's tables", "The tables may be out of date: the service decides at apply."],
};

/**
 * Reports a value that is not listed. With `strict_options`, it is an error if the service itself does not list it; the tables may
 * be out of date, so they only warn.
 */
function report(
  { service, warn, error }: Preflight,
  by: Listed["by"],
  summary: string,
  detail: (name: string) => string,
  path: string[],
): void {
  const [name, end] = LISTS[by];
  if (by === "service" && service.strictOptions)
    error(summary, `${detail(name)} strict_options is true, so the plan fails.`, path);
  else warn(summary, `${detail(name)} ${end}`, path);
}

/**
 * Warns of values that the service does not list (docs/design/api-assumptions.md#values, #open-records). The service decides, so
 * this is an error only with strict_options. The cluster options are read once per process; if they do not cover a setting, the
 * tables of this provider do. A setting without any list, such as a version, passes.
 *
 * @param who the owner of the values, as in `cluster "products" (c-1)`
 * @param values the values that the plan changes
 */
export async function warnOfUnlisted(
  planning: Preflight,
  who: string,
  values: readonly PlannedValue[],
): Promise<void> {
  if (values.length === 0) return;
  const options = await readOptions(planning);
  for (const what of new Set(values.map((value) => value.what))) {
    const list = listedFor(what, options);
    const unlisted = values.filter((one) => one.what === what && !list?.values.includes(one.value));
    const [first] = unlisted;
    if (!list || !first) continue;
    const texts = [...new Set(unlisted.map(({ value }) => value))];
    const them = texts.length === 1 ? "this value" : "these values";
    const near = [...new Set(texts.flatMap((text) => similarTo(text, list.values)))];
    const help = near.length === 0 ? "" : ` Similar values: ${quoted(...near)}.`;
    const detail = (name: string) => `${name} do not list ${them}.${help}`;
    report(planning, list.by, summaryOf(who, `${what} ${quoted(...texts)}`), detail, first.path);
  }
}

/**
 * Warns of a memory and a vcpu that are not listed, or not together, and of a GPU that the pair does not allow
 * (docs/design/api-assumptions.md#values). The cluster options decide as far as they cover the memory, otherwise the tables of
 * this provider; if neither does, memory and vcpu are checked separately.
 */
export async function warnOfCapacity(
  planning: Preflight,
  who: string,
  { memory, vcpu, gpuAt }: PlannedCapacity,
): Promise<void> {
  const options = await readOptions(planning);
  if (listedFor(memory.what, options)?.values.includes(memory.value) === false) {
    return warnOfUnlisted(planning, who, [memory, vcpu]);
  }
  const tied = vcpusFor(memory.value, vcpu.value, options);
  const known = knownVcpus(memory.value);
  const allowed = tied.length > 0 ? tied : known;
  if (allowed.length === 0) return warnOfUnlisted(planning, who, [vcpu]);
  const [ofMemory, ofVcpu] = [memory, vcpu].map(({ what, value }) => `${what} ${quoted(value)}`);
  if (!allowed.includes(vcpu.value)) {
    const by = tied.length > 0 ? "service" : "tables";
    const detail = (name: string) => `${name} list for this memory: ${quoted(...allowed)}.`;
    report(planning, by, summaryOf(who, `${ofMemory} with ${ofVcpu}`), detail, vcpu.path);
  } else if (gpuAt && known.includes(vcpu.value) && !hasKnownGpu(memory.value, vcpu.value)) {
    const detail = (name: string) => `${name} list no GPU for this pair.`;
    report(planning, "tables", summaryOf(who, `a GPU with ${ofMemory} and ${ofVcpu}`), detail, gpuAt);
  }
}

/** Reads the cluster options of the service; null if they are not available. */
function readOptions(planning: Preflight): Promise<OpenRecord | null> {
  return readHint(planning, (client, options) => client.clusterOptions(options));
}

function summaryOf(who: string, what: string): string {
  return `The service may refuse ${who}: ${what}`;
}

function quoted(...texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}
