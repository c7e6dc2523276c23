import { QUERY_VERSIONS } from "../../support/core/versions";
import { oneAccount } from "./support";

/** A query of an account, and the adoption of what it finds. */
const CLUSTER = "searchcloud_cluster";
const SIZE = { memory: "8_gb", vcpu: "2_vcpus" } as const;
const NAMES = ["shop-a", "shop-b", "other"];

describe.each(QUERY_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version, (emulator) => {
    emulator.seed({ clusters: NAMES.map((name) => ({ id: `id-${name}`, name, ...SIZE })) });
  });

  test("objects have the identity by which they are imported; without include_resource, nothing else", async () => {
    const { objects } = await on.core.query(CLUSTER, { config: { name_prefix: "shop-" } });
    const sorted = [...objects].sort((one, other) => one.displayName.localeCompare(other.displayName));
    expect(sorted).toEqual([
      { displayName: "shop-a", identity: { id: "id-shop-a" }, values: null },
      { displayName: "shop-b", identity: { id: "id-shop-b" }, values: null },
    ]);
  });

  test("the provider survives a stream that ends at the limit", async () => {
    const { objects } = await on.core.query(CLUSTER, { limit: 1, includeResource: true });
    expect(objects).toHaveLength(1);
    expect(objects[0]?.values).toMatchObject(SIZE);
  });

  test("generated configuration is valid, and an import by identity with it plans empty", async () => {
    const { objects } = await on.core.query(CLUSTER, { generateConfig: true });
    expect(objects.map(({ displayName }) => displayName).sort()).toEqual([...NAMES].sort());
    for (const { generated = {}, identity } of objects) {
      const plan = await on.core.emptyPlan(CLUSTER, generated, null, { import: { identity } });
      expect(plan.identity).toEqual(identity);
    }
  });
});
