import type { FaultMatchBody } from "../../../src/emulator";
import { FLAWLESS, startTraffic } from "../../support/traffic/traffic";
import { prepareNodes } from "../everyType/onNodes";
import { ended } from "../faults/kit";
import { Shipped } from "../faults/shipped";
import { NODE_KEY, scene } from "../support";
import { ALIAS, APPLICATION_KEY, addApplicationKey, CATALOG, nodeUrls } from "./catalog";

/** The real terraform with the provider as it ships: all is killed, then the next apply goes on. killed.fuzz.test.ts ends runs at each write. */
const fieldText = ({ name, type, ...more }: { name: string; type: string; optional?: boolean }) =>
  `  field {\n    name = "${name}"\n    type = "${type}"\n${more.optional ? "    optional = true\n" : ""}  }`;
const text = (sorting: string) => `resource "searchcloud_live_collection" "it" {
  cluster_id            = "shop1"
  name                  = "${ALIAS}"
  default_sorting_field = "${sorting}"
  updated_at_field      = "updated_at"
  updated_at_unit       = "ms"
${CATALOG.fields.map(fieldText).join("\n")}
}`;

let shipped: Shipped;
beforeAll(async () => {
  shipped = await Shipped.install();
});
afterAll(() => shipped.workspace.remove());

const MOMENTS: readonly (readonly [string, FaultMatchBody])[] = [
  ["the documents are copied", { operation: "importDocuments", path: "/nodes/*/collections/catalog_*/**" }],
  ["the alias moves", { operation: "upsertAlias" }],
];

test("all is killed while the documents are copied, and while the alias moves", async () => {
  const on = await scene({ clock: { mode: "real" } });
  prepareNodes(on.emulator);
  addApplicationKey(on.emulator, "shop1");
  await shipped.begin(on, text("rank"));
  await shipped.apply(on);
  const traffic = await startTraffic({
    urls: nodeUrls(on.emulator, "shop1"),
    key: APPLICATION_KEY,
    alias: ALIAS,
    now: () => on.emulator.clock.now(),
    documents: 200,
    calm: 1500,
  });
  let verdict = FLAWLESS;
  try {
    for (const [index, [, match]] of MOMENTS.entries()) {
      await shipped.configure(on, text(index % 2 === 0 ? "price" : "rank"));
      const env = { SEARCHCLOUD_NODE_URL: on.emulator.nodeUrl, SEARCHCLOUD_DATA_API_KEY: NODE_KEY };
      const running = await shipped.heldAt(on, match, "after", env);
      running.kill();
      expect((await ended(running)).code).not.toBe(0);
      on.emulator.releaseHolds();
      on.emulator.clearFaults();
      await shipped.apply(on);
      await shipped.empty(on);
    }
  } finally {
    verdict = await traffic.stop();
    await on.close();
  }
  expect(verdict).toEqual(FLAWLESS);
}, 120_000);
