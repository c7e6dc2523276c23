import { complaintsAbout } from "../examples/support/compile";

const HEAD = `
import { TerraformStack, Testing } from "cdktf";
import { Cluster, Collection, EphemeralVariable, Field, type ICluster, type ICollection, type IKey, type ISecretSink, Memory, Region, SearchCloudProvider, Topology, Vcpu } from "cdktf-provider-searchcloud";
const stack = new TerraformStack(Testing.app(), "search");
const topology = Topology.singleNode("oregon");
const size = { memory: "8_gb", vcpu: "2_vcpus" };
const existing: ICluster = Cluster.fromClusterId(stack, "existing", "x7ab");
`;

const RIGHT = [
  `new Cluster(stack, "c", { memory: Memory.GB_8, vcpu: Vcpu.VCPUS_2, topology: Topology.singleNode(Region.OREGON) });`,
  `new Cluster(stack, "c", { ...size, topology, serverParameters: { "max-per-page": "500" } });`,
  `new Cluster(stack, "c", { memory: Memory.of("2048_gb"), vcpu: "256_vcpus", topology: Topology.singleNode("warsaw") });`,
  `existing.addServerParameter("max-per-page", { value: "500" }).importFrom(); existing.addConfigurationChange("restart");`,
  `(existing.addCloningOperation("c").targetCluster satisfies ICluster).addCloningOperation("d", { targetRegion: Region.PARIS });`,
  `existing.issueApiKeys("keys").scopedSearchKey({ filter_by: "a", limit: [1] }) satisfies string;`,
  `existing.issueApiKeys("keys").storeIn({ bind: (_, { adminKey }) => console.log(adminKey) } satisfies ISecretSink);`,
  `existing.addCollection("c", { fields: [Field.string("t")] }).importDocuments("d", { content: "{}" }).numImported;`,
  `existing.addKey("k", { actions: ["*"], collections: ["*"], keys: existing.issueApiKeys("p") }) satisfies IKey;`,
  `existing.addKey("k", { actions: ["*"], collections: ["*"], keys: existing.bootstrapKey("b", { value: "x", version: 1 }) });`,
  `existing.addCollection("c", { keys: existing.temporaryKey("t", { actions: ["*"], collections: ["*"] }), fields: [] });`,
  `existing.addCollection("c", { provider: existing.dataProvider({ apiKey: new EphemeralVariable(stack, "k").stringValue }), fields: [] });`,
  `existing.addLiveCollection("c", { fields: [Field.int64("at")], updatedAtField: "at", updatedAtUnit: "ms" }) satisfies ICollection;`,
  `existing.addLiveCollection("c", { fields: [], queries: [{ parameters: { q: "a" } }], retain: 0 }).liveVersionName satisfies string;`,
  `existing.upgradeTo("u", { searchServerVersion: "31", queries: [{ collection: "c", parameters: { q: "a", per_page: 5 } }] });`,
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
  [`existing.addLiveCollection("c", { fields: [], replacement: "allow" });`, /'replacement' does not exist/],
  [
    `existing.addLiveCollection("c", { fields: [], queries: [{ collection: "c", parameters: { q: "a" } }] });`,
    /'collection' does not exist/,
  ],
  [`existing.upgradeTo("u", { queries: [{ collection: "c" }] });`, /'parameters' is missing/],
  [`existing.upgradeTo("u", { queries: [] });`, /'searchServerVersion' is missing/],
  [`existing.bootstrapKey("b", { value: "x" });`, /'version' is missing/],
  [`existing.bootstrapKey("b", { value: "x", version: 1, actions: ["*"] });`, /'actions' does not exist/],
  [`existing.temporaryKey("t", { actions: ["*"], collections: [] }).adminKey;`, /'adminKey' does not exist/],
  [`Field.string("t", { facets: true });`, /'facets' does not exist/],
  [
    `existing.addCollection("c", { fields: [{ name: "t", type: "string" }] });`,
    /does not exist in type 'Field'/,
  ],
  [
    `new Cluster(stack, "c", { ...size, topology, dependsOn: [Collection.fromCollectionName(stack, "d", "d", {})] });`,
    /'fqn' is missing in type 'ICollection'/,
  ],
];

const lines = [...RIGHT, ...WRONG.map(([line]) => line)];
const [found = []] = complaintsAbout([HEAD + lines.join("\n")]);
/** The complaints about a line. */
const about = (line: string) =>
  found
    .filter((complaint) => complaint.line === HEAD.split("\n").length - 1 + lines.indexOf(line))
    .map(({ message }) => message);

test.each(RIGHT)("compiles: %s", (line) => {
  expect(about(line)).toEqual([]);
});

test.each(WRONG)("does not compile: %s", (line, complaint) => {
  expect(about(line)[0]).toMatch(complaint);
});
