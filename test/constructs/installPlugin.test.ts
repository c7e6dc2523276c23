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
import { App, TerraformProvider, TerraformStack, Testing } from "cdktf";
import { Cluster, SearchCloudProvider } from "../../constructs";
import { packagedPlugin } from "../../constructs/installPlugin";
import { version } from "../../package.json";
import { pluginPath as installedPath } from "../../src/installation/install";
import { terraformTool } from "../support/features";
import { cleanEnvironment, terraformPath } from "../support/run";
import { SMALL, warnings } from "./fixtures/stack";

const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";

const folder = mkdtempSync(join(tmpdir(), "install-"));
const pluginPath = join(folder, "plugin");
beforeEach(() => writeFileSync(pluginPath, "#!/usr/bin/env node\n"));
afterAll(() => rmSync(folder, { recursive: true }));

function app(outdir = mkdtempSync(join(folder, "out-"))): App {
  return Testing.stubVersion(new App({ stackTraces: false, outdir }));
}

function stackIn(program: App, id = "search", path: string | undefined = pluginPath): TerraformStack {
  const stack = new TerraformStack(program, id);
  new SearchCloudProvider(stack, "searchcloud", { pluginPath: path });
  new Cluster(stack, "products", SMALL);
  return stack;
}

const directoryOf = (outdir: string, id = "search") => join(outdir, "stacks", id);
const lockFile = (directory: string) => readFileSync(join(directory, ".terraform.lock.hcl"), "utf8");
const locked = (directory: string) => lockFile(directory).match(/(?<=^provider ")[^"]*/gm);
const installedIn = (directory: string) => installedPath(directory, { address: ADDRESS, version });

function init(cwd: string): void {
  const options = { cwd, env: cleanEnvironment({}), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(terraformPath(), ["init", "-input=false"], options);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("has been successfully initialized!");
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
    const paths = ["one", "two"].map((id) => installedIn(directoryOf(program.outdir, id)));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("has one entry for several aliases, and the path that any of them names", () => {
    const stack = new TerraformStack(app(), "search");
    new SearchCloudProvider(stack, "searchcloud");
    new SearchCloudProvider(stack, "europe", { alias: "europe", pluginPath });
    expect(locked(directoryOf(Testing.fullSynth(stack)))).toEqual([ADDRESS]);
    expect(() => new SearchCloudProvider(stack, "asia", { alias: "asia", pluginPath: "/elsewhere" })).toThrow(
      `Stack "search" has two plugin files, ${pluginPath} and /elsewhere, but Terraform uses one for all aliases`,
    );
  });
});

describe("the plugin", () => {
  test("is not needed in unit tests; where it is missing, the error says how to get it", () => {
    const missing = join(folder, "missing");
    const stack = stackIn(Testing.app(), "search", missing);
    expect(() => Testing.synth(stack)).not.toThrow();
    expect(() => Testing.fullSynth(stack)).toThrow(
      `The provider's plugin was not found at ${missing}. In a checkout, run \`npm run build\`. In an installed package, ` +
        "reinstall it. If a bundler has moved the code, set SEARCHCLOUD_PLUGIN_PATH or the prop pluginPath to " +
        "node_modules/cdktf-provider-searchcloud/dist/terraform-provider-searchcloud.",
    );
  });

  test("is the one that the prop names, before that of the environment", () => {
    const named = join(folder, "named");
    writeFileSync(named, "named");
    const replaced = jest.replaceProperty(process, "env", {
      ...process.env,
      SEARCHCLOUD_PLUGIN_PATH: named,
    });
    const installed = (path: string | undefined) => {
      const stack = new TerraformStack(app(), "search");
      new SearchCloudProvider(stack, "searchcloud", { pluginPath: path });
      return readFileSync(installedIn(directoryOf(Testing.fullSynth(stack))), "utf8");
    };
    expect([installed(pluginPath), installed(undefined)]).toEqual(["#!/usr/bin/env node\n", "named"]);
    replaced.restore();
  });

  test("is otherwise the one of the package that the code lies in, at any depth", () => {
    const root = join(folder, "node_modules", "cdktf-provider-searchcloud");
    const code = join(root, "dist", "constructs", "plugin");
    mkdirSync(code, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "name": "a-program" }');
    writeFileSync(join(root, "package.json"), '{ "name": "cdktf-provider-searchcloud" }');
    writeFileSync(join(root, "dist", "package.json"), '{ "type": "commonjs" }');
    expect(packagedPlugin(code)).toBe(join(root, "dist", "terraform-provider-searchcloud"));
    expect(packagedPlugin(root)).toBe(join(root, "dist", "terraform-provider-searchcloud"));
    expect(packagedPlugin(folder)).toBeUndefined();
  });
});

