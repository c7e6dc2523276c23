import type { Client, CloningOperationRecord } from "../../../src/client";
import { UNKNOWN } from "../../../src/framework";
import { warnOfEarlier } from "../../../src/provider/cloningOperation/orphans";
import type { ClonePlanning } from "../../../src/provider/cloningOperation/schema";
import { markManaged } from "../../../src/provider/clusterChange/managedIds";
import { serviceOf } from "../kit";
import { MISSING, record, seen } from "../support";
import { cloneRecord, cloneValues, DONE } from "./kit";

interface Given {
  readonly clones?: readonly CloningOperationRecord[];
  /** Ids of clusters that are gone. */
  readonly gone?: readonly string[];
  readonly owned?: readonly string[];
  readonly config?: Record<string, unknown>;
  readonly fails?: Error;
}

/** What is said, and what is asked for it. */
async function planned({ clones = [], gone = [], owned = [], config = {}, fails }: Given) {
  const asked: string[] = [];
  const said: { summary: string; detail: string }[] = [];
  const client: Partial<Client> = {
    async cloningOperations(id) {
      asked.push(`clones of ${id}`);
      if (fails) throw fails;
      return clones;
    },
    async read(id) {
      asked.push(id);
      return gone.includes(id) ? MISSING : seen(record({ id }));
    },
    clock: { now: () => 0, sleep: () => new Promise(() => {}) } as Client["clock"],
  };
  const offered = serviceOf(client);
  for (const id of owned) if (offered.client) markManaged(offered.client, "c-1", id);
  await warnOfEarlier({
    config: { ...cloneValues(), ...config },
    service: offered,
    signal: new AbortController().signal,
    warn: (summary: string, detail: string) => void said.push({ summary, detail }),
  } as unknown as ClonePlanning);
  return { asked, said };
}

const done = (id: string, target: string) =>
  cloneRecord({ ...DONE, id, target_cluster_reference_id: target });

test("clones that are billed are named, with the block that takes the newest over", async () => {
  const { said, asked } = await planned({
    clones: [cloneRecord({ id: "cl-3", status: "in_progress" }), done("cl-2", "c-7"), done("cl-1", "c-8")],
    gone: ["c-8"],
  });
  expect(asked).toEqual(["clones of c-1", "c-7", "c-8"]);
  expect(said).toHaveLength(1);
  expect(said[0]?.summary).toBe("Cluster c-1 already has a clone like this");
  expect(said[0]?.detail).toContain("  cl-3: in_progress\n  cl-2: cluster c-7\n\n");
  expect(said[0]?.detail).toContain(
    'import {\n    to = searchcloud_cloning_operation.NAME\n    id = "c-1/cl-3"\n  }',
  );
});

test.each<[what: string, Given]>([
  ["there is none", {}],
  ["it is gone", { clones: [done("cl-1", "c-7")], gone: ["c-7"] }],
  ["it has failed", { clones: [cloneRecord({ status: "failed" })] }],
  ["it was cancelled", { clones: [cloneRecord({ status: "canceled" })] }],
  ["a resource has it", { clones: [done("cl-1", "c-7")], owned: ["cl-1"] }],
  [
    "it is another one",
    { clones: [cloneRecord({ target_region: "tokyo" })], config: { target_region: "paris" } },
  ],
  ["it cannot be read", { fails: new Error("403") }],
])("nothing is said when %s", async (_, given) => {
  expect((await planned(given)).said).toEqual([]);
});

test.each(["cluster_id", "target_region", "search_server_version", "notification_email_addresses"])(
  "nothing is asked while %s is unknown",
  async (name) => {
    expect(await planned({ clones: [cloneRecord()], config: { [name]: UNKNOWN } })).toEqual({
      asked: [],
      said: [],
    });
  },
);

test("only the newest are looked for", async () => {
  const clones = ["1", "2", "3", "4", "5"].map((one) => done(`cl-${one}`, `c-1${one}`));
  expect((await planned({ clones })).asked).toEqual(["clones of c-1", "c-11", "c-12", "c-13"]);
});
