import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, LocalBackend, TerraformOutput, TerraformStack, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import {
  Cluster,
  type ClusterProps,
  ConfigurationChange,
  type ConfigurationChangeOptions,
  DayOfWeek,
  MaintenanceWindow,
  SearchCloudProvider,
  Topology,
} from "../../constructs";
import { type EmulatorProcess, startEmulatorProcess } from "./fixtures/emulator";
import { outputs, SMALL, stackWith } from "./fixtures/stack";
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

const WINDOW = MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich", { duration: "2h" });

const CLUSTERS: { readonly [name: string]: Partial<ClusterProps> } = {
  single: {},
  several: { topology: Topology.highAvailability("oregon", 5) },
  regions: { topology: Topology.regions("oregon", "paris", "tokyo") },
  counts: { topology: Topology.nodes({ oregon: 3, frankfurt: 2 }) },
  whole: {
    clusterName: "products-prod",
    memory: "16_gb",
    vcpu: "4_vcpus",
    topology: Topology.highAvailability("oregon"),
    gpu: false,
    highPerformanceDisk: true,
    searchServerVersion: "30.1",
    autoUpgradeCapacity: false,
    serverParameters: { "max-per-page": "500" },
    notificationEmailAddresses: ["search-oncall@example.com"],
    terminationProtection: true,
    timeouts: { create: "45m", update: "8h", delete: "20m" },
    lifecycle: { preventDestroy: true, ignoreChanges: ["memory"] },
    maintenanceWindow: MaintenanceWindow.daily("02:00", "Europe/Zurich", { duration: "90m" }),
    waitForChanges: true,
  },
};

const CHANGES: { readonly [name: string]: ConfigurationChangeOptions } = {
  restart: { triggers: { dictionary: "v7" } },
  moment: { newMemory: "16_gb", performChangeAt: "2100-11-22T02:00:00+01:00", wait: false },
  window: { newHighAvailabilityNodeCount: 5, maintenanceWindow: WINDOW },
  much: {
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
};

/** Every construct with every prop, in one configuration. */
function everything(stack: TerraformStack): void {
  for (const [id, props] of Object.entries(CLUSTERS)) {
    const { clusterEndpoint, nodes } = new Cluster(stack, id, { ...SMALL, ...props });
    outputs(stack, { [`${id}-endpoint`]: clusterEndpoint, [`${id}-nodes`]: nodes });
  }
  const existing = Cluster.fromClusterId(stack, "existing", "x7ab");
  for (const [id, options] of Object.entries(CHANGES)) existing.addConfigurationChange(id, options);
  existing.addServerParameter("max-per-page", { value: "500" });
  existing
    .addCloningOperation("plain")
    .targetCluster.addCloningOperation("again")
    .targetCluster.issueApiKeys("keys");
  existing.addCloningOperation("whole", {
    targetRegion: "frankfurt",
    searchServerVersion: "30.1",
    notificationEmailAddresses: ["search-oncall@example.com"],
    triggers: { week: "47" },
    wait: false,
    terminateCloneOnDestroy: true,
    timeouts: { create: "8h", delete: "2h" },
  });
  const keys = existing.issueApiKeys("keys", { keepers: { year: "2027" }, timeouts: { create: "45m" } });
  const value = keys.scopedSearchKey({ filter_by: 'title:="a b"', expires_at: 1906054106 });
  new TerraformOutput(stack, "scoped", { value, sensitive: true });
}

test("every construct with every prop is valid and plans", () => {
  expect(Testing.fullSynth(stackWith(everything))).toBeValidTerraform();
  expect(Testing.fullSynth(stackWith(everything))).toPlanSuccessfully();
});

test("what Terraform refuses, the matchers refuse: a duration, and a scoped key that an output does not hide", () => {
  const soon = stackWith(
    (scope) => new Cluster(scope, "products", { ...SMALL, timeouts: { create: "soon" } }),
  );
  expect(Testing.fullSynth(soon)).not.toBeValidTerraform();
  const shown = stackWith((scope) => {
    const keys = Cluster.fromClusterId(scope, "existing", "x7ab").issueApiKeys("keys");
    outputs(scope, { scoped: keys.scopedSearchKey({ limit: 1 }) });
  });
  expect(Testing.fullSynth(shown)).not.toPlanSuccessfully();
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
    if (code !== 0) throw new Error(said);
    return said;
  }

  /** Deploys, plans nothing more, and destroys; answers the outputs. */
  function live(directory: string): { [name: string]: { value: unknown; sensitive: boolean } } {
    run(directory, "init", "-input=false");
    run(directory, "apply", "-input=false", "-auto-approve");
    const found = JSON.parse(run(directory, "output", "-json"));
    run(directory, "plan", "-input=false", "-detailed-exitcode");
    run(directory, "destroy", "-input=false", "-auto-approve");
    return found;
  }

  test.each([
    ["JSON", false],
    ["HCL", true],
  ])("from %s, a cluster comes up, is found again, and goes", (form, hcl) => {
    const directory = synthesize(`deploy-${form}`, hcl, (stack) => {
      const products = new Cluster(stack, "products", {
        ...SMALL,
        clusterName: `products-${form}`,
        topology: Topology.highAvailability("oregon"),
        maintenanceWindow: WINDOW,
      });
      const performChangeAt = "2100-11-22T02:00:00Z";
      new ConfigurationChange(stack, "restart", { cluster: products, performChangeAt });
      products.addServerParameter("max-per-page", { value: "500" });
      const keys = products.issueApiKeys("keys", { keepers: { year: "2027" } });
      new TerraformOutput(stack, "key", { value: keys.adminKey, staticId: true, sensitive: true });
      const { clusterEndpoint: endpoint, nodes } = products;
      const found = Cluster.fromClusterId(stack, "again", products.clusterId).clusterEndpoint;
      outputs(stack, { endpoint, nodes, found });
    });
    const { endpoint, nodes, found, key } = live(directory);
    expect(nodes?.value).toHaveLength(3);
    expect(nodes?.value).not.toContain(endpoint?.value);
    expect(endpoint?.value).toEqual(expect.stringMatching(/^[a-z0-9][a-z0-9.-]+$/));
    expect(found?.value).toBe(endpoint?.value);
    expect(key).toEqual({ sensitive: true, type: "string", value: expect.stringMatching(/^\w{32}$/) });
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
    try {
      const directory = synthesize("accounts", false, (stack) => {
        for (const [index, account] of [emulator, other].entries()) {
          const { SEARCHCLOUD_API_KEY: apiKey, SEARCHCLOUD_BASE_URL: baseUrl } = account?.env ?? {};
          const alias = `account${index}`;
          const provider = new SearchCloudProvider(stack, alias, { alias, apiKey, baseUrl });
          const products = new Cluster(stack, `products${index}`, { ...SMALL, provider });
          products.addServerParameter("max-per-page", { value: `${index + 1}00` });
          const clone = products.addCloningOperation("copy", { terminateCloneOnDestroy: true });
          const { clusterEndpoint } = clone.targetCluster.issueApiKeys("keys");
          outputs(stack, { [`host${index}`]: clusterEndpoint });
        }
      });
      const hosts = Object.values(live(directory)).map(({ value }) => value);
      expect(new Set(hosts).size).toBe(2);
    } finally {
      await other.stop();
    }
  });
});
