import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformProvider, type TerraformProviderConfig, TerraformStack, Testing } from "cdktf";
import { Cluster, SearchCloudProvider } from "../../../constructs";
import { packageHash } from "../../../constructs/plugin/lockFile";
import { terraformPlatform } from "../../../constructs/plugin/platform";
import { SMALL, warnings } from "../fixtures/stack";
import { terraform } from "../fixtures/terraform";

const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";
const { version: VERSION } = JSON.parse(
  readFileSync(join(__dirname, "..", "..", "..", "package.json"), "utf8"),
);

const folder = mkdtempSync(join(tmpdir(), "install-"));
const pluginPath = join(folder, "plugin");
beforeEach(() => writeFileSync(pluginPath, "#!/usr/bin/env node\n"));
afterAll(() => rmSync(folder, { recursive: true }));

function stackIn(app: App, id = "search"): TerraformStack {
  const stack = new TerraformStack(app, id);
  new SearchCloudProvider(stack, "searchcloud", { pluginPath });
  new Cluster(stack, "products", SMALL);
  return stack;
}

function app(): App {
  return Testing.stubVersion(new App({ stackTraces: false, outdir: mkdtempSync(join(folder, "out-")) }));
}

function directoryOf(outdir: string, id = "search"): string {
  return join(outdir, "stacks", id);
}

function lockFile(directory: string): string {
  return readFileSync(join(directory, ".terraform.lock.hcl"), "utf8");
}

function pluginIn(directory: string, platform: string): string {
  const name = `terraform-provider-searchcloud_v${VERSION}`;
  return join(directory, "terraform.d", "plugins", ADDRESS, VERSION, platform, name);
}

class OtherProvider extends TerraformProvider {}

/** A provider such as the prebuilt ones, or one that was written by hand. */
function otherProvider(stack: TerraformStack, id: string, config: Partial<TerraformProviderConfig>): void {
  new OtherProvider(stack, id, { terraformResourceType: id, ...config });
}

