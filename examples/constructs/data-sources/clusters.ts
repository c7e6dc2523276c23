import { App, Fn, TerraformOutput, TerraformStack } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "clusters");
new SearchCloudProvider(stack, "searchcloud");

const { DataSearchcloudClusters } = l1.dataSearchcloudClusters;
const reviews = new DataSearchcloudClusters(stack, "reviews", {
  name: "reviews",
  region: "oregon",
  status: "in_service",
});

// The service allows duplicate names: one() fails if several clusters have this name.
new TerraformOutput(stack, "reviews_id", {
  value: Fn.lookupNested(Fn.one(reviews.clusters.fqn), ["id"]),
});
app.synth();
