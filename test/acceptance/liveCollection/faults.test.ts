import type { EmulatorServer, FaultMatchBody } from "../../../src/emulator";
import { ALIAS } from "./catalog";
import { CONFIG, type LiveScene, type LiveSceneOptions, story } from "./scene";

/** Updates while nodes fail, and applications search and write at the others (docs/design/live-collections.md). */
const EDITED = { ...CONFIG, default_sorting_field: "price" };
const THREE: LiveSceneOptions = { nodes: 3, documents: 100, calm: 400 };

/** Applies an edit until it is done, at most as often as given. */
async function done(on: LiveScene, runs = 3): Promise<void> {
  const errors: (readonly string[])[] = [];
  for (let run = 0; run < runs; run += 1) {
    const ended = await on.run(EDITED);
    errors.push(ended.errors);
    if (ended.end === "applied" || ended.end === "empty") break;
    await on.traffic.turns(3);
  }
  const { state } = on.kept;
  expect([errors.at(-1), state?.step, state?.collection_name]).toEqual([[], "ready", on.target()]);
  expect((await on.run(EDITED)).end).toBe("empty");
}

type Fault = (emulator: EmulatorServer, hostnames: readonly string[]) => void;
const NODES: readonly { readonly name: string; readonly fault: Fault }[] = [
  { name: "the leader is down", fault: (emulator, [leader = ""]) => emulator.takeNodeDown(leader) },
  {
    name: "a follower lags behind for some requests",
    fault: (emulator, [, , last = ""]) => emulator.lagNode(last, { requests: 40 }),
  },
  {
    name: "a node is restarted at each copy of documents",
    fault: (emulator, [leader = ""]) =>
      emulator.addFault({
        match: { operation: "importDocuments", path: "/nodes/*/collections/catalog_*/documents/import" },
        effect: { kind: "race", do: { restart_node: leader } },
      }),
  },
];

test.each(NODES)("$name", async ({ fault }) => {
  await story(THREE, async (on) => {
    fault(on.emulator, on.hostnames);
    await done(on);
  });
});

const VERSION = "/nodes/*/collections/catalog_*";
const WRITES: readonly (readonly [string, FaultMatchBody])[] = [
  ["create", { operation: "createCollection" }],
  ["import", { operation: "importDocuments", path: `${VERSION}/documents/import`, nth: 1 }],
  ["mark", { operation: "updateCollection", path: VERSION, nth: 2 }],
  ["move", { operation: "upsertAlias" }],
  ["correction", { operation: "updateDocuments", path: `${VERSION}/documents` }],
  ["drop", { operation: "deleteCollection", path: VERSION }],
];

test.each(["reset before", "reset after", "503 with HTML"] as const)(
  "each kind of write meets: %s",
  async (how) => {
    await story({ documents: 100, calm: 400 }, async (on) => {
      for (const [, match] of WRITES)
        on.emulator.addFault({
          match,
          effect:
            how === "503 with HTML"
              ? { kind: "status", status: 503, body: "html", when: "after" }
              : { kind: "reset", when: how === "reset before" ? "before" : "after" },
        });
      await done(on);
      expect(on.emulator.state().aliases.map(({ name }) => name)).toEqual([ALIAS]);
    });
  },
);

test("the disk is full during the copy: nothing moves, and the next apply goes on", async () => {
  await story({ documents: 100, calm: 400 }, async (on) => {
    const [node = ""] = on.hostnames;
    const live = on.target();
    await on.traffic.pause();
    on.emulator.setNodeHealth(node, "OUT_OF_DISK");
    const { end } = await on.run(EDITED);
    expect([end, on.target()]).toEqual(["failed", live]);
    on.emulator.setNodeHealth(node, null);
    on.traffic.resume();
    await done(on);
  });
});
