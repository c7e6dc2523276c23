import { MARK } from "../../../../src/provider/shared/collection/versionMark";
import { field } from "../collection/kit";
import { CONFIG, EDITED, type LiveAccount, liveAccount, products } from "./updates";

let on: LiveAccount;
afterEach(() => on?.close());

const query = (more: object = {}) => ({
  name: "all",
  parameters: { q: "*", query_by: "title", filter_by: "rank:>=0" },
  same_top: null,
  tolerance: null,
  max_slowdown: null,
  ...more,
});
const others = (old: string) => Object.keys(on.collections()).filter((name) => name !== old);

describe("before the alias moves", () => {
  test("a document that does not fit the new schema: the new version goes, and the alias stays", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const strict = { ...EDITED, field: [...CONFIG.field, field("brand")] };
    const { state, error } = await on.apply(on.state, strict);
    expect(error?.detail).toMatch(/still leads to "catalog_\w{8}": .*The new version was deleted/s);
    expect(on.target()).toBe(old);
    expect(on.collections()).toEqual({ [old]: 5 });
    expect(state).toMatchObject({ collection_name: old, step: "ready", default_sorting_field: "rank" });
    expect(await on.refresh(state)).toEqual(state);
  });

  test("keep_on_failure keeps it, and the next apply goes on with it", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const config = { ...EDITED, keep_on_failure: true, query: [query({ same_top: 3, name: "top" })] };
    const { state, error } = await on.apply(on.state, config);
    expect(error?.summary).toBe(
      'The new version of live collection "catalog" of cluster c-1 answers differently',
    );
    const [kept = ""] = others(old);
    expect(error?.detail).toContain(`GET /collections/${kept}/documents/search`);
    expect(state).toMatchObject({ collection_name: old, step: "copying" });
    on.emulator.clearJournal();
    const next = await on.apply(state, EDITED);
    expect(next.error).toBeUndefined();
    expect(on.target()).toBe(kept);
    // Nothing is copied again.
    const created = on.emulator.journal().filter(({ operation }) => operation === "createCollection");
    expect(created).toEqual([]);
  });

  test("an answer that differs three times: an error with the table, and the new version goes", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const { error } = await on.apply(on.state, { ...EDITED, query: [query({ same_top: 3 })] });
    expect(error?.detail).toMatch(/1 of 1 comparisons failed, 3 times in a row:\n\n.*query "all"/s);
    expect(error?.detail).toMatch(/The new version was deleted/);
    expect(on.collections()).toEqual({ [old]: 5 });
  });

  test("the answers are the same: the alias moves", async () => {
    on = await liveAccount();
    const { error } = await on.apply(on.state, { ...EDITED, query: [query()] });
    expect(error).toBeUndefined();
  });

  // The last three are not needed until the alias has moved.
  test.each([
    ...(["importDocuments", "exportDocuments", "updateCollection"] as const),
    ...(["updateDocuments", "deleteDocuments", "getDocument"] as const),
  ])("a 401 of %s leaves the alias, and the next apply goes on", async (operation) => {
    on = await liveAccount();
    const old = on.target() ?? "";
    on.emulator.addFault({ match: { operation, times: 0 }, effect: { kind: "status", status: 401 } });
    const { state, error } = await on.apply(on.state, EDITED);
    expect(error?.detail).toMatch(/Apply again to resume/);
    expect(on.target()).toBe(old);
    expect(state).toMatchObject({ collection_name: old, step: "copying" });
    expect(await on.refresh(state)).toMatchObject({ step: "copying" });
    const [begun = ""] = others(old);
    on.emulator.clearFaults();
    const next = await on.apply(state, EDITED);
    expect(next.error).toBeUndefined();
    expect(on.target()).toBe(begun);
    expect(next.state.step).toBe("ready");
  });

  test("another apply that takes over: this one stops, and nothing moves", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    let version = "";
    on.emulator.addFault({
      match: { operation: "importDocuments" },
      effect: { kind: "hold", when: "after" },
    });
    const applied = on.apply(on.state, EDITED);
    await on.emulator.held();
    [version = ""] = others(old);
    const mark = { alias: "catalog", step: "copy", run: "other", from: old, since: null, compared: null };
    const taken = { ...mark, recent: null, retired: {} };
    // The mark of the other apply comes after the last one that this apply writes before it looks.
    on.emulator.addFault({
      match: { operation: "updateCollection" },
      effect: {
        kind: "race",
        when: "after",
        do: { patch_collection: { name: version, body: { metadata: { [MARK]: taken } } } },
      },
    });
    on.emulator.releaseHolds();
    const { error } = await applied;
    expect(error?.summary).toMatch(/Another apply has taken over/);
    expect(on.target()).toBe(old);
    expect(others(old)).toEqual([version]);
  });

  test("an alias that somebody moves meanwhile: this apply stops", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    on.emulator.createCollectionOutside("c-1", {
      name: "goods",
      fields: [{ name: "title", type: "string" }],
    });
    on.emulator.addFault({
      match: { operation: "importDocuments" },
      effect: {
        kind: "race",
        when: "after",
        do: { put_alias: { name: "catalog", collection_name: "goods" } },
      },
    });
    const { error, state } = await on.apply(on.state, EDITED);
    expect(error?.detail).toMatch(/The alias leads to "goods" now/);
    expect(error?.detail).not.toMatch(/still leads/);
    expect(on.target()).toBe("goods");
    expect(state.collection_name).toBe(old);
  });

  test("Ctrl-C: the state says copying, and the next apply goes on", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const stop = new AbortController();
    on.emulator.addFault({ match: { operation: "exportDocuments" }, effect: { kind: "hold" } });
    const applied = on.apply(on.state, EDITED, { signal: stop.signal });
    await on.emulator.held();
    stop.abort();
    on.emulator.releaseHolds();
    const { state, error } = await applied;
    expect(error?.summary).toBeDefined();
    expect(state).toMatchObject({ collection_name: old, step: "copying" });
    const next = await on.apply(state, EDITED);
    expect(next.error).toBeUndefined();
    expect(next.state.step).toBe("ready");
    expect(Object.values(on.collections())).toEqual([5, 5]);
  });
});

