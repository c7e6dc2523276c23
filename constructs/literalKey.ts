import { Annotations, Token } from "cdktf";
import type { Construct } from "constructs";

/** Warns of a key that stands in the program. */
export function warnOfLiteralKey(
  scope: Construct,
  prop: "apiKey" | "dataApiKey",
  key: string | undefined,
  variable: "SEARCHCLOUD_API_KEY" | "SEARCHCLOUD_DATA_API_KEY",
): void {
  if (key === undefined || Token.isUnresolved(key)) return;
  Annotations.of(scope).addWarning(
    `The prop ${prop} is a literal, so the key is readable in the synthesized files. Set the environment variable ` +
      `${variable} instead, or pass a sensitive TerraformVariable.`,
  );
}
