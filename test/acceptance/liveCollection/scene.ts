import { type EmulatorServer, type EmulatorServerOptions, startEmulatorServer } from "../../../src/emulator";
import type { LiveCollectionValues } from "../../../src/provider/resources/liveCollection/schema";
import { field } from "../../provider/resources/collection/kit";
import { liveValues } from "../../provider/resources/liveCollection/kit";
import {
  FLAWLESS,
  startTraffic,
  type Traffic,
  type TrafficOptions,
  type Verdict,
} from "../../support/traffic/traffic";
import { ALIAS, APPLICATION_KEY, addApplicationKey, nodeUrls } from "./catalog";
import { type Ending, type KeptInstance, type LiveRun, runLive } from "./process";

const ADMIN_KEY = "admin-key-of-the-nodes-0123456789";

/** The configuration before every edit; documents of a traffic fit it. */
export const CONFIG: LiveCollectionValues = liveValues({
  cluster_id: null,
  name: ALIAS,
  field: [
    field("title"),
    field("kind"),
    field("price", "float"),
    field("rank", "int32"),
    field("tags", "string[]", { optional: true }),
    field("updated_at", "int64"),
  ],
  default_sorting_field: "rank",
  updated_at_field: "updated_at",
});

export interface LiveSceneOptions
  extends Partial<Pick<TrafficOptions, "unit" | "calm" | "documents" | "seed">> {
  readonly emulator?: EmulatorServerOptions;
  /** @default "30.2" */
  readonly version?: string;
  /** @default 1 */
  readonly nodes?: 1 | 3;
  readonly config?: LiveCollectionValues;
}

/** A live collection that was created, and applications that search and write by its alias without a pause. */
export interface LiveScene {
  readonly emulator: EmulatorServer;
  readonly urls: readonly string[];
  readonly hostnames: readonly string[];
  readonly traffic: Traffic;
  /** The instance as Terraform has kept it. */
  readonly kept: KeptInstance;
  /** Refreshes, plans and applies a configuration, and keeps the result. */
  run(config?: LiveCollectionValues, ending?: Ending | null): Promise<LiveRun>;
  /** The same, and expects it to be applied. */
  applied(config?: LiveCollectionValues): Promise<LiveRun>;
  /** Number of documents by collection. */
  collections(): Readonly<Record<string, number>>;
  target(): string | undefined;
  /** Ends the traffic and the emulator. */
  close(): Promise<Verdict>;
}

export async function liveScene({
  emulator: given,
  version = "30.2",
  nodes = 1,
  config: first = CONFIG,
  unit = "ms",
  ...options
}: LiveSceneOptions = {}): Promise<LiveScene> {
  const settings = nodes === 3 ? { high_availability: "yes", region_node_counts: { oregon: 3 } } : {};
  const emulator = await startEmulatorServer({
    ...given,
    seed: { clusters: [{ id: "shop1", search_server_version: version, ...settings }] },
  });
  emulator.createNodeKeyOutside("shop1", {
    value: ADMIN_KEY,
    description: "",
    actions: ["*"],
    collections: ["*"],
  });
  addApplicationKey(emulator, "shop1");
  const urls = nodeUrls(emulator, "shop1");
  let kept: KeptInstance = { state: null, privateState: undefined };
  let last: LiveCollectionValues = { ...first, updated_at_unit: unit };
  async function run(config = last, ending: Ending | null = null): Promise<LiveRun> {
    last = { ...config, updated_at_unit: unit };
    const ahead = emulator.clock.now() - Date.now();
    const ended = await runLive({ urls, apiKey: ADMIN_KEY, config: last, before: kept, ending, ahead });
    kept = { state: ended.state, privateState: ended.privateState };
    return ended;
  }
  async function applied(config?: LiveCollectionValues): Promise<LiveRun> {
    const ended = await run(config);
    if (ended.end !== "applied")
      throw new Error(`The run ended as ${ended.end}:\n${ended.errors.join("\n")}`);
    return ended;
  }
  await applied();
  const traffic = await startTraffic({
    urls,
    key: APPLICATION_KEY,
    alias: ALIAS,
    now: () => emulator.clock.now(),
    unit,
    ...options,
  });
  await traffic.turns(10);
  return {
    emulator,
    urls,
    hostnames: urls.map((url) => url.split("/nodes/")[1] ?? ""),
    traffic,
    get kept() {
      return kept;
    },
    run,
    applied,
    collections: () =>
      Object.fromEntries(
        emulator.state().collections.map(({ name, num_documents }) => [name, num_documents]),
      ),
    target: () => emulator.state().aliases.find(({ name }) => name === ALIAS)?.collection_name,
    async close() {
      await traffic.turns(10);
      const verdict = await traffic.stop();
      await emulator.close();
      return verdict;
    },
  };
}

/** Plays a story under traffic, and expects that nothing was lost and no request has failed. */
export async function story(
  options: LiveSceneOptions,
  play: (on: LiveScene) => Promise<void>,
): Promise<void> {
  const on = await liveScene(options);
  let verdict = FLAWLESS;
  try {
    await play(on);
  } finally {
    verdict = await on.close();
  }
  expect(verdict).toEqual(FLAWLESS);
}
