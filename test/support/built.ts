import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The provider of the last build. */
export const BUILT = resolve(__dirname, "../../dist/terraform-provider-searchcloud");

/** Puts the provider of the last build, as it ships, where it is wanted. */
export async function copyBuilt(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await copyFile(BUILT, path);
  await chmod(path, 0o755);
}
