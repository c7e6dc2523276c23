import { upgradeRehearsal } from "../../../../src/provider/resources/upgradeRehearsal/resource";
import type {
  RehearsalPrivateState,
  RehearsalValues,
} from "../../../../src/provider/resources/upgradeRehearsal/schema";
import { callOf, look, serviceOf } from "../../kit";
import type { NodesAccount } from "../../onNodes";
import { record } from "../../support";
import { account, applied, clones, configured, destroyed } from "./kit";

let on: NodesAccount | undefined;
afterEach(async () => {
  await on?.close();
  on = undefined;
});

/** Replaces the record of the cloning operation for so many reads. */
function says(target: string | null, times: number, id: string, { emulator }: NodesAccount): void {
  const json = {
    id,
    status: "succeeded",
    created_at: 1_795_132_800,
    source_region: "oregon",
    search_server_version: "31.0",
    target_cluster_reference_id: target,
  };
  const match = { operation: "getCloningOperation", times } as const;
  emulator.addFault({ match, effect: { kind: "answer", status: 200, json } });
}

test("a source that its operation names as the clone is neither opened nor terminated", async () => {
  on = await account();
  says("c-1", 0, "cl-1", on);
  const stopped = await applied(on, configured());
  expect(stopped.applied.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^Cloning operation \S+ of cluster c-1 is still running$/),
    expect.stringMatching(/^Cloning operation \S+ of cluster c-1 reports its source as its clone$/),
  ]);
  expect(stopped.state).toMatchObject({ status: "running", clone_cluster_id: null });
  expect(await destroyed(on, stopped)).toMatchObject([{ severity: "error" }]);
  const writes = on.emulator.journal().filter(({ method }) => method === "POST");
  expect(writes.map(({ operation }) => operation)).toEqual(["createCloningOperation"]);
});

test("a clone that its operation names late is terminated", async () => {
  on = await account();
  const { emulator } = on;
  const match = { operation: "getCloningOperation" } as const;
  emulator.addFault({ match, effect: { kind: "status", status: 403 } });
  const stopped = await applied(on, configured());
  says(null, 2, stopped.state?.id ?? "", on);
  expect(await destroyed(on, stopped)).toEqual([]);
  expect([clones(on), emulator.state().clusters.length]).toEqual([[], 2]);
});

test("a clone that is terminated while it is compared proves nothing about its version", async () => {
  on = await account({ nodes_out_of_service: "404", termination_step_seconds: 60 });
  // Twice at the source, then at the clone.
  on.emulator.addFault({
    match: { operation: "listCollections", nth: 3 },
    effect: { kind: "race", do: "terminate", when: "after" },
  });
  const failed = await applied(on, configured());
  expect(failed.applied).toMatchObject([
    {
      severity: "error",
      summary: expect.stringMatching(/^Cluster \S+, the clone of c-1, is not in service$/),
    },
  ]);
  expect(failed.state).toMatchObject({ status: "failed", checks: null });
});

test("a cluster that was upgraded meanwhile is not downgraded", async () => {
  on = await account();
  const match = { operation: "issueClusterApiKeys" } as const;
  on.emulator.addFault({ match, effect: { kind: "status", status: 403 } });
  const config = configured();
  const stopped = await applied(on, config);
  on.emulator.patchCluster("c-1", { search_server_version: "31.0" });
  const failed = await applied(on, config, stopped);
  expect(failed.applied).toMatchObject([
    {
      severity: "error",
      summary: "Cluster c-1 runs server version 31.0 now",
      detail: expect.stringContaining("terminated"),
    },
  ]);
  expect([failed.state?.status, failed.state?.verified_version, clones(on)]).toEqual(["failed", null, []]);
});

describe("a refresh that is answered with 404 for the clone", () => {
  const STORED: RehearsalPrivateState = { cluster: "c-1", host: "api.example" };
  const SEEN = { ...STORED, version: "31.0" };
  const state = configured({ id: "cl-1", status: "running", clone_cluster_id: "c-2" });
  const refreshed = async (values: RehearsalValues, stored: RehearsalPrivateState, ...listed: string[]) => {
    const service = serviceOf(
      { read: async () => look(null) },
      listed.map((id) => record({ id })),
    );
    const call = callOf<RehearsalValues, RehearsalPrivateState>(service, stored);
    const values_ = await upgradeRehearsal.read(call, values);
    return [values_, call.privateState?.ended];
  };

  test("keeps one that this key has never seen: it may exist, and be billed", async () => {
    expect(await refreshed(state, STORED)).toEqual([{ clone_cluster_id: "c-2" }, undefined]);
  });
  test("keeps one that is listed", async () => {
    expect(await refreshed(state, SEEN, "c-1", "c-2")).toEqual([{ clone_cluster_id: "c-2" }, undefined]);
    expect(await refreshed({ ...state, status: "failed" }, STORED, "c-1", "c-2")).toEqual([
      { clone_cluster_id: "c-2" },
      undefined,
    ]);
  });
  test("removes one that is not", async () => {
    expect((await refreshed(state, SEEN, "c-1"))[0]).not.toEqual({});
    expect(await refreshed({ ...state, status: "failed" }, STORED, "c-1")).toEqual([{}, true]);
  });
});
