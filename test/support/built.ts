import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The provider of the last build. */
export const BUILT = resolve(__dirname, "../../dist/terraform-provider-searchcloud");

/** Copies the shipped provider of the last build. */
export async function copyBuilt(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await copyFile(BUILT, path);
  await chmod(path, 0o755);
}