test("a copy that ends in its middle goes on with what is missing, and with what was written since", async () => {
  const count = 8_500;
  on = await liveAccount({ count });
  const old = on.target() ?? "";
  on.emulator.addFault({
    match: { operation: "importDocuments", nth: 2, times: 0 },
    effect: { kind: "status", status: 401 },
  });
  const { state, error } = await on.apply(on.state, EDITED);
  expect(error).toBeDefined();
  const [begun = ""] = others(old);
  const copied = on.collections()[begun] ?? 0;
  expect(copied).toBeGreaterThan(0);
  on.emulator.clearFaults();
  const written = { id: "p0", title: "edited", updated_at: Math.floor(Date.now() / 1000), rank: 0, price: 1 };
  on.emulator.addDocumentsOutside("c-1", old, [written]);
  on.emulator.clearJournal();
  const next = await on.apply(state, EDITED);
  expect(next.error).toBeUndefined();
  expect(on.collections()).toEqual({ [old]: count, [begun]: count });
  const host = on.emulator.state().clusters[0]?.hostnames?.nodes[0] ?? "";
  const url = `${on.emulator.nodeUrl.replace("{hostname}", host)}/collections/${begun}/documents/p0`;
  const { value } = on.service.dataApiKey as { readonly value: string };
  expect(await (await fetch(url, { headers: { "x-search-api-key": value } })).json()).toEqual(written);
  const imports = on.emulator.journal().filter(({ operation }) => operation === "importDocuments");
  // The rest takes two requests, the edit one.
  expect(imports.length).toBeLessThanOrEqual(3);
});

test("a way back that is interrupted and reverted: its version goes, as the plan has said, and nothing is due", async () => {
  on = await liveAccount();
  const edited = await on.apply(on.state, EDITED);
  const live = on.target() ?? "";
  on.emulator.addFault({
    match: { operation: "exportDocuments", times: 0 },
    effect: { kind: "status", status: 401 },
  });
  const failed = await on.apply(edited.state, CONFIG, { privateState: edited.privateState ?? {} });
  expect(failed.state).toMatchObject({ step: "copying", collection_name: live });
  on.emulator.clearFaults();
  const reverted = await on.apply(failed.state, EDITED, { privateState: edited.privateState ?? {} });
  expect(reverted.error).toBeUndefined();
  expect(reverted.state).toMatchObject({ step: "ready", collection_name: live });
  expect(on.collections()).toEqual({ [live]: 5 });
  expect(await on.refresh(reverted.state)).toEqual(reverted.state);
});

describe("a plan that is out of date", () => {
  test("a version to drop that somebody has written to: nothing is sent", async () => {
    on = await liveAccount();
    const second = await on.apply(on.state, EDITED);
    on.emulator.addDocumentsOutside("c-1", on.state.collection_name ?? "", [
      { ...products(1)[0], id: "more" },
    ]);
    on.wrote();
    const { error } = await on.apply(second.state, { ...EDITED, retain: 0 });
    expect(error?.summary).toMatch(/have changed since the plan/);
    expect(error?.detail).toMatch(/holds 6 documents, and 5 at plan\. Nothing was sent/);
    expect(on.wrote()).toEqual([]);
  });

  test("other steps than the plan has shown: nothing is sent", async () => {
    on = await liveAccount();
    on.wrote();
    const { error } = await on.apply(on.state, EDITED, {
      privateState: { ways: ['edit "catalog_x" in place'] },
    });
    expect(error?.detail).toMatch(
      /The plan was to edit "catalog_x" in place\. Now it would be to fill another/,
    );
    expect(on.wrote()).toEqual([]);
  });

  test("a version that no plan has named stays, with a warning, and the next apply is due", async () => {
    on = await liveAccount();
    const second = await on.apply(on.state, EDITED);
    const third = await on.apply(second.state, { ...EDITED, retain: 0 }, { privateState: { named: [] } });
    expect(third.error).toBeUndefined();
    expect(third.warned).toEqual([expect.stringMatching(/was not deleted: No plan has shown that it goes/)]);
    expect(third.state.versions).toHaveLength(2);
  });

  test("a version that another alias leads to stays, with a warning", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    on.emulator.putAliasOutside("c-1", "archive", old);
    const { warned, error } = await on.apply(on.state, { ...EDITED, retain: 0 });
    expect(error).toBeUndefined();
    expect(warned).toEqual([expect.stringMatching(/Alias "archive" leads to it/)]);
    expect(Object.keys(on.collections())).toContain(old);
  });
});
