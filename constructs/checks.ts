import { Annotations, Token } from "cdktf";
import type { Construct } from "constructs";
import { REGIONS, VCPUS_BY_MEMORY } from "../src/api/enumerations";
import type { Memory, Vcpu } from "./size";

/** @throws Error with the message unless the condition holds */
export function check(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

const OPTIONS = new Map<string, readonly string[]>(Object.entries(VCPUS_BY_MEMORY));
const KNOWN_REGIONS: readonly string[] = REGIONS;
const SERVICE_DECIDES = "The service may have added it since, and decides at deploy.";

/** Returns a warning if memory and vcpu are not a known combination. Unresolved values pass. */
export function sizeWarning(memory: Memory, vcpu: Vcpu): string | undefined {
  if (Token.isUnresolved(memory)) return undefined;
  const vcpus = OPTIONS.get(memory);
  if (vcpus === undefined) {
    const known = [...OPTIONS.keys()].join(", ");
    return `memory "${memory}" is not a known option. Known options: ${known}. ${SERVICE_DECIDES}`;
  }
  if (Token.isUnresolved(vcpu) || vcpus.includes(vcpu)) return undefined;
  return `vcpu "${vcpu}" is not a known option for memory "${memory}". Known options: ${vcpus.join(", ")}. ${SERVICE_DECIDES}`;
}

/** Returns a warning if regions are unknown. Unresolved names pass. */
export function regionWarning(regions: readonly string[]): string | undefined {
  const unknown = regions.filter((region) => !Token.isUnresolved(region) && !KNOWN_REGIONS.includes(region));
  if (unknown.length === 0) return undefined;
  const names = unknown.map((region) => `"${region}"`).join(", ");
  return `region ${names} is unknown. Known regions: ${KNOWN_REGIONS.join(", ")}. ${SERVICE_DECIDES}`;
}

/** Warns about a key that is a literal of the program. */
export function warnAboutLiteralKey(
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
