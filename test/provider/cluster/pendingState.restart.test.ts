import type { ConfigurationChangeRecord } from "../../../src/client";
import { observedValues } from "../../../src/provider/cluster/model";
import { mustLookUp, readPendingState } from "../../../src/provider/cluster/pendingState";
import type { PrivateState } from "../../../src/provider/cluster/types";
import { changeOf, clusterOf, NOW, SECONDS, SINGLE } from "../clusterChange/kit";
import { call, service, values } from "../support";

/** What a read finds of the restart that server parameters wait for. */
const kept: PrivateState = { id: "c-1", host: "api.example", protected: false };
const carried: PrivateState = { ...kept, change: "own", restart_by: "own" };
const running = clusterOf(SINGLE);
const state = values(observedValues(running));
const own = (status: string, given: object = {}) =>
  changeOf({ id: "own", status: status as never, ...given });

async function look(
  before: PrivateState,
  changes: ConfigurationChangeRecord[],
  older: ConfigurationChangeRecord[] = [],
) {
  const asked: string[] = [];
  const client = {
    serverNow: () => NOW,
    changes: async () => {
      asked.push("changes");
      return changes;
    },
    readChange: async (_: string, id: string) => {
      asked.push(id);
      return older.find((one) => one.id === id) ?? null;
    },
  };
  const fake = call(service([], { client }), { kept: before });
  const { change, restart } = await readPendingState(fake, running, state);
  return { change, restart, asked, said: fake.said.map(({ summary, detail }) => `${summary} | ${detail}`) };
}

test("a change that brings one is looked up, a restart that is only due is not", async () => {
  expect(mustLookUp({ ...kept, restart_by: "own" }, running, state)).toBe(true);
  expect(mustLookUp({ ...kept, restart_due: true }, running, state)).toBe(false);
  expect(await look({ ...kept, restart_due: true }, [])).toMatchObject({
    restart: { due: true, by: undefined },
    asked: [],
    said: [],
  });
});

test.each<[string, ConfigurationChangeRecord[], { due: boolean; by: string | undefined }]>([
  ["waits", [own("pending")], { due: false, by: "own" }],
  ["runs", [own("in_progress")], { due: false, by: "own" }],
  ["has succeeded", [own("succeeded", { completed_at: SECONDS })], { due: false, by: undefined }],
])("its change %s", async (_, changes, restart) => {
  const seen = await look(carried, changes);
  expect(seen.restart).toEqual(restart);
  expect(seen.said.join()).not.toContain("server_parameters");
});

const again =
  "It was to restart the cluster for its server_parameters, which have not taken effect yet. The next apply requests another restart.";
const lost = { due: true, by: undefined };

test("its change was cancelled, and nothing but the restart with it", async () => {
  const { restart, said } = await look(carried, [own("canceled")]);
  expect(restart).toEqual(lost);
  expect(said).toEqual([
    'Cluster "products" (c-1): configuration change own was cancelled outside of Terraform | ' +
      `Configuration change own (a restart, due 2026-01-01T01:00:00Z, canceled). ${again}`,
  ]);
});

test("its change has failed, and what else it was to bring is drift", async () => {
  const { restart, said } = await look(carried, [own("failed", { new_memory: "16_gb" })]);
  expect(restart).toEqual(lost);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(`Its settings show as drift, and the next apply requests them again. ${again}`);
});

test("its change was cancelled for another one, which brings it", async () => {
  const other = changeOf({ id: "other", created_at: SECONDS + 60 });
  const { restart, change, said } = await look(carried, [other, own("canceled")]);
  expect(restart).toEqual({ due: false, by: "other" });
  expect(change).toBe("other");
  expect(said.join()).not.toContain("server_parameters");
});

test("its change is far back in the list: it is read by itself", async () => {
  const { restart, asked } = await look(
    carried,
    [changeOf({ id: "newer", status: "succeeded" })],
    [own("succeeded")],
  );
  expect(restart).toEqual({ due: false, by: undefined });
  expect(asked).toEqual(["changes", "own"]);
});

test("its change cannot be found", async () => {
  const { restart, said } = await look(carried, []);
  expect(restart).toEqual(lost);
  expect(said).toEqual([`Cluster "products" (c-1): configuration change own no longer exists | ${again}`]);
});

test("one that is due already is not told again", async () => {
  const { restart, said } = await look({ ...carried, restart_due: true }, []);
  expect(restart).toEqual(lost);
  expect(said).toEqual([]);
});
