import type { Scene } from "../support";

/** A data source of this provider, and all that it shows as the output `it`. */
export function data(type: string, body = ""): string {
  return `data "searchcloud_${type}" "it" {\n${body}\n}\noutput "it" {\n  value = data.searchcloud_${type}.it\n}`;
}

/** What a data source shows. */
export async function shown(on: Scene, type: string, body = ""): Promise<Record<string, unknown>> {
  await on.applied(data(type, body));
  const { values } = await on.workspace.state();
  return values?.outputs?.it?.value as Record<string, unknown>;
}

/** The records that a data source lists under `key`. */
export async function listed(on: Scene, key: string, body = ""): Promise<Record<string, unknown>[]> {
  return (await shown(on, key, body))[key] as Record<string, unknown>[];
}
