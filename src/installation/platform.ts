/** Terraform's name of a platform, such as `linux_amd64`, for Node's names of system and processor. */
export function terraformPlatform(system: string, processor: string): string {
  return `${SYSTEMS[system] ?? system}_${PROCESSORS[processor] ?? processor}`;
}

const SYSTEMS: { readonly [name: string]: string } = { win32: "windows", sunos: "solaris" };
const PROCESSORS: { readonly [name: string]: string } = { x64: "amd64", ia32: "386" };

/** Remote runs and pipelines are on Linux, wherever the program is synthesized. */
export const REMOTE_PLATFORM = "linux_amd64";
