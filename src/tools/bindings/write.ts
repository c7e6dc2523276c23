import { differencesIn, writeFolder } from "../folder";
import { renderBindings } from "./render";
import type { ProviderSchemaJson } from "./schema";

export interface BindingsOptions {
  /** What `terraform providers schema -json` prints for our provider. */
  readonly schema: ProviderSchemaJson;
  /** Folder of the bindings. It belongs to them: any other file in it is removed. */
  readonly outDir: string;
  /** Version of the provider; equals the version of the npm package. */
  readonly version: string;
}

/** Writes the bindings, replacing whatever the folder held; answers the paths written, relative to it. */
export async function generateBindings({ schema, outDir, version }: BindingsOptions): Promise<string[]> {
  const files = await renderBindings(schema, version);
  await writeFolder(outDir, files);
  return [...files.keys()];
}

/** The files in which the folder differs from what {@link generateBindings} would write; empty when it is current. */
export async function staleBindings({ schema, outDir, version }: BindingsOptions): Promise<string[]> {
  return differencesIn(outDir, await renderBindings(schema, version));
}
