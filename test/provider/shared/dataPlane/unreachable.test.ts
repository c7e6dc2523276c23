import type { Client } from "../../../../src/client";
import type { Nodes } from "../../../../src/dataPlane";
import { GONE } from "../../../../src/framework";
import {
  type NodePrivateState,
  refreshOnNodes,
  removeOnNodes,
} from "../../../../src/provider/shared/dataPlane";
import { callOf, failing, inTurn, look, NOW, serviceOf } from "../../kit";
import { changeOf } from "../changes/kit";

/** The state of an object whose nodes do not answer. */
const STATE = { cluster_id: "c-1", node_urls: null, api_key: "k" };
const WHAT = "Alias shop of cluster c-1";
const DOWN = failing(
  "unavailable",
  503,
  "Could not read alias shop: none of the 3 nodes of cluster c-1 could be used",
);
const IN_PROGRESS = changeOf({ id: "ch1", status: "in_progress" });

function over(answers: readonly (object | Error)[], given: Partial<Client> = {}) {
  const patience: (number | undefined)[] = [];
  const asked: string[] = [];
  const answer = inTurn(...answers);
  const nodes = {
    target: { named: "cluster c-1" },
    clock: { now: () => NOW },
    call: async (_: string, __: object, { patienceMs }: { patienceMs?: number }) => {
      patience.push(patienceMs);
      return answer();
    },
  } as unknown as Nodes;
  const client: Partial<Client> = {
    read: async (_, freshness) => {
      asked.push(`${freshness} read`);
      return look("in_service");
    },
    changes: async () => {
      asked.push("changes");
      return [];
    },
    ...given,
  };
  const service = { ...serviceOf(client), nodes: async () => ({ at: () => nodes, close: async () => {} }) };
  const call = callOf<never, NodePrivateState>(service);
  const act = (on: Nodes) => on.call("getAlias", { path: { name: "shop" } }, call);
  return {
    call,
    patience,
    asked,
    refresh: () => refreshOnNodes(call, STATE, WHAT, async (on) => ((await act(on)) ? {} : GONE)),
    remove: () => removeOnNodes(call, STATE, WHAT, async (on) => ((await act(on)) ? "deleted" : "missing")),
  };
}

test("nodes that answer after more attempts bring no warning", async () => {
  const { refresh, patience, asked, call } = over([DOWN, { name: "shop" }]);
  expect(await refresh()).toEqual({});
  expect(patience).toEqual([0, undefined]);
  expect(asked).toEqual(["shared read", "fresh read", "changes"]);
  expect(call.warned).toEqual([]);
});

test("nodes that keep refusing without a reason are an error, which names them; the cluster is read once", async () => {
  const { refresh, asked, patience } = over([DOWN]);
  await Promise.all([expect(refresh()).rejects.toBe(DOWN), expect(refresh()).rejects.toBe(DOWN)]);
  expect(patience.sort()).toEqual([0, 0, undefined, undefined]);
  patience.length = 0;
  await expect(refresh()).rejects.toBe(DOWN);
  // After refusals for so long, later requests wait less.
  expect(patience).toEqual([0, 0]);
  expect(asked.filter((one) => one !== "shared read")).toEqual(["fresh read", "changes"]);
});

test("another failure is reported unchanged", async () => {
  const refused = failing("auth", 401);
  const { refresh, remove, asked } = over([refused]);
  await expect(refresh()).rejects.toBe(refused);
  await expect(remove()).rejects.toBe(refused);
  expect(asked).not.toContain("fresh read");
});

test.each([
  ["answer 404", failing("not_found", 404)],
  ["do not answer", DOWN],
])(
  "a delete on nodes that %s while they are changed is an error that names the change",
  async (_, answer) => {
    const { remove, patience } = over([answer], { changes: async () => [IN_PROGRESS] });
    await expect(remove()).rejects.toMatchObject({
      summary: "The nodes of cluster c-1 cannot be reached to delete alias shop of cluster c-1",
      detail: expect.stringMatching(
        /^Configuration change ch1 .*replaces or restarts them\. Nothing was changed\.$/,
      ),
    });
    expect(patience).toEqual([undefined]);
  },
);

test.each(["terminated", null])("a delete on nodes whose cluster is %s by then is done", async (status) => {
  const read: Client["read"] = async (_, freshness) => look(freshness === "shared" ? "in_service" : status);
  await expect(over([DOWN], { read }).remove()).resolves.toBeUndefined();
});

test("a failed read of the cluster is not cached", async () => {
  const broken = failing("unavailable", 500, "Could not read cluster c-1");
  const { refresh } = over([DOWN, DOWN, { name: "shop" }], {
    changes: inTurn<never[]>(broken, []) as Client["changes"],
  });
  await expect(refresh()).rejects.toBe(broken);
  expect(await refresh()).toEqual({});
});
