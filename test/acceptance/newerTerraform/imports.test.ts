import { CORE_VERSIONS } from "../../support/core/versions";
import { oneAccount } from "./support";

/** An `import` block, by id and by identity. */
const CLUSTER = "searchcloud_cluster";
const SHOP = { name: "shop", memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"] };

describe.each(CORE_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version, (emulator) => {
    emulator.seed({ clusters: [{ id: "shop1", ...SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
  });

  test("both give the same state and identity, and an empty plan", async () => {
    const { core } = on;
    const byId = await core.emptyPlan(CLUSTER, SHOP, null, { import: { id: "shop1" } });
    const byIdentity = await core.emptyPlan(CLUSTER, SHOP, null, { import: { identity: { id: "shop1" } } });
    expect(byIdentity.refreshed).toEqual(byId.refreshed);
    expect(JSON.parse(byId.refreshed?.identity ?? "null")).toEqual({ id: "shop1" });
    const { state } = await core.apply(byId);
    expect(state).toEqual(byId.refreshed);
    expect(await core.refresh(byId.refreshed as never)).toEqual(byId.refreshed);
  });

  test("what is not there is an error of Terraform or of the provider", async () => {
    const missing = on.core.import(CLUSTER, { identity: { id: "none" } });
    await expect(missing).rejects.toThrow(/none/);
    await expect(on.core.import(CLUSTER, { identity: {} })).rejects.toThrow(
      'Required attribute "id" is missing',
    );
  });
});
