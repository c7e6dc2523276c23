import { attributesOf } from "../../support/core/instance";
import { CORE_VERSIONS } from "../../support/core/versions";
import { oneAccount } from "./support";

/** The life of a cluster in newer Terraforms than the installed one. */
const CLUSTER = "searchcloud_cluster";
const PRODUCTS = { name: "products", memory: "4_gb", vcpu: "2_vcpus", regions: ["oregon"] };

describe.each(CORE_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version);

  test("a cluster is created, refreshed, resized, imported and destroyed", async () => {
    const { core } = on;
    const created = await core.change(CLUSTER, PRODUCTS);
    expect(on.writes()).toEqual(["POST /clusters"]);
    const { id, hostnames } = attributesOf(created) as { id: string; hostnames: unknown };
    expect(hostnames).not.toBeNull();
    await core.emptyPlan(CLUSTER, PRODUCTS, created);
    const larger = { ...PRODUCTS, memory: "8_gb" };
    const resized = await core.change(CLUSTER, larger, created);
    expect(on.writes()).toEqual([`POST /clusters/${id}/configuration-changes`]);
    await core.emptyPlan(CLUSTER, larger, resized);
    const imported = await core.plan(CLUSTER, larger, null, { import: { id } });
    expect(imported.action).toBe("no-op");
    await core.destroy(resized);
    expect(await core.refresh(resized)).toBeNull();
  });
});
