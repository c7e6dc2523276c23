import { writeSync } from "node:fs";

/**
 * Takes standard output for Terraform alone: what anybody prints later (console.log, a library) goes to standard error,
 * because Terraform takes any other line than the handshake for an error and stops reading soon after it.
 * @returns what prints the handshake line, before it returns.
 */
export function claimStandardOutput(): (line: string) => void {
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  return (line) => {
    writeSync(1, line);
  };
}
