import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { actions } from "../../../src/provider/operations";
import { UNKNOWN } from "../../../src/wire";
import { QUERY_VERSIONS } from "../../support/core/versions";
import { NODE_KEY } from "../support";
import { oneAccount } from "./support";

/** Every action, through the shipped file: its plan with nothing known, its requests, and its progress. */
const CLUSTER = { cluster_id: "shop1" };
const NODE = "/nodes/shop1-1.a1.searchcloud.example";
const folder = mkdtempSync(join(tmpdir(), "every-action-"));
const output = join(folder, "keys.json");
afterAll(() => rmSync(folder, { recursive: true }));

interface Played {
  readonly config: Readonly<Record<string, unknown>>;
  readonly writes: readonly string[];
  readonly tells: RegExp;
}

const ACTIONS = (nodeUrl: string): { readonly [name: string]: Played } => ({
  restart: {
    config: CLUSTER,
    writes: ["POST /clusters/shop1/configuration-changes"],
    tells: /was restarted$/,
  },
  cancel_change: { config: CLUSTER, writes: [], tells: /nothing to cancel$/ },
  cancel_clone: { config: CLUSTER, writes: [], tells: /nothing to cancel$/ },
  snapshot: {
    config: { node_urls: [nodeUrl], snapshot_path: "here", api_key: NODE_KEY },
    writes: [`POST ${NODE}/operations/snapshot`],
    tells: /the snapshot is in here/,
  },
  compact: { config: CLUSTER, writes: [`POST ${NODE}/operations/db/compact`], tells: /compacted/ },
  clear_cache: { config: CLUSTER, writes: [`POST ${NODE}/operations/cache/clear`], tells: /cleared/ },
  import_documents: {
    config: { ...CLUSTER, collection: "books", content: '{"id":"1","title":"Emma"}' },
    writes: [`POST ${NODE}/collections/books/documents/import`],
    tells: /^1 document imported/,
  },
  rotate_keys: {
    config: { ...CLUSTER, output_file: output },
    writes: ["POST /clusters/shop1/api-keys"],
    tells: /the nodes accept both keys$/,
  },
});

describe.each(QUERY_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version, (emulator) => {
    const fields = [{ name: "title", type: "string" }];
    const keys = [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] }];
    emulator.seed({ clusters: [{ id: "shop1", data: { collections: [{ name: "books", fields }], keys } }] });
  });
  beforeAll(() => rmSync(output, { force: true }));
  const played = () => ACTIONS(`${on.emulator.nodeUrl.replace("/nodes/{hostname}", NODE)}`);

  test.each(actions.map(({ name }) => name))("%s", async (name) => {
    const { config, writes, tells } = played()[name] ?? {};
    const type = `searchcloud_${name}`;
    const unknown = Object.fromEntries(Object.keys(config ?? {}).map((argument) => [argument, UNKNOWN]));
    await on.core.planAction(type, unknown);
    await on.core.planAction(type, config ?? {});
    expect(on.writes()).toEqual([]);
    const messages: string[] = [];
    await on.core.invoke(type, config ?? {}, (message) => messages.push(message));
    expect([on.writes(), messages.at(-1)]).toEqual([writes, expect.stringMatching(tells ?? /^$/)]);
    expect(messages.join()).not.toContain(NODE_KEY);
  });

  test("the rotated keys are in their file, and in no message of any call", () => {
    const { admin_key } = JSON.parse(readFileSync(output, "utf8")) as { admin_key: string };
    expect(admin_key.length).toBeGreaterThan(20);
    expect(JSON.stringify(on.core.recorded)).not.toContain(admin_key);
  });
});
