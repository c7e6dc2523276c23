import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dependencies } from "../tools/downloads/cdktn-cli/package.json";
import { account, environmentOf, running, writes } from "./examples/support/account";
import { complaintsOf } from "./examples/support/compile";
import { blocksOf } from "./examples/support/markdown";
import { Project, packed, quickstart, ROOT } from "./examples/support/project";
import { testWith } from "./support/features";
import { terraformPath } from "./support/run";
import { leaksIn } from "./support/secretScan";

jest.setTimeout(180_000);
const GUIDE = readFileSync(join(ROOT, "docs/guides/cdktn.md"), "utf8").replace(/^ {3}(?=\S)/gm, "");
const guided = (language: string) => blocksOf(GUIDE).filter((block) => block.language === language);
const STACK = "cdktf.out/stacks/search";
const STATE = "terraform.search.tfstate";

/** The quickstart after the edit that the guide shows. */
async function edited(): Promise<Record<string, string>> {
  const { "main.ts": program = "", ...others } = await quickstart();
  const lines = guided("diff").flatMap(({ text }) => text.trimEnd().split("\n"));
  const [old, fresh] = ["-", "+"].map((sign) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("\n"),
  );
  expect(program).toContain(old);
  return { ...others, "main.ts": program.replace(old ?? "", fresh ?? "") };
}

/** The quickstart with cdktf, and the same after it has moved: the package from its tarball, and no cdktf. */
async function projects() {
  const folder = mkdtempSync(join(tmpdir(), "cdktn-"));
  const emulator = await account();
  const env = environmentOf(emulator);
  const before = await Project.create({ files: await quickstart(), env });
  const tarball = packed(folder);
  const moved = await Project.create({ tarball, library: "cdktn", files: await edited(), env });
  const close = async () => {
    await Promise.all([before.remove(), moved.remove(), emulator.close()]);
    rmSync(folder, { recursive: true });
  };
  return { emulator, before, moved, tarball, close };
}

let scene: Awaited<ReturnType<typeof projects>>;
beforeAll(async () => {
  scene = await projects();
});
afterAll(() => scene?.close());

/** Returns the stack as Terraform reads it, without the folder of its state. */
async function configurationOf(project: Project) {
  const { "//": _, ...parts } = JSON.parse(await project.read(`${STACK}/cdk.tf.json`));
  expect(parts.terraform.backend.local.path).toBe(join(project.directory, STATE));
  return { ...parts, terraform: { ...parts.terraform, backend: {} } };
}

async function terraform(project: Project, ...args: string[]): Promise<void> {
  const { code, output } = await project.run(terraformPath(), args, { cwd: STACK });
  expect([code, output]).toEqual([0, expect.any(String)]);
}

test("what cdktf has deployed is the same configuration for cdktn, which finds nothing to change, and destroys it", async () => {
  const { emulator, before, moved } = scene;
  await before.tsx("main.ts");
  await terraform(before, "init", "-input=false");
  await terraform(before, "apply", "-input=false", "-auto-approve");
  copyFileSync(join(before.directory, STATE), join(moved.directory, STATE));
  const { output } = await moved.cdktn("diff", "search");
  expect(output).toContain("No changes.");
  expect(await configurationOf(moved)).toEqual(await configurationOf(before));
  await moved.cdktn("destroy", "search", "--auto-approve");
  expect(running(emulator)).toEqual([]);
  expect(writes(emulator)).toEqual(["POST /clusters", "POST /clusters/{id}/lifecycle"]);
});

test("deployed with cdktn, it leaves nothing to change", async () => {
  const { emulator, moved } = scene;
  await moved.cdktn("deploy", "search", "--auto-approve");
  expect(running(emulator)).toEqual(["products"]);
  await terraform(moved, "plan", "-input=false", "-detailed-exitcode");
});

const SECRETS = {
  admin_key: "wYp3rT8vK1nQ6zLx9sBd4mHj7cFg2aEu0iOk5WqN",
  search_key: "J5hV2kX8pS1rN7bZ4tQ9yC3mG6wD0fLaEuTiRoPe",
};

