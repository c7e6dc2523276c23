import { eachScene, OPTIONS } from "./support";

/** A destroy of a cluster with everything that belongs to it. */
const on = eachScene(OPTIONS);

const stack = (terminate: boolean) => `
resource "searchcloud_cluster" "products" {
  name    = "products"
  memory  = "8_gb"
  vcpu    = "2_vcpus"
  regions = ["oregon"]
}
resource "searchcloud_server_parameter" "page" {
  cluster_id = searchcloud_cluster.products.id
  name       = "max-per-page"
  value      = "500"
}
resource "searchcloud_api_keys" "keys" {
  cluster_id = searchcloud_cluster.products.id
}
resource "searchcloud_cloning_operation" "rehearsal" {
  cluster_id                 = searchcloud_cluster.products.id
  terminate_clone_on_destroy = ${terminate}
}
resource "searchcloud_configuration_change" "restart" {
  cluster_id        = searchcloud_cluster.products.id
  perform_change_at = "2026-12-01T00:00:00Z"
  depends_on        = [searchcloud_cloning_operation.rehearsal]
}`;

const standing = () =>
  on.emulator
    .state()
    .clusters.filter(({ status }) => status === "in_service")
    .map(({ id }) => id);
const wrote = () =>
  on.emulator
    .journal()
    .filter(({ method }) => method !== "GET")
    .map(({ operation, path }) => `${operation} ${path.split("/")[2]}`)
    .sort();

test.each([true, false])(
  "is destroyed by one run (the clone too: %s), which reports what stays",
  async (terminate) => {
    await on.apply(stack(terminate));
    await on.empty();
    const source = String((await on.values()).id);
    const clone = String((await on.values("searchcloud_cloning_operation.rehearsal")).target_cluster_id);
    expect(standing().sort()).toEqual([source, clone].sort());
    on.requests();

    const said = await on.destroy();
    expect(said).toContain("Destroy complete! Resources: 5 destroyed.");
    const gone = [source, ...(terminate ? [clone] : [])];
    expect(wrote()).toEqual(
      [
        `cancelConfigurationChange ${source}`,
        `deleteServerConfigurationParameter ${source}`,
        ...gone.map((id) => `terminateCluster ${id}`),
      ].sort(),
    );
    expect(standing()).toEqual(terminate ? [] : [clone]);
    expect(said).toMatch(/API keys of cluster .* leave the state, and Terraform does not revoke them/);
    if (!terminate) expect(said).toMatch(new RegExp(`Warning: [^.]*${clone}[^.]*(stays|billed)`));

    // One read of each to refresh, none of the keys; one more of a change that may have begun; then only the wait for the end.
    const reads = on.requests().filter((operation) => /^(get|list)/.test(operation));
    const count = (operation: string) => reads.filter((one) => one === operation).length;
    expect(count("listServerConfigurationParameters") + count("getServerConfigurationParameter")).toBe(1);
    expect(count("getConfigurationChange")).toBe(2);
    expect(count("getCloningOperation")).toBe(1);
    expect(count("listClusters") + count("listConfigurationChanges") + count("listCloningOperations")).toBe(
      0,
    );
  },
);

test("a cluster deleted outside takes its parameters, keys, changes and clones with it, without an error", async () => {
  await on.apply(stack(true));
  const source = String((await on.values()).id);
  on.emulator.forget(source);
  on.requests();
  expect(await on.destroy()).toMatch(/Destroy complete! Resources: \d destroyed/);
  expect(wrote()).toEqual([expect.stringMatching(/^terminateCluster /)]);
  expect(standing()).toEqual([]);
});
