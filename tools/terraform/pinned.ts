import { join } from "node:path";
import { programName } from "../../src/command/terraform";
import { terraformPlatform } from "../../src/installation/install";
import { downloadsFolder } from "../downloads/cache";

/** The Terraform that is downloaded where there is none: the one that the tests have passed with. */
export const PINNED = "1.11.4";

/** Where the downloaded Terraform is kept, or will be. */
export function pinnedPlace(env: NodeJS.ProcessEnv): { readonly folder: string; readonly program: string } {
  const folder = join(downloadsFolder(env), `terraform-${PINNED}-${terraformPlatform()}`);
  return { folder, program: join(folder, programName("terraform")) };
}