/** The example without secrets in the state, as the guide moves it. */
function withoutSecrets(targets: object): Record<string, string> {
  const read = (name: string) => readFileSync(join(ROOT, "examples/no-secrets", name), "utf8");
  const program = read("main.ts")
    .replace('"cdktf"', '"cdktn"')
    .replace(/"(cdktf-provider-\w+)"/, '"$1/cdktn"');
  const project = JSON.stringify({ ...JSON.parse(read("cdktf.json")), ...targets });
  return { "main.ts": program, "cdktf.json": project, "catalog.jsonl": read("catalog.jsonl") };
}

testWith("write-only arguments")(
  "with the targets of the guide, cdktn deploys examples/no-secrets, and leaves nothing to change",
  async () => {
    const [targets = {}] = guided("json").map(({ text }) => JSON.parse(text));
    const emulator = await account();
    const variables = Object.entries(SECRETS).map(([name, value]) => [`TF_VAR_${name}`, value]);
    const env = { ...environmentOf(emulator), ...Object.fromEntries(variables) };
    const files = withoutSecrets(targets);
    const project = await Project.create({ tarball: scene.tarball, library: "cdktn", files, env });
    try {
      await project.cdktn("deploy", "search", "--auto-approve");
      expect(emulator.state().node_keys.map(({ description }) => description)).toEqual([
        "admin",
        "storefront",
      ]);
      expect(leaksIn("state", await project.read(STATE), SECRETS)).toEqual([]);
      await terraform(project, "plan", "-input=false", "-detailed-exitcode");
      await project.cdktn("destroy", "search", "--auto-approve");
      expect(running(emulator)).toEqual([]);
    } finally {
      await project.remove();
      await emulator.close();
    }
  },
);

// Where `exports` are read, as under node16, `bundler` reads the same (test/package.test.ts).
test.each(["node10", "node16"] as const)(
  "it compiles under moduleResolution %s without the types of cdktf, but not with a misspelt prop",
  async (resolution) => {
    const { moved } = scene;
    const program = await moved.read("main.ts");
    await moved.write({ "wrong.ts": program.replace("vcpu:", "vpcu:") });
    expect(complaintsOf(moved.directory, resolution, ["main.ts", "wrong.ts"])).toEqual([
      expect.stringContaining("'vpcu' does not exist in type 'ClusterProps'"),
    ]);
  },
);

test("the entry for cdktf says that cdktf is missing, and what to import", async () => {
  const words = ["-e", 'require("cdktf-provider-searchcloud")'];
  const { code, stderr } = await scene.moved.run(process.execPath, words);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      "Error: These constructs require the package cdktf, which is not installed. Install it, or import the constructs for " +
        'the library that your program uses: "cdktf-provider-searchcloud", or "cdktf-provider-searchcloud/cdktn".',
    ),
  ]);
});

test("an import of ES modules finds the names of the entry for cdktn", async () => {
  const program =
    'import { Cluster } from "cdktf-provider-searchcloud/cdktn"; console.log(Cluster.tfResourceType)';
  const { stdout } = await scene.moved.run(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout).toBe("searchcloud_cluster\n");
});

test("the guide names the versions that are tested, and declares targets as the constructs need them", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const constructs = devDependencies.constructs.slice(1);
  expect(guided("sh").flatMap(({ text }) => text.trim().split("\n"))).toEqual([
    "npm uninstall cdktf cdktf-cli",
    `npm install cdktn@${dependencies.cdktn} constructs@${constructs}`,
    `npm install --save-dev cdktn-cli@${dependencies["cdktn-cli"]}`,
    "npx cdktn diff", // above
  ]);
  // test/constructs/cdktn.test.ts synthesizes with these.
  expect(guided("json").map(({ text }) => JSON.parse(text))).toEqual([
    { targetVersions: { terraform: ">=1.11.0" } },
  ]);
});
