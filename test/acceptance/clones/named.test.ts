import { cluster, flat, PRODUCTS, SHOP } from "../support";
import { billed, CLONE, CLONES, copy, eachCloneScene, POST } from "./kit";

/** A protected cluster of the same state that the cloning operation names as its clone (docs/design/laws.md#named-by-an-answer). */
const on = eachCloneScene();

test("a protected cluster that is named as the clone is neither shown as one nor terminated, and the message identifies it", async () => {
  const kept = cluster({ name: '"products"', termination_protection: "true" });
  await on.apply(kept);
  const { id: protectedId } = await on.values(PRODUCTS);
  on.writes();
  const json = { id: "any", status: "succeeded", target_cluster_reference_id: protectedId };
  const match = { path: `${CLONES}/*`, method: "GET", times: 0 };
  on.emulator.addFault({ match, effect: { kind: "answer", status: 200, json } });
  const both = `${kept}\n${copy("terminate_clone_on_destroy = true")}`;
  const named = new RegExp(
    `: Cloning operation \\w+ of cluster ${SHOP} names cluster ${protectedId}, which is not proved to be its clone.*` +
      `Cluster "products" \\(${protectedId}\\) is in_service.*It was in the account before the clone was requested`,
  );

  // An error would taint the resource, and the next apply would request another clone.
  const said = await on.apply(both);
  expect(said).toMatch(named);
  expect(said).toContain("Warning: Cloning operation");
  const { id, target_cluster_id } = await on.values(CLONE);
  expect([target_cluster_id, on.writes()]).toEqual([null, [POST]]);

  expect(await on.apply(undefined, 1)).toMatch(named);
  const destroyed = await on.workspace.destroy([`-target=${CLONE}`], { expect: 1 });
  expect(flat(destroyed.output)).toMatch(named);
  expect([on.writes(), (await on.values(CLONE)).id, billed(on).length]).toEqual([[], id, 2]);

  // From here on, the service names the true clone.
  on.emulator.clearFaults();
  await on.apply();
  const { target_cluster_id: clone } = await on.values(CLONE);
  expect(billed(on).sort()).toEqual([clone, protectedId].sort());
  await on.apply(kept);
  expect([on.writes(), billed(on)]).toEqual([[`POST /clusters/${clone}/lifecycle`], [protectedId]]);
});
