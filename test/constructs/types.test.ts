import { join } from "node:path";
import ts from "typescript";

const ROOT = join(__dirname, "..", "..");
const PROGRAM = join(ROOT, "test", "constructs", "program.ts");

const HEAD = `
import { TerraformStack, Testing } from "cdktf";
import {
  Cluster, type ICluster, type ISecretSink, Memory, Region, SearchCloudProvider, Topology, Vcpu,
} from "../../constructs";
const stack = new TerraformStack(Testing.app(), "search");
const topology = Topology.singleNode("oregon");
const size = { memory: "8_gb", vcpu: "2_vcpus" };
const existing: ICluster = Cluster.fromClusterId(stack, "existing", "x7ab");
`;

/** What the compiler says about a program that uses the constructs, by the line of its body. */
function complaints(body: readonly string[]): string[][] {
  const text = HEAD + body.join("\n");
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost({ ...options, noUnusedLocals: false });
  const { readFile, fileExists } = host;
  host.fileExists = (path) => path === PROGRAM || fileExists.call(host, path);
  host.readFile = (path) => (path === PROGRAM ? text : readFile.call(host, path));
  const program = ts.createProgram([PROGRAM], { ...options, noUnusedLocals: false }, host);
  const source = program.getSourceFile(PROGRAM);
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  const first = HEAD.split("\n").length - 1;
  return body.map((_, index) =>
    found
      .filter(({ start = 0 }) => source?.getLineAndCharacterOfPosition(start).line === first + index)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")),
  );
}

const RIGHT = [
  `new Cluster(stack, "c", { memory: Memory.GB_8, vcpu: Vcpu.VCPUS_2, topology: Topology.singleNode(Region.OREGON) });`,
  `new Cluster(stack, "c", { ...size, topology, serverParameters: { "max-per-page": "500" } });`,
  `new Cluster(stack, "c", { memory: Memory.of("2048_gb"), vcpu: "256_vcpus", topology: Topology.singleNode("warsaw") });`,
  `existing.addServerParameter("max-per-page", { value: "500" }).importFrom(); existing.addConfigurationChange("restart");`,
  `(existing.addCloningOperation("c").targetCluster satisfies ICluster).addCloningOperation("d", { targetRegion: Region.PARIS });`,
  `existing.issueApiKeys("keys").scopedSearchKey({ filter_by: "a", limit: [1] }) satisfies string;`,
  `existing.issueApiKeys("keys").storeIn({ bind: (_, { adminKey }) => console.log(adminKey) } satisfies ISecretSink);`,
];

const WRONG: [line: string, complaint: RegExp][] = [
  [`new Cluster(stack, "c", { memory: "8_gb", vpcu: "2_vcpus", topology });`, /'vpcu' does not exist/],
  [
    `new Cluster(stack, "c", { ...size, topology, timeouts: { created: "1h" } });`,
    /'created' does not exist/,
  ],
  [`console.log(Memory.GB_9, Region.OREGO);`, /'GB_9' does not exist/],
  [`new Cluster(stack, "c", { ...size });`, /'topology' is missing/],
  [`new Cluster(stack, "c", { ...size, topology, regions: ["oregon"] });`, /'regions' does not exist/],
  [
    `new Cluster(stack, "c", { ...size, topology: { attributes: topology.attributes, regionNames: [] } });`,
    /Property 'checked' is missing .* required in type 'Topology'/,
  ],
  [`new Topology(topology.attributes);`, /Constructor of class 'Topology' is private/],
  [`new Cluster(stack, "c", { ...size, memory: null, topology });`, /'null' is not assignable/],
  [`existing.clusterId = "y";`, /read-only/],
  [`new SearchCloudProvider(stack, "p", { api_key: "x" });`, /'api_key' does not exist.*apiKey/],
  [
    `new Cluster(stack, "c", { ...size, topology, serverParameters: { "max-per-page": 500 } });`,
    /'number' is not assignable to type 'string'/,
  ],
  [`existing.addServerParameter("max-per-page", {});`, /'value' is missing/],
  [`existing.addCloningOperation("c", { cluster: existing });`, /'cluster' does not exist/],
  [`existing.issueApiKeys("keys").scopedSearchKey(["a"]);`, /'string\[\]' is not assignable/],
  [`existing.issueApiKeys("keys").storeIn({});`, /'bind' is missing/],
];

const found = complaints([...RIGHT, ...WRONG.map(([line]) => line)]);

test.each(RIGHT.map((line, index) => [line, index] as const))("compiles: %s", (_, index) => {
  expect(found[index]).toEqual([]);
});

test.each(WRONG.map(([line, complaint], index) => [line, complaint, index] as const))(
  "does not compile: %s",
  (_, complaint, index) => {
    expect(found[RIGHT.length + index]?.[0]).toMatch(complaint);
  },
);
