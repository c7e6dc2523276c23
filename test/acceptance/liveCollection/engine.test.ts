import {
  type CaughtUp,
  catchUp,
  copyDocuments,
  createNodesClient,
  decodeRecent,
  encodeRecent,
  MOST_RECENT,
  type SyncContext,
  settle,
} from "../../../src/dataPlane";
import { type EmulatorServer, type EmulatorServerOptions, startEmulatorServer } from "../../../src/emulator";
import { never } from "../../client/kit/client";
import { hastyClock } from "../../support/hastyClock";
import { collectLog } from "../../support/log";
import { FLAWLESS, startTraffic, type Traffic } from "../../support/traffic/traffic";
import { ALIAS, APPLICATION_KEY, addApplicationKey, CATALOG, nodeUrls } from "./catalog";

/** The steps of an update (src/dataPlane/versions), while applications search and write without a pause. */
const ADMIN_KEY = "admin-key-of-the-nodes-0123456789";
const FROM = "catalog_aaaaaaaa";
const TO = "catalog_bbbbbbbb";
const START = Date.UTC(2026, 10, 20);

/** The clock of the service: real, or so fast that no time that an update remembers is close to another one. */
const CLOCKS = {
  real: { mode: "real" as const },
  fast: { mode: "step" as const, start: START, stepPerRequest: 2000 },
} satisfies Record<string, EmulatorServerOptions["clock"]>;

interface Case {
  readonly clock: keyof typeof CLOCKS;
  readonly unit: "s" | "ms";
  readonly nodes: 1 | 3;
  /** Milliseconds by which the clock of the writer is ahead. */
  readonly skew?: number;
  readonly seed: number;
  /** The knowledge after the alias has moved: everything, or as much as a mark keeps over a kill. */
  readonly knows: "everything" | "mark";
}

interface Played {
  readonly emulator: EmulatorServer;
  readonly traffic: Traffic;
  readonly ctx: SyncContext;
}

async function play(
  { clock, unit, nodes, skew = 0, seed, knows }: Case,
  each?: (on: Played) => Promise<void>,
) {
  const settings = nodes === 3 ? { high_availability: "yes", region_node_counts: { oregon: 3 } } : {};
  const emulator = await startEmulatorServer({
    clock: CLOCKS[clock],
    seed: {
      clusters: [
        {
          id: "shop1",
          search_server_version: "30.2",
          ...settings,
          data: { collections: [{ name: FROM, ...CATALOG }], aliases: { [ALIAS]: FROM } },
        },
      ],
    },
  });
  emulator.createNodeKeyOutside("shop1", {
    value: ADMIN_KEY,
    description: "",
    actions: ["*"],
    collections: ["*"],
  });
  addApplicationKey(emulator, "shop1");
  const urls = nodeUrls(emulator, "shop1");
  const now = () => emulator.clock.now() + skew;
  const traffic = await startTraffic({
    urls,
    key: APPLICATION_KEY,
    alias: ALIAS,
    now,
    unit,
    calm: 400,
    documents: 600,
    seed,
  });
  const clock2 = hastyClock();
  const client = createNodesClient({ log: collectLog().log, dependencies: { clock: clock2 } });
  const ctx: SyncContext = {
    nodes: client.at({ urls, apiKey: ADMIN_KEY, keyOrigin: "the test", named: "cluster shop1" }),
    pair: { from: FROM, to: TO },
    updatedAt: { field: "updated_at", unit },
    signal: never(),
    deadline: clock2.now() + 3_600_000,
  };
  let verdict = FLAWLESS;
  try {
    await traffic.turns(30);
    emulator.createCollectionOutside("shop1", { ...CATALOG, name: TO, default_sorting_field: "price" });
    const { since, sent } = await copyDocuments(ctx);
    const caughtUp = await catchUp(ctx, { since, sent });
    await traffic.turns(10);
    emulator.putAliasOutside("shop1", ALIAS, TO);
    await each?.({ emulator, traffic, ctx });
    await traffic.turns(5);
    const settled = await settle(ctx, knownOf(caughtUp, knows));
    expect(settled).toMatchObject({ left: [] });
    await traffic.turns(10);
  } finally {
    verdict = await traffic.stop();
    await client.close();
    await emulator.close();
  }
  return verdict;
}

function knownOf({ since, compared, before, recent }: CaughtUp, knows: Case["knows"]) {
  if (knows === "everything") return { since, compared, before, recent };
  const text = encodeRecent(recent, MOST_RECENT);
  return { since, compared, before: null, recent: text === null ? null : decodeRecent(text) };
}

const CASES: readonly Case[] = [
  { clock: "real", unit: "s", nodes: 3, seed: 2, knows: "everything" },
  { clock: "fast", unit: "ms", nodes: 1, seed: 3, knows: "everything", skew: -40_000 },
  { clock: "real", unit: "s", nodes: 1, seed: 6, knows: "mark" },
  { clock: "fast", unit: "ms", nodes: 1, seed: 9, knows: "mark", skew: 40_000 },
];

test.each(CASES)(
  "$nodes nodes, $clock clock, times in $unit, knows $knows, seed $seed: nothing is lost",
  async (one) => {
    expect(await play(one)).toEqual(FLAWLESS);
  },
);
