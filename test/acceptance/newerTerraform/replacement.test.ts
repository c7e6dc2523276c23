import { PlanResourceChangeRequest } from "../../../src/wire";
import { attributesOf, type StoredInstance } from "../../support/core/instance";
import { CORE_VERSIONS } from "../../support/core/versions";
import { oneAccount } from "./support";

/** A replacement whose successor comes first, in which Terraform up to 1.15 forgets the private bytes of the plan. */
const CLUSTER = "searchcloud_cluster";
const UNNAMED = { memory: "4_gb", vcpu: "2_vcpus", regions: ["oregon"] };

describe.each(CORE_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version);
  let state: StoredInstance;
  const idOf = (instance: StoredInstance) => attributesOf(instance).id;

  beforeAll(async () => {
    state = await on.core.change(CLUSTER, UNNAMED);
  });

  test("create_before_destroy creates the successor, and then destroys", async () => {
    const { core } = on;
    on.writes();
    core.recorded.length = 0;
    const plan = await core.plan(CLUSTER, UNNAMED, state, { replace: true, createBeforeDestroy: true });
    expect(plan.action).toBe("create-delete");
    const planned = core.recorded.length;
    const { state: successor, deposed } = await core.apply(plan);
    expect(deposed).toBeUndefined();
    expect(on.writes()).toEqual(["POST /clusters", `POST /clusters/${idOf(state)}/lifecycle`]);
    const [inApply] = core.recorded.slice(planned).filter(({ call }) => call === "planResourceChange");
    const { plannedPrivate, priorPrivate } = PlanResourceChangeRequest.decode(
      Buffer.from(inApply?.request ?? "", "base64"),
    );
    expect(priorPrivate).toHaveLength(0);
    expect(Buffer.from(plannedPrivate)).toEqual(Buffer.from(version === "1.16" ? plan.change.private : []));
    state = successor as StoredInstance;
    await core.emptyPlan(CLUSTER, UNNAMED, state);
  });

  test("a tainted instance is destroyed first", async () => {
    const { core } = on;
    const plan = await core.plan(CLUSTER, UNNAMED, { ...state, isTainted: true });
    expect(plan.action).toBe("delete-create");
    const { state: successor } = await core.apply(plan);
    expect(idOf(successor as StoredInstance)).not.toBe(idOf(state));
  });
});
