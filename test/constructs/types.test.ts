import { join } from "node:path";
import ts from "typescript";

const ROOT = join(__dirname, "..", "..");
const PROGRAM = join(ROOT, "test", "constructs", "program.ts");

/** What the compiler says about a program that uses the constructs, each with the line that it is about. */
function complaints(sources: { [name: string]: string }): { [name: string]: string[] } {
  const files = new Map(
    Object.entries(sources).map(([name, text]) => [`${PROGRAM.slice(0, -3)}.${name}.ts`, text]),
  );
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (path) => files.has(path) || fileExists.call(host, path);
  host.readFile = (path) => files.get(path) ?? readFile.call(host, path);
  const program = ts.createProgram([...files.keys()], options, host);
  return Object.fromEntries(
    [...files.keys()].map((path, index) => {
      const source = program.getSourceFile(path);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      const texts = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
      return [Object.keys(sources)[index] ?? path, texts];
    }),
  );
}

const HEAD = `
import { TerraformStack, Testing } from "cdktf";
import {
  Cluster, type ICluster, type ISecretSink, Memory, Region, SearchCloudProvider, Topology, Vcpu,
} from "../../constructs";
const stack = new TerraformStack(Testing.app(), "search");
const topology = Topology.singleNode("oregon");
const existing: ICluster = Cluster.fromClusterId(stack, "existing", "x7ab");
`;

const RIGHT: { [name: string]: string } = {
  constants: `new Cluster(stack, "c", { memory: Memory.GB_8, vcpu: Vcpu.VCPUS_2, topology: Topology.singleNode(Region.OREGON) });`,
  texts: `new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus", topology });`,
  others: `new Cluster(stack, "c", { memory: Memory.of("2048_gb"), vcpu: "256_vcpus", topology: Topology.singleNode("warsaw") });`,
  interface: `const c: ICluster = Cluster.fromClusterId(stack, "c", "x7ab"); const nodes: string[] = c.nodes; console.log(nodes);`,
  parameters: `new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus", topology, serverParameters: { "max-per-page": "500" } });`,
  additions: `existing.addServerParameter("max-per-page", { value: "500" }); existing.addConfigurationChange("restart");`,
  clones: `const copy: ICluster = existing.addCloningOperation("copy").targetCluster; copy.addCloningOperation("again", { targetRegion: Region.PARIS });`,
  scopes: `const key: string = existing.issueApiKeys("keys").scopedSearchKey({ filter_by: "a", limit: [1] }); console.log(key);`,
  sinks: `const sink: ISecretSink = { bind: (_, { adminKey }) => console.log(adminKey) }; existing.issueApiKeys("keys").storeIn(sink);`,
};

const WRONG: { [name: string]: [source: string, complaint: RegExp] } = {
  misspelt: [
    `new Cluster(stack, "c", { memory: "8_gb", vpcu: "2_vcpus", topology });`,
    /'vpcu' does not exist in type 'ClusterProps'/,
  ],
  misspeltOptional: [
    `new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus", topology, terminationProtect: true });`,
    /'terminationProtect' does not exist/,
  ],
  misspeltTimeout: [
    `new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus", topology, timeouts: { created: "1h" } });`,
    /'created' does not exist/,
  ],
  misspeltConstant: [`console.log(Memory.GB_9);`, /'GB_9' does not exist/],
  missing: [`new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus" });`, /'topology' is missing/],
  regionsOfTheirOwn: [
    `new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus", topology, regions: ["oregon"] });`,
    /'regions' does not exist/,
  ],
  topologyByHand: [
    `new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus", topology: { attributes: topology.attributes, regionNames: [] } });`,
    /Property 'checked' is missing .* required in type 'Topology'/,
  ],
  topologyMade: [`new Topology(topology.attributes);`, /Constructor of class 'Topology' is private/],
  nullSize: [
    `new Cluster(stack, "c", { memory: null, vcpu: "2_vcpus", topology });`,
    /'null' is not assignable/,
  ],
  number: [
    `new Cluster(stack, "c", { memory: 8, vcpu: "2_vcpus", topology });`,
    /'number' is not assignable/,
  ],
  assigned: [`const c = Cluster.fromClusterId(stack, "c", "x"); c.clusterId = "y";`, /read-only/],
  provider: [`new SearchCloudProvider(stack, "p", { api_key: "x" });`, /'api_key' does not exist.*apiKey/],
  numericParameters: [
    `new Cluster(stack, "c", { memory: "8_gb", vcpu: "2_vcpus", topology, serverParameters: { "max-per-page": 500 } });`,
    /'number' is not assignable to type 'string'/,
  ],
  numericParameter: [
    `existing.addServerParameter("max-per-page", { value: 500 });`,
    /'number' is not assignable to type 'string'/,
  ],
  parameterWithoutValue: [`existing.addServerParameter("max-per-page", {});`, /'value' is missing/],
  clusterTwice: [
    `existing.addCloningOperation("copy", { cluster: existing });`,
    /'cluster' does not exist in type 'CloningOperationOptions'/,
  ],
  misspeltClone: [
    `existing.addCloningOperation("copy", { targetRegions: ["oregon"] });`,
    /'targetRegions' does not exist/,
  ],
  misspeltKeys: [`existing.issueApiKeys("keys", { keeper: {} });`, /'keeper' does not exist/],
  scopeOfList: [`existing.issueApiKeys("keys").scopedSearchKey(["a"]);`, /'string\[\]' is not assignable/],
  keyAssigned: [`existing.issueApiKeys("keys").adminKey = "x";`, /read-only/],
  noSink: [`existing.issueApiKeys("keys").storeIn({});`, /'bind' is missing/],
};

const found = complaints(
  Object.fromEntries(
    Object.entries({
      ...RIGHT,
      ...Object.fromEntries(Object.entries(WRONG).map(([name, [text]]) => [name, text])),
    }).map(([name, text]) => [name, HEAD + text]),
  ),
);

test.each(Object.keys(RIGHT))("%s compiles", (name) => {
  expect(found[name]?.filter((text) => !text.includes("is declared but"))).toEqual([]);
});

test.each(Object.entries(WRONG).map(([name, [, complaint]]) => [name, complaint] as const))(
  "%s does not compile",
  (name, complaint) => {
    const texts = found[name]?.filter((text) => !text.includes("is declared but"));
    expect(texts).toEqual([expect.stringMatching(complaint)]);
  },
);
