import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorServer } from "../../../src/emulator";
import { testWith } from "../../support/features";
import { terraformPath } from "../../support/run";
import { leaksIn } from "../../support/secretScan";
import { account, environmentOf, running } from "../support/account";
import { Project, ROOT } from "../support/project";

const FOLDER = join(ROOT, "examples/no-secrets");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const STACK = "cdktf.out/stacks/search";

const SECRETS = {
  admin_key: "wYp3rT8vK1nQ6zLx9sBd4mHj7cFg2aEu0iOk5WqN",
  search_key: "J5hV2kX8pS1rN7bZ4tQ9yC3mG6wD0fLaEuTiRoPe",
};

const variables = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`TF_VAR_${name}`, value]));

jest.setTimeout(240_000);
let emulator: EmulatorServer;

beforeEach(async () => {
  emulator = await account();
});
afterEach(() => emulator?.close());

/** The keys of the nodes, by their descriptions. */
const keys = () => emulator.state().node_keys.map(({ description }) => description);

/** Returns the number of documents that the storefront finds with its key. */
async function found(key: string): Promise<unknown> {
  const [cluster] = emulator.state().clusters;
  const node = emulator.nodeUrl.replace("{hostname}", cluster?.hostnames?.nodes[0] ?? "");
  const query = new URLSearchParams({ q: "bookcase", query_by: "title" });
  const headers = { "x-search-api-key": key };
  const response = await fetch(`${node}/collections/shop/documents/search?${query}`, { headers });
  return ((await response.json()) as { readonly found?: unknown }).found;
}

testWith("write-only arguments")(
  "in TypeScript, cdktf deploys everything, finds nothing to change, and destroys it",
  async () => {
    const files = ["main.ts", "cdktf.json", "catalog.jsonl"].map((name) => [name, read(name)]);
    const env = { ...environmentOf(emulator), ...variables(SECRETS) };
    const project = await Project.create({ files: Object.fromEntries(files), env });
    try {
      await project.cdktf("deploy", "search", "--auto-approve");
      expect(keys()).toEqual(["admin", "storefront"]);
      expect(await found(SECRETS.search_key)).toBe(2);
      expect(leaksIn("state", await project.read("terraform.search.tfstate"), SECRETS)).toEqual([]);
      const plan = ["plan", "-input=false", "-detailed-exitcode"];
      const { code, output } = await project.run(terraformPath(), plan, { cwd: STACK });
      expect([code, output]).toEqual([0, expect.any(String)]);
      await project.cdktf("destroy", "search", "--auto-approve");
      expect(running(emulator)).toEqual([]);
    } finally {
      await project.remove();
    }
  },
);
