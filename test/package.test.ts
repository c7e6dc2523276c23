import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { EmulatorServer } from "../src/emulator";
import { account, environmentOf, running, writes } from "./examples/support/account";
import { complaintsOf } from "./examples/support/compile";
import { blocksOf } from "./examples/support/markdown";
import { Project, packed, quickstart, ROOT } from "./examples/support/project";
import { install } from "./support/launch";
import { terraformPath } from "./support/run";

jest.setTimeout(120_000);
const folder = mkdtempSync(join(tmpdir(), "package-"));
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
let tarball = "";
let emulator: EmulatorServer;

beforeAll(async () => {
  tarball = packed(folder);
  emulator = await account();
});

afterAll(async () => {
  await emulator?.close();
  rmSync(folder, { recursive: true });
});

function packedNames(): string[] {
  const listing = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  return listing.map((name) => name.replace(/^package\//, ""));
}

// CONTRIBUTING.md and SECURITY.md point at sources and tests, which only the repository has.
test("every link of the README and of docs/ leads to something in the tarball", () => {
  const names = packedNames();
  const links = names
    .filter((name) => name === "README.md" || /^docs\/.*\.md$/.test(name))
    .flatMap((page) =>
      [...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([^)\s#]+)/g)].map(([, target = ""]) => ({
        page,
        target,
      })),
    )
    .filter(({ target }) => !/^https?:/.test(target));
  expect(links.length).toBeGreaterThan(100);
  const missing = links.filter(({ page, target }) => {
    const path = posix.join(posix.dirname(page), target);
    return !names.some((name) => name === path || name.startsWith(`${path.replace(/\/$/, "")}/`));
  });
  expect(missing).toEqual([]);
});

test("the tarball holds what is built, the words about it, and nothing else", () => {
  const names = packedNames().filter((name) => !/^(docs|examples)\//.test(name));
  const compiled = names.filter((name) =>
    /^dist\/(constructs|constructs-cdktn|src)\/.*\.(js|d\.ts)$/.test(name),
  );
  expect(names.filter((name) => !compiled.includes(name)).sort()).toEqual([
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist/THIRD_PARTY_NOTICES",
    "dist/emulator/index.d.ts",
    "dist/emulator/index.js",
    "dist/sbom.cdx.json",
    "dist/searchcloud.js",
    "dist/terraform-provider-searchcloud",
    "package.json",
  ]);
});

const LIBRARIES = ["cdktf", "cdktn"] as const;

/** Installs the package into an empty folder, with a library and these `constructs`. Returns the folder. */
function installed(library: string, constructs: string): string {
  const project = mkdtempSync(join(folder, "project-"));
  const quiet = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const words = [...quiet, tarball, join(ROOT, "node_modules", library), constructs];
  execFileSync("npm", ["install", ...words], { cwd: project, stdio: "pipe" });
  return project;
}

test.each(LIBRARIES)(
  "with it and %s, nothing is installed but its peers, and not the library that the project does not use",
  (library) => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toBeUndefined();
    expect(manifest.scripts.postinstall ?? manifest.scripts.install).toBeUndefined();
    const project = installed(library, join(ROOT, "node_modules/constructs"));
    const found = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
    expect(found).toEqual([library, manifest.name, "constructs"].sort());
  },
);

// What cdktn accepts, cdktf accepts: it takes any version from 10.4.2.
test("it accepts the same constructs as cdktn", () => {
  const cdktn = JSON.parse(readFileSync(join(ROOT, "node_modules/cdktn/package.json"), "utf8"));
  expect(manifest.peerDependencies.constructs).toBe(cdktn.peerDependencies.constructs);
});

test("beside cdktf, which accepts it, a newer constructs is rejected", () => {
  const constructs = mkdtempSync(join(folder, "constructs-"));
  const named = { name: "constructs", version: "10.8.0" };
  writeFileSync(join(constructs, "package.json"), JSON.stringify(named));
  expect(() => installed("cdktf", constructs)).toThrow(/ERESOLVE[\s\S]*constructs@">=10\.6\.0 <10\.8\.0"/);
});

/** Two stacks, and in the second one a provider that is not ours. */
const TWO_STACKS = `
import { App, TerraformOutput, TerraformProvider, TerraformResource, TerraformStack } from "cdktf";
import { Cluster, SearchCloudProvider, Topology } from "cdktf-provider-searchcloud";

const app = new App();
for (const region of ["oregon", "frankfurt"]) {
  const stack = new TerraformStack(app, region);
  new SearchCloudProvider(stack, "searchcloud");
  const topology = Topology.singleNode(region);
  const cluster = new Cluster(stack, "products", { clusterName: region, memory: "8_gb", vcpu: "2_vcpus", topology });
  new TerraformOutput(stack, "endpoint", { value: cluster.clusterEndpoint });
  if (region === "frankfurt") {
    const generator = { providerName: "null", providerVersion: "1.2.3" };
    class Other extends TerraformProvider {}
    new Other(stack, "null", {
      terraformResourceType: "null",
      terraformProviderSource: "example.internal/test/null",
      terraformGeneratorMetadata: generator,
    });
    new TerraformResource(stack, "thing", { terraformResourceType: "null_thing" }).addOverride("label", "x");
  }
}
app.synth();
`;

describe("installed in a fresh project", () => {
  let project: Project;
  beforeAll(async () => {
    const { "cdktf.json": settings = "", "main.ts": readme = "" } = await quickstart();
    const files = { "main.ts": TWO_STACKS, "cdktf.json": settings, "readme.ts": readme };
    project = await Project.create({ tarball, files, env: environmentOf(emulator) });
    const entry = join(ROOT, "test/framework/launchedProvider.ts");
    await install(project.home, { address: "example.internal/test/null", version: "1.2.3", entry });
    // There, a user's Terraform finds the providers that somebody has put on the machine.
    await rename(join(project.home, "terraform.d"), join(project.home, ".terraform.d"));
  });
  afterAll(() => project?.remove());

  test("two stacks, one of them beside another provider, deploy at once, have nothing to change, and go at once", async () => {
    const both = ["oregon", "frankfurt", "--auto-approve"];
    await project.cdktf("deploy", ...both, "--outputs-file", "outputs.json");
    expect(running(emulator)).toEqual(["frankfurt", "oregon"]);
    expect(JSON.parse(await project.read("outputs.json"))).toEqual({
      oregon: { endpoint: expect.stringContaining(".searchcloud.") },
      frankfurt: { endpoint: expect.any(String) },
    });
    const cwd = "cdktf.out/stacks/frankfurt";
    const plan = await project.run(terraformPath(), ["plan", "-input=false", "-detailed-exitcode"], { cwd });
    expect([plan.code, plan.output]).toEqual([0, expect.any(String)]);
    // The program is the one that was deployed.
    await project.cdktf("destroy", ...both, "--skip-synth");
    expect(running(emulator)).toEqual([]);
    const [create, terminate] = ["POST /clusters", "POST /clusters/{id}/lifecycle"];
    expect(writes(emulator).sort()).toEqual([create, create, terminate, terminate]);
  });

  test.each(["node10", "node16", "bundler"] as const)(
    "the README's program compiles under moduleResolution %s, but not with a misspelt prop",
    async (resolution) => {
      const readme = await project.read("readme.ts");
      const emulated =
        'import { startEmulator } from "cdktf-provider-searchcloud/emulator";\nvoid startEmulator';
      await project.write({
        "wrong.ts": readme.replace("vcpu:", "vpcu:"),
        "emulated.ts": `${emulated}({ seed: { clusters: [{ id: "a" }] } }).then((one) => one.advance(1));`,
        "misspelt.ts": `${emulated}({ sede: {} });`,
      });
      const names = ["readme.ts", "emulated.ts", "misspelt.ts", "wrong.ts"];
      expect(complaintsOf(project.directory, resolution, names)).toEqual([
        expect.stringContaining("'sede' does not exist in type 'EmulatorOptions'"),
        expect.stringContaining("'vpcu' does not exist in type 'ClusterProps'"),
      ]);
    },
  );

  test.each([
    ["require", "commonjs", `const { Cluster, Topology } = require("cdktf-provider-searchcloud");`],
    ["import", "module", `import { Cluster, Topology } from "cdktf-provider-searchcloud";`],
  ])("its names are there for %s", async (_, type, line) => {
    const program = `${line} console.log(Cluster.tfResourceType, typeof Topology.singleNode);`;
    const { stdout } = await project.run(process.execPath, [`--input-type=${type}`, "-e", program]);
    expect(stdout).toBe("searchcloud_cluster function\n");
  });

  test("the guide's program with the emulator runs, for import and for require", async () => {
    const page = readFileSync(join(ROOT, "docs/guides/testing.md"), "utf8");
    const snippet = blocksOf(page).find(({ text }) => text.includes("startEmulator"))?.text ?? "";
    const ran = await project.run(process.execPath, ["--input-type=module", "-e", snippet]);
    expect([ran.code, ran.stdout]).toEqual([0, "[]\n"]);
    const line = `console.log(typeof require("cdktf-provider-searchcloud/emulator").startEmulator)`;
    expect((await project.run(process.execPath, ["-e", line])).stdout).toBe("function\n");
  });

  test("its commands run", async () => {
    const folder = "node_modules/cdktf-provider-searchcloud";
    const { bin, version } = JSON.parse(await project.read(`${folder}/package.json`));
    const command = (name: string) => join(project.directory, folder, bin[name]);
    expect(Object.keys(bin)).toEqual(["searchcloud"]);
    const help = await project.run(command("searchcloud"), ["emulator", "--help"]);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("--port <number>")]);
    const documents = await project.run(command("searchcloud"), ["documents", "--help"]);
    expect([documents.code, documents.stdout]).toEqual([0, expect.stringContaining("import")]);
    await project.write({ "hcl/main.tf": readFileSync(join(ROOT, "examples/hcl/main.tf"), "utf8") });
    const installed = await project.run(command("searchcloud"), ["install", "hcl"]);
    expect([installed.code, installed.stdout]).toEqual([0, expect.stringContaining(`/${version}/`)]);
  });
});
