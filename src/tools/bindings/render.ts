import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProviderSchema } from "@cdktf/commons";
import { type Files, readFiles } from "../folder";
import type { ProviderSchemaJson } from "./schema";
import { tidy } from "./tidy";

/**
 * Renders the CDKTF bindings of the one provider in `schema`: one folder for each resource, data source and for the
 * provider itself, and an index. The same schema and version give the same text on every machine.
 *
 * @throws when the schema holds no provider or several.
 */
export async function renderBindings(schema: ProviderSchemaJson, version: string): Promise<Files> {
  const [address, ...others] = Object.keys(schema.provider_schemas);
  if (address === undefined || others.length > 0) {
    throw new Error(
      `Bindings need exactly one provider, and the schema holds ${others.length + (address ? 1 : 0)}. ` +
        "Pass what `terraform providers schema -json` prints for a configuration that requires only ours.",
    );
  }
  const generated = await generate(schema, address, version);
  return new Map([...generated].map(([path, text]) => [path, tidy(text)]));
}

async function generate(schema: ProviderSchemaJson, address: string, version: string): Promise<Files> {
  const { CodeMaker, TerraformProviderGenerator } = await import("@cdktf/provider-generator");
  const { ConstructsMakerProviderTarget, Language, TerraformProviderConstraint } = await import(
    "@cdktf/commons"
  );
  const name = address.slice(address.lastIndexOf("/") + 1);
  const code = new CodeMaker();
  const target = new TerraformProviderConstraint({ name, source: address, version });
  const generator = new TerraformProviderGenerator(code, withVersion(schema, address, version));
  generator.generate(new ConstructsMakerProviderTarget(target, Language.TYPESCRIPT));
  const folder = await mkdtemp(join(tmpdir(), "bindings-"));
  try {
    await code.save(folder);
    return await readFiles(join(folder, "providers", name), isBinding);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * What the generator reads. Its own type knows only the formats before Terraform 1.0; the content is the same. In the
 * order of the names, as Terraform prints it, wherever the schema comes from.
 */
function withVersion(schema: ProviderSchemaJson, address: string, version: string): ProviderSchema {
  return sorted({ ...schema, provider_versions: { [address]: version } }) as unknown as ProviderSchema;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

/** The pages only link to a registry where the provider is not, and the lazy index hides the types. */
function isBinding(path: string): boolean {
  return path.endsWith(".ts") && path !== "lazy-index.ts";
}
