import { join } from "node:path";
import type { ProviderSchema } from "@cdktf/commons";
import { ADDRESS } from "../src/provider/address";
import { type Files, readFiles, withTemporaryFolder } from "./folder";
import type { ProviderJson } from "./providerSchema";

/**
 * Renders the CDKTF bindings of a provider's schema: a folder for the provider and for each resource and data source,
 * and an index. The same schema and version give the same text on every machine, whatever the order of the schema.
 */
export async function renderBindings(provider: ProviderJson, version: string): Promise<Files> {
  const { CodeMaker, TerraformProviderGenerator } = await import("@cdktf/provider-generator");
  const { ConstructsMakerProviderTarget, Language, TerraformProviderConstraint } = await import(
    "@cdktf/commons"
  );
  const name = ADDRESS.slice(ADDRESS.lastIndexOf("/") + 1);
  const schema = {
    format_version: "1.0",
    provider_schemas: { [ADDRESS]: sorted(provider) },
    provider_versions: { [ADDRESS]: version },
  };
  const code = new CodeMaker();
  const target = new TerraformProviderConstraint({ name, source: ADDRESS, version });
  // The generator's type knows only the formats before Terraform 1.0; the content is the same.
  const generator = new TerraformProviderGenerator(code, schema as unknown as ProviderSchema);
  generator.generate(new ConstructsMakerProviderTarget(target, Language.TYPESCRIPT));
  return withTemporaryFolder(async (folder) => {
    await code.save(folder);
    const files = readFiles(join(folder, "providers", name), isBinding);
    return new Map([...files].map(([path, text]) => [path, tidy(text)]));
  });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

/** True for the bindings. The other pages link to a registry without this provider, and the lazy index hides the types. */
function isBinding(path: string): boolean {
  return path.endsWith(".ts") && path !== "lazy-index.ts";
}

const NOTICE = "// Made from the provider's schema by tools/generate.ts. Do not edit.\n";

/** Adapts a generated file to this repository. */
function tidy(text: string): string {
  const body = markOverrides(dropLinks(text)).replace(/[ \t]+$/gm, "");
  return `${NOTICE}\n${body.trim()}\n`;
}

/** Removes links to a Terraform registry, which does not have the provider, and comments that contain nothing else. */
function dropLinks(text: string): string {
  return text
    .replace(/^(\/\/ (https:\/\/\S+|generated .*)\n)+/, "")
    .replace(/^ *\* Docs at Terraform Registry: .*\n/gm, "")
    .replace(/^( *\*\n)+(?= *\*\/)/gm, "")
    .replace(/^ *\/\*\*\n *\*\/\n/gm, "")
    .replace(/ Refer to the \{@link [^}]*\} in the documentation of this resource for the id to use/g, "")
    .replace(/\{@link https:\/\/\S+ ([^}]*)\}/g, "`$1`");
}

/** Adds `override`: the generator is older than `noImplicitOverride`, which applies to all code here. */
function markOverrides(text: string): string {
  const marked = text
    .replace(/^( *protected) (synthesize(?:Hcl)?Attributes\()/gm, "$1 override $2")
    .replace(/^ *constructor\(protected .*$/gm, (line) =>
      line.replaceAll("protected ", "protected override "),
    );
  const isProvider = marked.includes("extends cdktf.TerraformProvider ");
  return isProvider ? marked.replace(/^( *public) ([gs]et alias\()/gm, "$1 override $2") : marked;
}
