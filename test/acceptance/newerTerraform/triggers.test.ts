import { attributesOf } from "../../support/core/instance";
import { QUERY_VERSIONS } from "../../support/core/versions";
import { oneAccount } from "./support";

/** An `action_trigger` of a cluster: the action is planned with what is known, and runs in the process that applies the change. */
const CLUSTER = "searchcloud_cluster";
const PRODUCTS = { name: "products", memory: "4_gb", vcpu: "2_vcpus", regions: ["oregon"] };
const RESTART = {
  event: "after_create",
  action: "searchcloud_restart",
  config: ({ id }: Record<string, unknown>) => ({ cluster_id: id }),
} as const;

describe.each(QUERY_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version);

  test("a cluster that is created is restarted, and then plans empty", async () => {
    const { core } = on;
    const plan = await core.plan(CLUSTER, PRODUCTS, null, { triggers: [RESTART] });
    const { state } = await core.apply(plan);
    if (!state) throw new Error("nothing is stored");
    const { id } = attributesOf(state);
    expect(on.writes()).toEqual(["POST /clusters", `POST /clusters/${id}/configuration-changes`]);
    await core.emptyPlan(CLUSTER, PRODUCTS, state);
  });
});
