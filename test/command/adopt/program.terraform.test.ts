import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { isLeaving, STARTING_STATUSES } from "../../../src/api/enumerations";
import type { ClusterSeedBody } from "../../../src/emulator";
import { NODE_KEY, START, scene } from "../../acceptance/support";
import { run } from "../support";
import { accountSeed } from "./accounts";
import { synthesize } from "./synthesize";

const CLUSTERS = 40;

const DATA = {
  keys: [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] }],
  collections: [
    {
      name: "catalog",
      fields: [
        { name: "title", type: "string", locale: "ja" },
        { name: "tags", type: "string[]", facet: true },
        { name: "rank", type: "int32" },
        { name: ".*_facet", type: "auto", optional: true },
        { name: "place", type: "geopoint", optional: true },
      ],
      default_sorting_field: "rank",
      token_separators: ["-"],
      enable_nested_fields: true,
    },
    {
      name: "goods_1a2b3c4d",
      fields: [{ name: "title", type: "string" }],
      metadata: { searchcloud_live_collection: { alias: "goods", step: "done", run: "r1" } },
    },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a name may be just that
    { name: "${odd}%{x}", fields: [{ name: "a${b}", type: "float", range_index: true }] },
  ],
  aliases: { shop: "catalog", Catalog: "gone", goods: "goods_1a2b3c4d" },
} satisfies ClusterSeedBody["data"];

test("the stack of a written program imports every account and the objects on a cluster, and changes nothing", async () => {
  // Named if it fails. To test that account again: ADOPT_SEED=… npx jest test/command/adopt
  const seed = Number(process.env.ADOPT_SEED ?? Date.now() % 1e9);
  const [random = []] = fc.sample(accountSeed(CLUSTERS), { numRuns: 1, seed });
  const shop: ClusterSeedBody = { id: "shop", name: "shop", data: DATA };
  const clusters: ClusterSeedBody[] = [...random, shop];
  const scenery = await scene({ rate: "off", clock: { mode: "manual", start: START }, seed: { clusters } });
  const { workspace, environment, emulator } = scenery;
  /** Returns the plan of the program for these clusters. */
  const planOf = async (name: string, ...more: readonly string[]) => {
    const folder = join(workspace.directory, name);
    const { code, err } = await run(["adopt", "--out", folder, ...more], { env: environment });
    expect([code, err]).toEqual([0, expect.stringMatching(/npm install && npx cdktf diff\n/)]);
    const program = readFileSync(join(folder, "main.ts"), "utf8");
    for (const secret of [emulator.key, NODE_KEY]) expect(program).not.toContain(secret);
    writeFileSync(join(workspace.directory, "cdk.tf.json"), synthesize(program));
    return (await workspace.plan()).output;
  };
  const imports = (count: number) => `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`;
  try {
    const { collections, aliases } = DATA;
    // A live collection is one object, whatever its parts.
    const onNodes = collections.length + Object.keys(aliases).length - 1;
    expect(await planOf("shop", "--cluster", "shop", "--collections")).toContain(imports(1 + onNodes));
    const here = clusters.filter(
      ({ status = "in_service" }) => !isLeaving({ status }) && !STARTING_STATUSES.includes(status),
    );
    expect(await planOf("all")).toContain(imports(here.length));
    expect(emulator.journal().filter(({ method }) => method !== "GET")).toEqual([]);
  } catch (error) {
    throw new Error(`ADOPT_SEED=${seed}: ${(error as Error).message.slice(0, 6000)}`);
  } finally {
    await scenery.close();
  }
}, 60_000);
