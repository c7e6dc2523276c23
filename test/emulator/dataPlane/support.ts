import { type EmulatorServer, type EmulatorServerOptions, startEmulatorServer } from "../../../src/emulator";
import { call, emulators, START } from "../support";

export interface NodeAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** Sends a request to a node: a JSON value, or a string. */
export type AskNode = (
  line: string,
  given?: { json?: unknown; text?: string; key?: string },
) => Promise<NodeAnswer>;

export interface NodeScene {
  readonly emulator: EmulatorServer;
  readonly hostnames: readonly string[];
  /** Opens everything. */
  readonly adminKey: string;
  readonly searchKey: string;
  readonly ask: AskNode;
}

const SEED = { clusters: [{ id: "c-1", status: "in_service" }] };

/** Emulators with one cluster in service, `c-1`, and a pair of keys that open its nodes; closed after the test. */
export function nodeScenes(): (options?: EmulatorServerOptions) => Promise<NodeScene> {
  const start = emulators();
  return async (options = {}) => sceneOf(await start({ seed: SEED, ...options }));
}

/** The same, one for all tests of a block. */
export function sharedNodeScene(fill: (scene: NodeScene) => Promise<void>): () => NodeScene {
  let scene: NodeScene | undefined;
  beforeAll(async () => {
    scene = await sceneOf(await startEmulatorServer({ clock: { mode: "manual", start: START }, seed: SEED }));
    await fill(scene);
  });
  afterAll(() => scene?.emulator.close());
  return () => {
    if (scene === undefined) throw new Error("The scene is there once the tests run.");
    return scene;
  };
}

async function sceneOf(emulator: EmulatorServer): Promise<NodeScene> {
  const issued = await call(emulator, "POST /clusters/c-1/api-keys");
  const { api_keys: keys } = issued.body as { api_keys: { admin_key: string; search_only_key: string } };
  const read = await call(emulator, "GET /clusters/c-1");
  const { hostnames } = read.body as { hostnames: { nodes: string[] } };
  return {
    emulator,
    hostnames: hostnames.nodes,
    adminKey: keys.admin_key,
    searchKey: keys.search_only_key,
    ask: asking(emulator.nodeUrl.replace("{hostname}", hostnames.nodes[0] ?? ""), keys.admin_key),
  };
}

/** Returns the environment variables of a scene, with its admin key. */
export function environmentOf({ emulator, adminKey }: NodeScene): Record<string, string> {
  return {
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_DATA_API_KEY: adminKey,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
  };
}

function asking(url: string, adminKey: string): AskNode {
  return async (line, { json, text, key = adminKey } = {}) => {
    const [method = "GET", path = "/"] = line.split(" ");
    const body = json === undefined ? text : JSON.stringify(json);
    const headers = { "x-search-api-key": key };
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const answered = await answer.text();
    return { status: answer.status, text: answered, body: parsed(answered) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Lines of JSON, one for each value. */
export const jsonLines = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value)).join("\n");
/** The values of lines of JSON. */
export const fromLines = (text: string) => text.split("\n").map((line) => JSON.parse(line) as unknown);
