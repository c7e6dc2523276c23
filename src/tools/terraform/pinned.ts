import { join } from "node:path";
import { downloadsFolder } from "../downloads/cache";

/** The Terraform that is downloaded where there is none: the one that the tests have passed with. */
export const PINNED = "1.11.4";

/** A platform as HashiCorp names it, such as `linux_amd64`; one that it does not know is named as Node does. */
export function platformName(
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  return `${PLATFORMS[platform] ?? platform}_${ARCHITECTURES[architecture] ?? architecture}`;
}

const PLATFORMS: { readonly [name: string]: string | undefined } = { win32: "windows", sunos: "solaris" };
const ARCHITECTURES: { readonly [name: string]: string | undefined } = { x64: "amd64", ia32: "386" };

/** Where the downloaded Terraform is kept, or will be. */
export function pinnedPlace(env: NodeJS.ProcessEnv): { readonly folder: string; readonly program: string } {
  const folder = join(downloadsFolder(env), `terraform-${PINNED}-${platformName()}`);
  return { folder, program: join(folder, programName("terraform")) };
}

/** The file name of a program on this platform. */
export function programName(name: string): string {
  return process.platform === "win32" && !name.endsWith(".exe") ? `${name}.exe` : name;
}
