import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, LocalBackend, TerraformOutput, TerraformStack, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import {
  Cluster,
  type ClusterProps,
  ConfigurationChange,
  type ConfigurationChangeProps,
  DayOfWeek,
  type ICluster,
  MaintenanceWindow,
  SearchCloudProvider,
  Topology,
} from "../../constructs";
import { type EmulatorProcess, startEmulatorProcess } from "./fixtures/emulator";
import { SMALL, stackWith } from "./fixtures/stack";
import { terraform } from "./fixtures/terraform";

Testing.setupJest();

/** The plugin that `npm run build` leaves in dist, against the emulator. */
let emulator: EmulatorProcess | undefined;
let env: NodeJS.ProcessEnv = {};
const before = { ...process.env };
const folder = mkdtempSync(join(tmpdir(), "constructs-"));

beforeAll(async () => {
  emulator = await startEmulatorProcess();
  env = { ...emulator.env, SEARCHCLOUD_POLL_INTERVAL: "20ms", SEARCHCLOUD_REQUESTS_PER_MINUTE: "0" };
  // The matchers pass their own environment on.
  Object.assign(process.env, env, { CHECKPOINT_DISABLE: "1" });
  delete process.env.TF_CLI_CONFIG_FILE;
});

afterAll(async () => {
  process.env = before;
  rmSync(folder, { recursive: true });
  await emulator?.stop();
});

function stackOf(props: Partial<ClusterProps>): TerraformStack {
  return stackWith((scope) => {
    const products = new Cluster(scope, "products", { ...SMALL, ...props });
    new TerraformOutput(scope, "endpoint", { value: products.clusterEndpoint });
    new TerraformOutput(scope, "nodes", { value: products.nodes });
  });
}

const STACKS: [name: string, props: Partial<ClusterProps>][] = [
  ["one node", {}],
  ["high availability", { topology: Topology.highAvailability("oregon", 5) }],
  ["a network of three regions", { topology: Topology.regions("oregon", "paris", "tokyo") }],
  ["several nodes for each region", { topology: Topology.nodes({ oregon: 3, frankfurt: 2 }) }],
  [
    "every prop",
    {
      clusterName: "products-prod",
      memory: "16_gb",
      vcpu: "4_vcpus",
      topology: Topology.highAvailability("oregon"),
      gpu: false,
      highPerformanceDisk: true,
      searchServerVersion: "30.1",
      autoUpgradeCapacity: false,
      notificationEmailAddresses: ["search-oncall@example.com"],
      terminationProtection: true,
      timeouts: { create: "45m", update: "8h", delete: "20m" },
      lifecycle: { preventDestroy: true, ignoreChanges: ["memory"] },
      maintenanceWindow: MaintenanceWindow.daily("02:00", "Europe/Zurich", { duration: "90m" }),
      waitForChanges: true,
    },
  ],
];

test.each(STACKS)("%s is valid and plans", (_, props) => {
  expect(Testing.fullSynth(stackOf(props))).toBeValidTerraform();
  expect(Testing.fullSynth(stackOf(props))).toPlanSuccessfully();
});

const WINDOW = MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich", { duration: "2h" });
const CHANGES: [name: string, props: Omit<ConfigurationChangeProps, "cluster">][] = [
  ["a restart", { triggers: { dictionary: "v7" } }],
  ["a moment", { newMemory: "16_gb", performChangeAt: "2100-11-22T02:00:00+01:00", wait: false }],
  ["a window", { newHighAvailabilityNodeCount: 5, maintenanceWindow: WINDOW }],
  [
    "much",
    {
      newMemory: "16_gb",
      newVcpu: "4_vcpus",
      newGpu: false,
      newHighPerformanceDisk: true,
      newSearchServerVersion: "30.1",
      newHighAvailability: true,
      newSearchDeliveryNetwork: "3_regions",
      newRegionNodeCounts: { oregon: 1, paris: 1, tokyo: 1 },
      notificationEmailAddresses: ["search-oncall@example.com"],
      wait: true,
      timeouts: { create: "8h" },
    },
  ],
];

test.each(CHANGES)("a change with %s plans", (_, props) => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    new ConfigurationChange(scope, "change", { cluster, ...props });
  });
  expect(Testing.fullSynth(stack)).toPlanSuccessfully();
});

const ADDITIONS: [name: string, add: (cluster: ICluster) => void][] = [
  ["a parameter", (cluster) => cluster.addServerParameter("max-per-page", { value: "500" })],
  ["a clone", (cluster) => cluster.addCloningOperation("copy")],
  [
    "a clone with every prop",
    (cluster) =>
      cluster.addCloningOperation("copy", {
        targetRegion: "frankfurt",
        searchServerVersion: "30.1",
        notificationEmailAddresses: ["search-oncall@example.com"],
        triggers: { week: "47" },
        wait: false,
        terminateCloneOnDestroy: true,
        timeouts: { create: "8h", delete: "2h" },
      }),
  ],
  [
    "a clone of a clone, with keys",
    (cluster) => {
      const { targetCluster } = cluster
        .addCloningOperation("copy")
        .targetCluster.addCloningOperation("again");
      new TerraformOutput(cluster, "endpoint", { value: targetCluster.clusterEndpoint });
      targetCluster.issueApiKeys("keys");
    },
  ],
  [
    "keys, and one with a scope",
    (cluster) => {
      const keys = cluster.issueApiKeys("keys", { keepers: { year: "2027" }, timeouts: { create: "45m" } });
      const value = keys.scopedSearchKey({ filter_by: 'title:="a b"', expires_at: 1906054106 });
      new TerraformOutput(cluster, "scoped", { value, sensitive: true });
    },
  ],
];

