/**
 * The constructs run on cdktf and on its successor cdktn from the same sources. Their resources are tested once,
 * on cdktf, in the other files of this folder; this file tests on both what depends on the library.
 */
import type * as cdktf from "cdktf";
import type { IConstruct } from "constructs";
import type * as constructs from "../../constructs";
import type { l1 } from "../../constructs";
import type * as programs from "./fixtures/everything";

interface Loaded {
  readonly library: typeof cdktf;
  readonly constructs: typeof constructs;
  readonly programs: typeof programs;
}

/** The constructs, and programs that use them, loaded with this library where they name cdktf. */
function loaded(name: "cdktf" | "cdktn"): Loaded {
  const library = jest.requireActual(name);
  let found: Omit<Loaded, "library"> | undefined;
  jest.isolateModules(() => {
    jest.doMock("cdktf", () => library);
    found = {
      constructs: require("../../constructs"),
      programs: require("./fixtures/everything"),
    };
  });
  if (!found) throw new Error(`${name} is not loaded.`);
  return { library, ...found };
}

const [onCdktf, onCdktn] = [loaded("cdktf"), loaded("cdktn")];

/** Returns the part of synthesized JSON that Terraform reads: all but the library's metadata. */
function configuration(text: string) {
  const { "//": _, ...parts } = JSON.parse(text);
  return parts;
}

type Build = (stack: cdktf.TerraformStack, on: Loaded) => void;

/** As in `cdktf.json` (docs/guides/cdktn.md). */
const TARGETS = { terraform: ">=1.11.0" };

function synthesized(
  on: Loaded,
  build: Build,
  { form = "synth", targetVersions }: { form?: "synth" | "synthHcl"; targetVersions?: object } = {},
): string {
  const { Testing, TerraformStack } = on.library;
  const stack = new TerraformStack(Testing.app({ context: { targetVersions } }), "search");
  new on.constructs.SearchCloudProvider(stack, "searchcloud");
  build(stack, on);
  return Testing[form](stack, true);
}

test("every construct with every prop gives the same configuration", () => {
  const build: Build = (stack, { programs: { everything, withoutSecrets } }) => {
    everything(stack);
    withoutSecrets(stack);
  };
  const targetVersions = TARGETS;
  const [ours, theirs] = [onCdktn, onCdktf].map((on) =>
    configuration(synthesized(on, build, { targetVersions })),
  );
  expect(ours.resource).toHaveProperty("searchcloud_cloning_operation");
  expect(ours.ephemeral).toHaveProperty("searchcloud_key");
  expect(ours).toEqual(theirs);
});

test("cdktn refuses a scoped search key if the project targets versions without provider functions", () => {
  const build: Build = (stack, { constructs: { Cluster } }) => {
    const keys = Cluster.fromClusterId(stack, "existing", "x7ab").issueApiKeys("keys");
    new onCdktn.library.TerraformOutput(stack, "key", { value: keys.scopedSearchKey("{}") });
  };
  expect(() => synthesized(onCdktn, build)).toThrow(/scoped_search_key.* requires terraform >=1\.8\.0/);
});

test.each<[feature: string, targets: string, message: RegExp, build: Build]>([
  [
    "a value that is not in the state",
    ">=1.10.0",
    /write-only attributes requires terraform >=1\.11\.0/,
    (stack, { constructs: { Cluster } }) => {
      const value = new onCdktn.constructs.EphemeralVariable(stack, "admin_key").stringValue;
      Cluster.fromClusterId(stack, "existing", "x7ab").bootstrapKey("admin", { value, version: 1 });
    },
  ],
  [
    "a temporary key",
    ">=1.9.0",
    /ephemeral resources requires terraform >=1\.10\.0/,
    (stack, { constructs: { Cluster } }) => {
      const permissions = { actions: ["*"], collections: ["*"] };
      Cluster.fromClusterId(stack, "existing", "x7ab").temporaryKey("deploy", permissions);
    },
  ],
])("cdktn refuses %s if the project targets terraform %s", (_, terraform, message, build) => {
  expect(() => synthesized(onCdktn, build, { targetVersions: { terraform } })).toThrow(message);
  synthesized(onCdktn, build, { targetVersions: TARGETS });
});

test("in HCL, conditions are blocks", () => {
  const build: Build = (stack, { constructs: { Cluster, Topology } }) => {
    const topology = Topology.singleNode("oregon");
    new Cluster(stack, "products", { memory: "8_gb", vcpu: "2_vcpus", topology });
  };
  const [ours, theirs] = [onCdktn, onCdktf].map((on) => synthesized(on, build, { form: "synthHcl" }));
  expect(ours).toMatch(/postcondition \{/);
  expect(ours).toBe(theirs);
});

/** Variables, an aspect, an import, and a second provider configuration that a part inherits from its cluster. */
const dependent: Build = (stack, { library, constructs }) => {
  const { Cluster, MaintenanceWindow, SearchCloudProvider, Topology } = constructs;
  const text = new library.TerraformVariable(stack, "text", { type: "string" }).stringValue;
  const days = new library.TerraformVariable(stack, "days", { type: "list(string)" }).listValue;
  const provider = new SearchCloudProvider(stack, "europe", { alias: "europe" });
  const products = new Cluster(stack, "products", {
    memory: text,
    vcpu: text,
    topology: Topology.singleNode(text),
    serverParameters: { "max-per-page": text },
    maintenanceWindow: MaintenanceWindow.weekly(days as never, text, text, { duration: text }),
    provider,
  });
  products.importFrom("x7ab");
  products.addServerParameter("filter-by-max-ops", { value: text }).importFrom();
  new library.TerraformOutput(stack, "endpoint", { value: products.clusterEndpoint });
  library.Aspects.of(stack).add({
    visit(node: IConstruct) {
      if (node instanceof Cluster) (node.node.defaultChild as l1.cluster.Cluster).gpu = true;
    },
  });
};

test("tokens, aspects, imports and inherited providers do too", () => {
  const [ours, theirs] = [onCdktn, onCdktf].map((on) => configuration(synthesized(on, dependent)));
  expect(ours.resource.searchcloud_cluster.products).toMatchObject({
    gpu: true,
    memory: expect.stringContaining("var.text"),
  });
  expect(ours.import).toHaveLength(2);
  expect(ours).toEqual(theirs);
});

test.each([
  ["cdktn", "cdktf", onCdktn, onCdktf],
  ["cdktf", "cdktn", onCdktf, onCdktn],
])(
  "a stack of %s refuses the constructs for %s, and the error names the import to use",
  (theirs, ours, of, on) => {
    class Search extends of.library.TerraformStack {}
    const stack = new Search(of.library.Testing.app(), "search");
    expect(() => new on.constructs.SearchCloudProvider(stack, "searchcloud")).toThrow(
      `Stack "search" belongs to ${theirs}, but these constructs are for ${ours}. Import the constructs for the library of your ` +
        'program: "cdktf-provider-searchcloud", or "cdktf-provider-searchcloud/cdktn".',
    );
  },
);