describe("other providers of the stack", () => {
  class OtherProvider extends TerraformProvider {}

  /** A provider such as the prebuilt ones, or one that was written by hand. */
  function otherProvider(stack: TerraformStack, id: string, source?: string, constraint?: string): void {
    const isExact = /^\d+\.\d+\.\d+$/.test(constraint ?? "");
    new OtherProvider(stack, id, {
      terraformResourceType: id,
      terraformProviderSource: source,
      terraformGeneratorMetadata: constraint && {
        providerName: id,
        [isExact ? "providerVersion" : "providerVersionConstraint"]: constraint,
      },
    } as ConstructorParameters<typeof TerraformProvider>[2]);
  }

  const { product } = terraformTool();
  const registry = `registry.${product === "OpenTofu" ? "opentofu.org" : "terraform.io"}`;
  // The command line of CDKTF looks for Terraform's registry on either tool; OpenTofu's init moves the entry to its own.
  test.each([
    [
      "of a host",
      "example.internal/test/dummy",
      "example.internal/test/dummy",
      "example.internal/test/dummy",
    ],
    ["of no host", "test/dummy", "registry.terraform.io/test/dummy", `${registry}/test/dummy`],
  ])(
    "that are pinned, %s, get an entry, whose hashes init adds and the next synthesis keeps",
    (_, source, entry, address) => {
      const program = app();
      const stack = stackIn(program);
      otherProvider(stack, "dummy", source, "1.0.0");
      program.synth();
      const directory = directoryOf(program.outdir);
      expect(lockFile(directory)).toContain(
        `provider "${entry}" {\n  version     = "1.0.0"\n  constraints = "1.0.0"\n}\n`,
      );
      const dummy = installedPath(directory, { address, version: "1.0.0" });
      mkdirSync(dirname(dummy), { recursive: true });
      writeFileSync(dummy, "dummy", { mode: 0o755 });
      init(directory);
      const filled = lockFile(directory);
      expect(filled.match(/"h1:/g)).toHaveLength(2);
      expect(filled).toContain(`provider "${address}"`);
      program.synth();
      if (entry === address) expect(lockFile(directory)).toBe(filled);
      init(directory);
      expect(lockFile(directory)).toBe(filled);
    },
  );

  test("are pinned by a constraint that allows one version; all others are warned of once, with what to do", () => {
    const stack = stackIn(app());
    otherProvider(stack, "null", undefined, "= 3.2.4");
    otherProvider(stack, "datadog", "DataDog/datadog", "v3.50.0-beta.1");
    otherProvider(stack, "aws", "hashicorp/aws", "~> 5.0");
    otherProvider(stack, "google", "hashicorp/google", ">= 5.0.0, < 6.0.0");
    otherProvider(stack, "random");
    otherProvider(stack, "terraform", "terraform.io/builtin/terraform");
    Testing.fullSynth(stack);
    const directory = directoryOf(Testing.fullSynth(stack));
    expect(locked(directory)).toEqual([
      "registry.terraform.io/hashicorp/null",
      "registry.terraform.io/datadog/datadog",
      ADDRESS,
    ]);
    expect(lockFile(directory)).toContain('version     = "3.50.0-beta.1"');
    const open = "hashicorp/aws (~> 5.0), hashicorp/google (>= 5.0.0, < 6.0.0), random (any version)";
    const advice = expect.stringMatching(/--skip-provider-lock/);
    expect(warnings(stack)).toEqual([["search", advice]]);
    expect(warnings(stack)[0]?.[1]).toContain(`Providers without an exact version: ${open}. The cdktf CLI`);
  });
});