describe("the stack's directory", () => {
  test("holds the plugin, executable, for remote runs and for this machine", () => {
    const directory = directoryOf(Testing.fullSynth(stackIn(app())));
    for (const platform of ["linux_amd64", terraformPlatform(process.platform, process.arch)]) {
      const path = pluginIn(directory, platform);
      expect(readFileSync(path, "utf8")).toBe("#!/usr/bin/env node\n");
      expect(statSync(path).mode & 0o777).toBe(0o755);
    }
  });

  test("is accepted by terraform init, which has nothing to add to the lock file", () => {
    const directory = directoryOf(Testing.fullSynth(stackIn(app())));
    const before = lockFile(directory);
    expect(terraform(directory, ["init", "-input=false"])).toMatchObject({
      code: 0,
      said: expect.stringContaining("Terraform has been successfully initialized!"),
    });
    expect(lockFile(directory)).toBe(before);
  });

  test("is brought up to date when the plugin has changed, and nothing else is touched", () => {
    const outdir = app().outdir;
    const synthesize = () => {
      const program = new App({ outdir });
      stackIn(program);
      program.synth();
    };
    synthesize();
    const directory = directoryOf(outdir);
    expect(terraform(directory, ["init", "-input=false"]).code).toBe(0);
    const first = lockFile(directory);
    synthesize();
    expect(lockFile(directory)).toBe(first);
    writeFileSync(pluginPath, "#!/usr/bin/env node\n// rebuilt\n");
    synthesize();
    expect(lockFile(directory)).not.toBe(first);
    expect(readFileSync(pluginIn(directory, "linux_amd64"), "utf8")).toContain("rebuilt");
    expect(terraform(directory, ["init", "-input=false"]).code).toBe(0);
    expect(readdirSync(directory).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  test("is made for each stack of an app", () => {
    const program = app();
    stackIn(program, "one");
    stackIn(program, "two");
    program.synth();
    for (const id of ["one", "two"]) {
      expect(terraform(directoryOf(program.outdir, id), ["init", "-input=false"]).code).toBe(0);
    }
  });

  test("has one entry for several aliases, and the path that any of them names", () => {
    const program = app();
    const stack = new TerraformStack(program, "search");
    new SearchCloudProvider(stack, "searchcloud");
    new SearchCloudProvider(stack, "europe", { alias: "europe", pluginPath });
    const directory = directoryOf(Testing.fullSynth(stack));
    expect(lockFile(directory).match(/^provider /gm)).toHaveLength(1);
    expect(() => new SearchCloudProvider(stack, "asia", { alias: "asia", pluginPath: "/elsewhere" })).toThrow(
      `Stack "search" is given two plugin files, ${pluginPath} and /elsewhere, but Terraform starts one for all aliases`,
    );
  });

  test("is left alone in unit tests", () => {
    const stack = new TerraformStack(Testing.app(), "search");
    new SearchCloudProvider(stack, "searchcloud", { pluginPath: join(folder, "missing") });
    expect(() => Testing.synth(stack)).not.toThrow();
    expect(() => Testing.fullSynth(stack)).toThrow(
      `The provider's plugin is not at ${join(folder, "missing")}`,
    );
  });
});

describe("other providers of the stack", () => {
  test("get an entry when they are pinned, and keep their hashes", () => {
    const stack = stackIn(app());
    otherProvider(stack, "null", {
      terraformProviderSource: "null",
      terraformGeneratorMetadata: { providerName: "null", providerVersion: "3.2.4" },
    });
    const text = lockFile(directoryOf(Testing.fullSynth(stack)));
    expect(text).toContain(
      'provider "registry.terraform.io/hashicorp/null" {\n  version     = "3.2.4"\n  constraints = "3.2.4"\n}\n',
    );
    expect(text.match(/^provider /gm)).toHaveLength(2);
    expect(warnings(stack)).toEqual([]);
  });

  test("get their hashes from terraform init, which the next synthesis keeps", () => {
    const program = app();
    const stack = stackIn(program);
    otherProvider(stack, "dummy", {
      terraformProviderSource: "example.internal/test/dummy",
      terraformGeneratorMetadata: { providerName: "dummy", providerVersion: "1.0.0" },
    });
    program.synth();
    const directory = directoryOf(program.outdir);
    const platform = terraformPlatform(process.platform, process.arch);
    const mirror = join(
      directory,
      "terraform.d",
      "plugins",
      "example.internal",
      "test",
      "dummy",
      "1.0.0",
      platform,
    );
    mkdirSync(mirror, { recursive: true });
    writeFileSync(join(mirror, "terraform-provider-dummy_v1.0.0"), "dummy", { mode: 0o755 });
    expect(lockFile(directory)).not.toContain(
      packageHash("terraform-provider-dummy_v1.0.0", Buffer.from("dummy")),
    );
    expect(terraform(directory, ["init", "-input=false"])).toMatchObject({ code: 0 });
    const filled = lockFile(directory);
    expect(filled).toContain(packageHash("terraform-provider-dummy_v1.0.0", Buffer.from("dummy")));
    program.synth();
    expect(lockFile(directory)).toBe(filled);
  });

  test("are warned of once when they are not, with what to do", () => {
    const stack = stackIn(app());
    otherProvider(stack, "aws", {
      terraformProviderSource: "hashicorp/aws",
      terraformGeneratorMetadata: { providerName: "aws", providerVersionConstraint: "~> 5.0" },
    });
    otherProvider(stack, "random", {});
    Testing.fullSynth(stack);
    const directory = directoryOf(Testing.fullSynth(stack));
    expect(warnings(stack)).toEqual([
      [
        "search",
        expect.stringMatching(
          /^Not pinned to one version: hashicorp\/aws \(~> 5\.0\), random \(any version\)\./,
        ),
      ],
    ]);
    expect(warnings(stack)[0]?.[1]).toContain("--skip-provider-lock");
    expect(lockFile(directory).match(/^provider /gm)).toHaveLength(1);
  });

  test("that are part of Terraform are none", () => {
    const stack = stackIn(app());
    otherProvider(stack, "terraform", { terraformProviderSource: "terraform.io/builtin/terraform" });
    expect(lockFile(directoryOf(Testing.fullSynth(stack))).match(/^provider /gm)).toHaveLength(1);
    expect(warnings(stack)).toEqual([]);
  });
});
