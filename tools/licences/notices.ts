import type { BundledPackage } from "./packages";

const LINE = "=".repeat(80);

/** The text of THIRD_PARTY_NOTICES: what of others a file of ours carries, and under which terms. */
export function noticesOf(carried: readonly BundledPackage[]): string {
  const sections = carried.map(
    ({ name, version, licence, text }) =>
      `${LINE}\n${name} ${version} (${licence})\n${LINE}\n\n${text.trim()}\n`,
  );
  const head = "This software carries the following software of others, each under its own licence.\n";
  return [head, ...sections].join("\n");
}
