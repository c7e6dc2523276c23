import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ADDRESS } from "../../src/provider/address";
import { searchcloud } from "../../src/provider/provider";

import { testWith } from "../support/features";
import { type Reattached, reattached, Workspace } from "../support/terraform";
import { ROOT } from "./support/project";

/** The examples of actions and lists are valid to the tools that have them. */
let served: Reattached;
beforeAll(async () => {
  served = await reattached(searchcloud({}), ADDRESS);
});
afterAll(() => served.close());

const PROVIDER = `terraform {\n  required_providers {\n    searchcloud = { source = "${ADDRESS}" }\n  }\n}\n`;

async function validateAll(kind: string, options: readonly string[]): Promise<void> {
  for (const type of readdirSync(join(ROOT, "examples", kind))) {
    const folder = join(ROOT, "examples", kind, type);
    const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
    const workspace = await Workspace.create(served.env);
    await workspace.write({ ...Object.fromEntries(files), "provider.tf": PROVIDER });
    await workspace.terraform(["validate", "-no-color", ...options]);
    await workspace.remove();
  }
}

testWith("actions")("actions", () => validateAll("actions", []));
testWith("queries")("lists", () => validateAll("list-resources", ["-query"]));
