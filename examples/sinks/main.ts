import { App, TerraformOutput, TerraformStack } from "cdktf";
import { Cluster, SearchCloudProvider, Topology } from "cdktf-provider-searchcloud";
import { VaultProvider, VaultSink } from "./vaultSink";

const app = new App();
const stack = new TerraformStack(app, "search");
new SearchCloudProvider(stack, "searchcloud");
new VaultProvider(stack, "vault");
const products = new Cluster(stack, "products", {
  memory: "8_gb",
  vcpu: "2_vcpus",
  topology: Topology.highAvailability("oregon"),
});

// A new year issues a new pair, which is stored before the old one is removed from the state. The old pair can then be revoked.
const keys = products.issueApiKeys("keys", { keepers: { year: "2026" } });
keys.storeIn(new VaultSink("secret", "search/products"));

// For a browser: searches of one company's documents only, until the end of 2026.
const scoped = keys.scopedSearchKey({ filter_by: "company_id:124", expires_at: 1798761600 });
new TerraformOutput(stack, "browser_key", { value: scoped, sensitive: true });
app.synth();
