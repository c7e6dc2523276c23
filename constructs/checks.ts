import { Annotations, Token } from "cdktf";
import type { Construct } from "constructs";
import { REGIONS, VCPUS_BY_MEMORY } from "../src/api/enumerations";
import type { Memory, Vcpu } from "./size";

/** @throws Error with the message, unless it holds: what was given, what is allowed, what to do. */
export function check(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

const OPTIONS = new Map<string, readonly string[]>(Object.entries(VCPUS_BY_MEMORY));
const KNOWN_REGIONS: readonly string[] = REGIONS;
const SERVICE_DECIDES = "The service may offer it by now: it decides at deploy.";

/** A warning when memory and vcpu are not known to go together; none for unresolved values. */
export function sizeWarning(memory: Memory, vcpu: Vcpu): string | undefined {
  if (Token.isUnresolved(memory)) return undefined;
  const vcpus = OPTIONS.get(memory);
  if (vcpus === undefined) {
    const known = [...OPTIONS.keys()].join(", ");
    return `memory "${memory}" is not a known option; known are ${known}. ${SERVICE_DECIDES}`;
  }
  if (Token.isUnresolved(vcpu) || vcpus.includes(vcpu)) return undefined;
  return `vcpu "${vcpu}" is not known to go with memory "${memory}", which goes with ${vcpus.join(", ")}. ${SERVICE_DECIDES}`;
}

/** A warning when regions are not known; none for unresolved names. */
export function regionWarning(regions: readonly string[]): string | undefined {
  const unknown = regions.filter((region) => !Token.isUnresolved(region) && !KNOWN_REGIONS.includes(region));
  if (unknown.length === 0) return undefined;
  const names = unknown.map((region) => `"${region}"`).join(", ");
  return `region ${names} is not known; known are ${KNOWN_REGIONS.join(", ")}. ${SERVICE_DECIDES}`;
}

/** Warns of a key that stands in the program. */
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
