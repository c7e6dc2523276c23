import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { App, TerraformProvider, type TerraformProviderConfig, TerraformStack, Testing } from "cdktf";
import { Cluster, SearchCloudProvider } from "../../../constructs";
import { version } from "../../../package.json";
import { pluginPath as installedPath } from "../../../src/installation/install";
import { cleanEnvironment, executable } from "../../support/run";
import { SMALL, warnings } from "../fixtures/stack";

const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";

const folder = mkdtempSync(join(tmpdir(), "install-"));
const pluginPath = join(folder, "plugin");
beforeEach(() => writeFileSync(pluginPath, "#!/usr/bin/env node\n"));
afterAll(() => rmSync(folder, { recursive: true }));

function app(outdir = mkdtempSync(join(folder, "out-"))): App {
  return Testing.stubVersion(new App({ stackTraces: false, outdir }));
}

function stackIn(program: App, id = "search"): TerraformStack {
  const stack = new TerraformStack(program, id);
  new SearchCloudProvider(stack, "searchcloud", { pluginPath });
  new Cluster(stack, "products", SMALL);
  return stack;
}

const directoryOf = (outdir: string, id = "search") => join(outdir, "stacks", id);
const lockFile = (directory: string) => readFileSync(join(directory, ".terraform.lock.hcl"), "utf8");
const installedIn = (directory: string) => installedPath(directory, { address: ADDRESS, version });

function init(cwd: string): void {
  const options = { cwd, env: cleanEnvironment({}), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(executable("terraform"), ["init", "-input=false"], options);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("has been successfully initialized!");
}

class OtherProvider extends TerraformProvider {}

/** A provider such as the prebuilt ones, or one that was written by hand. */
function otherProvider(stack: TerraformStack, id: string, config: Partial<TerraformProviderConfig>): void {
  new OtherProvider(stack, id, { terraformResourceType: id, ...config });
}

describe("the stack's directory", () => {
  test("is accepted by terraform init, whatever a crash has left there, and after the plugin has changed", () => {
    const { outdir } = app();
    const synthesize = () => {
      const program = app(outdir);
      stackIn(program);
      program.synth();
    };
    const directory = directoryOf(outdir);
    const installed = installedIn(directory);
    mkdirSync(dirname(installed), { recursive: true });
    writeFileSync(`${installed}.4711.new`, "half a plug");
    synthesize();
    expect(readdirSync(dirname(installed))).toEqual([basename(installed)]);
    const first = lockFile(directory);
    init(directory);
    expect(lockFile(directory)).toBe(first);
    writeFileSync(pluginPath, "#!/usr/bin/env node\n// rebuilt\n");
    synthesize();
    expect(lockFile(directory)).not.toBe(first);
    expect(readFileSync(installed, "utf8")).toContain("rebuilt");
    init(directory);
  });

  test("is one for each stack of an app", () => {
    const program = app();
    for (const id of ["one", "two"]) stackIn(program, id);
    program.synth();
    for (const id of ["one", "two"])
      expect(existsSync(installedIn(directoryOf(program.outdir, id)))).toBe(true);
  });

  test("has one entry for several aliases, and the path that any of them names", () => {
    const stack = new TerraformStack(app(), "search");
    new SearchCloudProvider(stack, "searchcloud");
    new SearchCloudProvider(stack, "europe", { alias: "europe", pluginPath });
    const directory = directoryOf(Testing.fullSynth(stack));
    expect(lockFile(directory).match(/^provider /gm)).toHaveLength(1);
    expect(() => new SearchCloudProvider(stack, "asia", { alias: "asia", pluginPath: "/elsewhere" })).toThrow(
      `Stack "search" has two plugin files, ${pluginPath} and /elsewhere, but Terraform starts one for all aliases`,
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
  test("that are pinned get an entry, whose hashes terraform init adds and the next synthesis keeps", () => {
    const program = app();
    const stack = stackIn(program);
    const address = "example.internal/test/dummy";
    otherProvider(stack, "dummy", {
      terraformProviderSource: address,
      terraformGeneratorMetadata: { providerName: "dummy", providerVersion: "1.0.0" },
    });
    program.synth();
    const directory = directoryOf(program.outdir);
    expect(lockFile(directory)).toContain(
      `provider "${address}" {\n  version     = "1.0.0"\n  constraints = "1.0.0"\n}\n`,
    );
    expect(lockFile(directory).match(/^provider /gm)).toHaveLength(2);
    expect(warnings(stack)).toEqual([]);
    const dummy = installedPath(directory, { address, version: "1.0.0" });
    mkdirSync(dirname(dummy), { recursive: true });
    writeFileSync(dummy, "dummy", { mode: 0o755 });
    init(directory);
    const filled = lockFile(directory);
    expect(filled.match(/"h1:/g)).toHaveLength(2);
    program.synth();
    expect(lockFile(directory)).toBe(filled);
  });

  test("that are not pinned are warned of once, with what to do", () => {
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
          /^Not pinned to one version: hashicorp\/aws \(~> 5\.0\), random \(any version\)\..*--skip-provider-lock/s,
        ),
      ],
    ]);
    expect(lockFile(directory).match(/^provider /gm)).toHaveLength(1);
  });

  test("that are part of Terraform need no entry", () => {
    const stack = stackIn(app());
    otherProvider(stack, "terraform", { terraformProviderSource: "terraform.io/builtin/terraform" });
    expect(lockFile(directoryOf(Testing.fullSynth(stack))).match(/^provider /gm)).toHaveLength(1);
    expect(warnings(stack)).toEqual([]);
  });
});