test.each(ADDITIONS)("%s: plans", (_, add) => {
  const stack = stackWith((scope) => add(Cluster.fromClusterId(scope, "existing", "x7ab")));
  expect(Testing.fullSynth(stack)).toPlanSuccessfully();
});

test("a scoped key that is no secret to an output is refused by Terraform", () => {
  const stack = stackWith((scope) => {
    const keys = Cluster.fromClusterId(scope, "existing", "x7ab").issueApiKeys("keys");
    new TerraformOutput(scope, "scoped", { value: keys.scopedSearchKey({ limit: 1 }) });
  });
  expect(Testing.fullSynth(stack)).not.toPlanSuccessfully();
});

test("what Terraform refuses, the matchers refuse", () => {
  const stack = stackOf({ timeouts: { create: "soon" } });
  expect(Testing.fullSynth(stack)).not.toBeValidTerraform();
});

describe("deployed", () => {
  function synthesize(id: string, hcl: boolean, build: (stack: TerraformStack) => void): string {
    const outdir = mkdtempSync(join(folder, "out-"));
    process.env.SYNTH_HCL_OUTPUT = `${hcl}`;
    const app = new App({ outdir, hclOutput: hcl });
    const stack = new TerraformStack(app, id);
    new LocalBackend(stack, { path: join(outdir, `${id}.tfstate`) });
    new SearchCloudProvider(stack, "searchcloud");
    build(stack);
    app.synth();
    delete process.env.SYNTH_HCL_OUTPUT;
    return join(outdir, "stacks", id);
  }

  function run(directory: string, ...args: string[]): string {
    const { code, said } = terraform(directory, args, env);
    expect([code, said]).toEqual([0, expect.any(String)]);
    return said;
  }

  test.each([
    ["JSON", false],
    ["HCL", true],
  ])("from %s, a cluster comes up, is found again, and goes", (form, hcl) => {
    const directory = synthesize(`deploy-${form}`, hcl, (stack) => {
      const topology = Topology.highAvailability("oregon");
      const products = new Cluster(stack, "products", {
        ...SMALL,
        clusterName: `products-${form}`,
        topology,
        maintenanceWindow: WINDOW,
      });
      new ConfigurationChange(stack, "restart", {
        cluster: products,
        performChangeAt: "2100-11-22T02:00:00Z",
      });
      const again = Cluster.fromClusterId(stack, "again", products.clusterId);
      products.addServerParameter("max-per-page", { value: "500" });
      const keys = products.issueApiKeys("keys", { keepers: { year: "2027" } });
      new TerraformOutput(stack, "key", { value: keys.adminKey, staticId: true, sensitive: true });
      new TerraformOutput(stack, "endpoint", { value: products.clusterEndpoint, staticId: true });
      new TerraformOutput(stack, "nodes", { value: products.nodes, staticId: true });
      new TerraformOutput(stack, "found", { value: again.clusterEndpoint, staticId: true });
    });
    run(directory, "init", "-input=false");
    run(directory, "apply", "-input=false", "-auto-approve");
    const outputs = JSON.parse(run(directory, "output", "-json"));
    expect(outputs.nodes.value).toHaveLength(3);
    expect(outputs.endpoint.value).toEqual(expect.stringMatching(/^[a-z0-9][a-z0-9.-]+$/));
    expect(outputs.nodes.value).not.toContain(outputs.endpoint.value);
    expect(outputs.found.value).toBe(outputs.endpoint.value);
    expect(outputs.key).toEqual({
      sensitive: true,
      type: "string",
      value: expect.stringMatching(/^\w{32}$/),
    });
    run(directory, "plan", "-input=false", "-detailed-exitcode");
    run(directory, "destroy", "-input=false", "-auto-approve");
  });

  test("parameters whose names have dashes are valid in HCL", () => {
    const directory = synthesize("names", true, (stack) => {
      new Cluster(stack, "products", { ...SMALL, serverParameters: { "max-per-page": "500" } });
    });
    run(directory, "init", "-input=false");
    run(directory, "validate");
  });

  test("what belongs to clusters of two accounts goes where its cluster is", async () => {
    const other = await startEmulatorProcess();
    const accounts = [emulator, other].map((account) => account?.env ?? {});
    try {
      const directory = synthesize("accounts", false, (stack) => {
        for (const [
          index,
          { SEARCHCLOUD_API_KEY: apiKey, SEARCHCLOUD_BASE_URL: baseUrl },
        ] of accounts.entries()) {
          const alias = `account${index}`;
          const provider = new SearchCloudProvider(stack, alias, { alias, apiKey, baseUrl });
          const products = new Cluster(stack, `products${index}`, { ...SMALL, provider });
          products.addServerParameter("max-per-page", { value: `${index + 1}00` });
          const clone = products.addCloningOperation("copy", { terminateCloneOnDestroy: true });
          const keys = clone.targetCluster.issueApiKeys("keys");
          keys.storeIn({
            bind: (scope, { clusterEndpoint }) => {
              new TerraformOutput(scope, "host", { value: clusterEndpoint });
            },
          });
        }
      });
      run(directory, "init", "-input=false");
      run(directory, "apply", "-input=false", "-auto-approve");
      const outputs = Object.values<{ value: string }>(JSON.parse(run(directory, "output", "-json")));
      expect(new Set(outputs.map(({ value }) => value)).size).toBe(2);
      run(directory, "plan", "-input=false", "-detailed-exitcode");
      run(directory, "destroy", "-input=false", "-auto-approve");
    } finally {
      await other.stop();
    }
  });
});
