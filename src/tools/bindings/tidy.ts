const NOTICE = "// Made from the provider's schema by src/tools/generate.ts. Do not edit.\n";

/** Makes a file of the generator fit for this repository; see the two steps. */
export function tidy(text: string): string {
  const body = markOverrides(dropLinks(text)).replace(/[ \t]+$/gm, "");
  return `${NOTICE}\n${body.trim()}\n`;
}

/** No links to a Terraform registry (the provider is in none), nor the comments that consist of nothing else. */
function dropLinks(text: string): string {
  return text
    .replace(/^(\/\/ (https:\/\/\S+|generated .*)\n)+/, "")
    .replace(/^ *\* Docs at Terraform Registry: .*\n/gm, "")
    .replace(/^( *\*\n)+(?= *\*\/)/gm, "")
    .replace(/^ *\/\*\*\n *\*\/\n/gm, "")
    .replace(/ Refer to the \{@link [^}]*\} in the documentation of this resource for the id to use/g, "")
    .replace(/\{@link https:\/\/\S+ ([^}]*)\}/g, "`$1`");
}

/** The generator was written before `noImplicitOverride`, which we keep on for all code. */
function markOverrides(text: string): string {
  const marked = text
    .replace(/^( *protected) (synthesize(?:Hcl)?Attributes\()/gm, "$1 override $2")
    .replace(/^ *constructor\(protected .*$/gm, (line) =>
      line.replaceAll("protected ", "protected override "),
    );
  const isProvider = marked.includes("extends cdktf.TerraformProvider ");
  return isProvider ? marked.replace(/^( *public) ([gs]et alias\()/gm, "$1 override $2") : marked;
}
