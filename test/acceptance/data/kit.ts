import type { Scene } from "../support";

/** Returns a data source of this provider, with all its values as an output of the same name. */
export function data(type: string, body = "", name = "it"): string {
  const label = name === "it" ? type : name;
  return `data "searchcloud_${type}" "${name}" {\n${body}\n}\noutput "${label}" {\n  value = data.searchcloud_${type}.${name}\n}`;
}

/** Applies a configuration and returns its outputs. */
export async function outputs(
  on: Scene,
  ...blocks: readonly string[]
): Promise<Record<string, Record<string, unknown>>> {
  await on.apply(blocks.join("\n"));
  const { values } = await on.workspace.state();
  const found = Object.entries(values?.outputs ?? {});
  return Object.fromEntries(found.map(([name, { value }]) => [name, value as Record<string, unknown>]));
}
