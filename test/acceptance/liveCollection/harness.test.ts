import { startEmulatorServer } from "../../../src/emulator";
import { SearchClient } from "../../support/traffic/client";
import { FLAWLESS, startTraffic, type Verdict } from "../../support/traffic/traffic";
import { ALIAS, APPLICATION_KEY, addApplicationKey, CATALOG, nodeUrls } from "./catalog";
import { type Mistake, playUpdate } from "./reference";

/** That the traffic of the stories finds what a wrong update does to documents, and nothing else (test/support/traffic). */
const ADMIN_KEY = "admin-key-of-the-nodes-0123456789";

async function verdictOf(mistake: Mistake | null, { skew = 0, seed = 1 } = {}): Promise<Verdict> {
  const emulator = await startEmulatorServer({
    clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 3000 },
    seed: {
      clusters: [
        {
          id: "shop1",
          search_server_version: "30.2",
          data: { collections: [{ name: "catalog_1", ...CATALOG }], aliases: { [ALIAS]: "catalog_1" } },
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
  const client = new SearchClient({ urls, key: ADMIN_KEY });
  const now = () => emulator.clock.now() + skew;
  const traffic = await startTraffic({
    urls,
    key: APPLICATION_KEY,
    alias: ALIAS,
    now,
    unit: "s",
    calm: 300,
    documents: 400,
    seed,
  });
  let verdict = FLAWLESS;
  try {
    await traffic.turns(10);
    await playUpdate(
      {
        client,
        alias: ALIAS,
        from: "catalog_1",
        to: "catalog_2",
        schema: { ...CATALOG, default_sorting_field: "price" },
        now: () => Math.floor(emulator.clock.now() / 1000),
        meanwhile: () => traffic.turns(25),
      },
      mistake,
    );
    await traffic.turns(10);
  } finally {
    verdict = await traffic.stop();
    await client.close();
    await emulator.close();
  }
  return verdict;
}

test.each([1, 2, 3])("a right update loses nothing, and clocks may differ (%i)", async (seed) => {
  expect(await verdictOf(null, { seed, skew: [0, -40_000, 40_000][seed - 1] })).toEqual(FLAWLESS);
});

type Kind = keyof Verdict;
const WRONG: readonly { readonly mistake: Mistake; readonly kind: Kind; readonly skew?: number }[] = [
  { mistake: "moves first, fills later", kind: "empty" },
  { mistake: "copies once", kind: "lost" },
  { mistake: "does not look after the move", kind: "lost" },
  { mistake: "forgets deletions", kind: "reborn" },
  { mistake: "forgets deletions of the last moment", kind: "reborn" },
  { mistake: "looks from the end of the copy", kind: "stale" },
  { mistake: "trusts the clocks", kind: "stale", skew: -40_000 },
  { mistake: "takes seconds for milliseconds", kind: "stale" },
  { mistake: "overwrites what is newer", kind: "stale" },
  { mistake: "writes without a condition", kind: "stale" },
  { mistake: "replaces what exists meanwhile", kind: "stale" },
  { mistake: "creates what was deleted", kind: "reborn" },
  { mistake: "deletes what is new", kind: "lost" },
  { mistake: "deletes what was written again", kind: "lost" },
  { mistake: "merges without nulls", kind: "stale" },
  { mistake: "merges without nested nulls", kind: "stale" },
  { mistake: "names ids without backticks", kind: "stale" },
  { mistake: "drops by the alias", kind: "failures" },
  { mistake: "drops before the move", kind: "failures" },
  { mistake: "deletes the alias before it creates it", kind: "failures" },
  { mistake: "does not wait for a killed import", kind: "stale" },
];

test.each(WRONG)("an update that $mistake is found out: $kind", async ({ mistake, kind, skew = 0 }) => {
  // Which writes meet depends on the network.
  let found = 0;
  for (let seed = 1; seed <= 5 && found === 0; seed += 1)
    found = (await verdictOf(mistake, { skew, seed }))[kind].length;
  expect(found).toBeGreaterThan(0);
});
