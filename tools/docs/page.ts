/** Programs that show a part of the provider. */
export interface Example {
  readonly hcl: string;
  readonly typescript: string;
}

const NOTICE =
  "<!-- Made from the provider's definitions and from examples/ by tools/generate.ts. Do not edit. -->";

/** A page of the Terraform registry: its front matter, its heading, what it is about, and its sections. */
export function page(
  title: string,
  heading: string,
  description: string,
  sections: readonly (string | undefined)[],
): string {
  // Lists of pages show the front matter's description beside the title.
  const firstSentence = /^.*?\.(?=\s|$)/.exec(description)?.[0] ?? description;
  const front = `---
page_title: ${JSON.stringify(title)}
subcategory: ""
description: |-
  ${firstSentence}
---`;
  const parts = [front, NOTICE, `# ${heading}`, description, ...sections];
  return `${parts.filter((part) => part !== undefined).join("\n\n")}\n`;
}

/** The part `## Example Usage`: in HCL, and the same with the constructs. */
export function exampleSection({ hcl, typescript }: Example): string {
  const parts = [fenced("terraform", hcl), "In TypeScript:", fenced("typescript", typescript)];
  return ["## Example Usage", ...parts].join("\n\n");
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
