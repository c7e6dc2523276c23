import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NODE_KEY, SHOP, scene } from "../acceptance/support";

/** The lists of everything that may be on nodes, with the property that has a record's name. */
const LISTS = [
  ["/collections", "name"],
  ["/aliases", "name"],
  ["/keys", "id"],
  ["/synonym_sets", "name"],
  ["/curation_sets", "name"],
  ["/presets", "name"],
  ["/stopwords", "id"],
  ["/analytics/rules", "name"],
  ["/stemming/dictionaries", "id"],
  ["/conversations/models", "id"],
  ["/nl_search_models", "id"],
] as const;

/** Records the state of `VERSION/main.tf`: every type on the nodes of one cluster; a live collection after an edit of its sorting field. */
async function record(version: string): Promise<void> {
  const folder = resolve(__dirname, version);
  const on = await scene();
  try {
    on.emulator.seed({ clusters: [{ id: SHOP, high_availability: "yes", search_server_version: "30.2" }] });
    const all = { actions: ["*"], collections: ["*"] };
    on.emulator.createNodeKeyOutside(SHOP, { value: NODE_KEY, description: "test", ...all });
    const edited = readFileSync(join(folder, "main.tf"), "utf8");
    const created = edited.replace(/(default_sorting_field +=) "price"/, '$1 "rank"');
    for (const text of new Set([created, edited])) {
      await on.workspace.write({ "main.tf": text });
      await on.workspace.apply();
    }
    await on.workspace.emptyPlan();
    const { now, clusters, changes, clones, parameters } = on.emulator.state();
    const [hostname = ""] = clusters[0]?.hostnames?.nodes ?? [];
    const nodes = await answers(on.emulator.nodeUrl.replace("{hostname}", hostname));
    const state = JSON.parse(await on.workspace.stateText());
    writeFileSync(join(folder, "state.json"), `${JSON.stringify(state, null, 2)}\n`);
    writeFileSync(
      join(folder, "service.json"),
      `${JSON.stringify({ now, clusters, changes, clones, parameters, nodes }, null, 1)}\n`,
    );
  } finally {
    await on.close();
  }
}

/** Reads everything that is on a node: each list, and each record by its name. */
async function answers(url: string): Promise<Record<string, unknown>> {
  const read = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { "x-search-api-key": NODE_KEY } })).json();
  const found: Record<string, unknown> = { "/health": await read("/health"), "/debug": await read("/debug") };
  for (const [path, name] of LISTS) {
    const list = (await read(path)) as object;
    found[path] = list;
    // Some lists are in an object.
    const rows = [list, ...Object.values(list)].find(Array.isArray);
    if (!rows) throw new Error(`no list at ${path}: ${JSON.stringify(list)}`);
    for (const row of rows) {
      const one = `${path}/${row[name]}`;
      found[one] = await read(one);
      // Servers answer for an alias with its collection.
      if (path === "/aliases") found[`/collections/${row.name}`] = await read(`/collections/${row.name}`);
    }
  }
  return found;
}

record(process.argv[2] ?? "").catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
