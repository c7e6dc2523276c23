import { MARK } from "../../../../src/provider/shared/collection/versionMark";
import { field } from "../collection/kit";
import { CONFIG, EDITED, type LiveAccount, liveAccount, products } from "./updates";

let on: LiveAccount;
afterEach(() => on?.close());

const versionsOf = ({ versions }: LiveAccount["state"]) =>
  versions?.map(({ name, documents, live }) => [name, documents, live]);

describe("an edit that needs another version", () => {
  test("fills it, moves the alias, and keeps the former one", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const { state, error, warned } = await on.apply(on.state, EDITED);
    expect(error).toBeUndefined();
    expect(warned).toEqual([]);
    const live = on.target() ?? "";
    expect(live).toMatch(/^catalog_[a-z0-9]{8}$/);
    expect(live).not.toBe(old);
    expect(on.collections()).toEqual({ [old]: 5, [live]: 5 });
    expect(state).toMatchObject({ collection_name: live, step: "ready", default_sorting_field: "price" });
    expect(versionsOf(state)).toEqual([
      [live, 5, true],
      [old, 5, false],
    ]);
    // A refresh finds nothing to change.
    expect(await on.refresh(state)).toEqual(state);
  });

  test("moves the alias with one PUT, and never writes to the former version afterwards", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    await on.apply(on.state, EDITED);
    const entries = on.emulator.journal();
    const puts = entries.filter(({ operation }) => operation === "upsertAlias");
    expect(puts.map(({ body }) => body)).toEqual([{ collection_name: on.target() }]);
    const writes = entries.filter(({ method, path }) => method !== "GET" && path.includes(old));
    expect(writes).toEqual([]);
  });

  test("takes over metadata that the configuration does not manage, and shows no mark", async () => {
    const config = { ...CONFIG, metadata: '{"team":"search"}' };
    on = await liveAccount({ config });
    const { state } = await on.apply({ ...on.state, metadata: null }, { ...EDITED, metadata: null });
    expect(state.metadata).toBeNull();
    const [body] = on.emulator
      .journal()
      .flatMap((one) => (one.operation === "createCollection" ? [one.body] : []));
    expect(body).toMatchObject({ metadata: { team: "search", [MARK]: { alias: "catalog", step: "copy" } } });
  });

  test("without times of writes, finds what is missing by ids", async () => {
    const config = { ...CONFIG, updated_at_field: null };
    on = await liveAccount({ config });
    const { state, error } = await on.apply(on.state, { ...EDITED, updated_at_field: null });
    expect(error).toBeUndefined();
    expect(Object.values(on.collections())).toEqual([5, 5]);
    expect(state.step).toBe("ready");
  });

  test("deletes versions beyond retain that the plan has named, and not by the alias", async () => {
    on = await liveAccount();
    const first = on.target() ?? "";
    const second = await on.apply(on.state, EDITED);
    const third = await on.apply(second.state, { ...EDITED, default_sorting_field: "updated_at" });
    expect(Object.keys(on.collections())).not.toContain(first);
    expect(third.state.versions).toHaveLength(2);
    const none = await on.apply(third.state, { ...CONFIG, retain: 0, token_separators: ["-"] });
    expect(none.warned).toEqual([]);
    expect(on.collections()).toEqual({ [on.target() ?? ""]: 5 });
    const deletes = on.emulator.journal().filter(({ operation }) => operation === "deleteCollection");
    expect(deletes.map(({ path }) => path).filter((path) => path.endsWith("/catalog"))).toEqual([]);
  });
});

describe("an edit in place", () => {
  test("is a PATCH of the live version by its own name, and keeps the mark", async () => {
    on = await liveAccount();
    const live = on.target() ?? "";
    const planned = {
      ...CONFIG,
      metadata: '{"team":"web"}',
      field: [...CONFIG.field, field("brand", "string", { optional: true })],
    };
    const { state, error } = await on.apply(on.state, planned);
    expect(error).toBeUndefined();
    const patches = on.emulator.journal().filter(({ operation }) => operation === "updateCollection");
    expect(patches).toHaveLength(1);
    expect(patches[0]?.path).toMatch(new RegExp(`/collections/${live}$`));
    expect(patches[0]?.body).toMatchObject({
      metadata: { team: "web", [MARK]: { alias: "catalog", step: "done" } },
    });
    expect(state).toMatchObject({ collection_name: live, metadata: '{"team":"web"}', step: "ready" });
    expect(state.field).toHaveLength(5);
    expect(await on.refresh(state)).toEqual(state);
  });

  test("that is refused keeps the state as the server has it", async () => {
    on = await liveAccount();
    const planned = { ...CONFIG, field: [...CONFIG.field, field("brand")] };
    const { state, error } = await on.apply(on.state, planned);
    expect(error?.detail).toMatch(/Nothing was changed/);
    expect(state.field).toEqual(on.state.field);
    expect(state.metadata).toBeNull();
  });
});

describe("the way back", () => {
  test("brings the retained version up to date, without a full copy", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const edited = await on.apply(on.state, EDITED);
    const live = on.target() ?? "";
    const now = Math.floor(Date.now() / 1000) + 100;
    on.emulator.addDocumentsOutside("c-1", live, [
      ...products(1, { title: "Edited", updated_at: now }),
      { ...products(1)[0], id: "new", updated_at: now },
    ]);
    on.emulator.clearJournal();
    const back = await on.apply(edited.state, CONFIG, { privateState: edited.privateState ?? {} });
    expect(back.error).toBeUndefined();
    expect(back.warned).toEqual([]);
    expect(on.target()).toBe(old);
    expect(on.collections()).toEqual({ [old]: 6, [live]: 6 });
    expect(back.state).toMatchObject({ collection_name: old, step: "ready", default_sorting_field: "rank" });
    expect(await on.refresh(back.state)).toEqual(back.state);
    const created = on.emulator.journal().filter(({ operation }) => operation === "createCollection");
    expect(created).toEqual([]);
  });

  test("with other metadata edits the retained version first, and keeps its mark", async () => {
    const config = { ...CONFIG, metadata: '{"team":"search"}' };
    on = await liveAccount({ config });
    const old = on.target() ?? "";
    const edited = await on.apply(on.state, { ...EDITED, metadata: '{"team":"sales"}' });
    const planned = { ...CONFIG, metadata: '{"team":"web"}' };
    const back = await on.apply(edited.state, planned, { privateState: edited.privateState ?? {} });
    expect(back.error).toBeUndefined();
    expect(on.target()).toBe(old);
    expect(back.state).toMatchObject({ collection_name: old, metadata: '{"team":"web"}', step: "ready" });
    const record = on.emulator.state().collections.find(({ name }) => name === old);
    expect(record).toMatchObject({ metadata: { team: "web", [MARK]: { step: "done" } } });
    expect(await on.refresh(back.state)).toEqual(back.state);
  });

  test("that fails leaves the retained version, and the state as the live one has it", async () => {
    const config = { ...CONFIG, metadata: '{"team":"search"}' };
    on = await liveAccount({ config });
    const edited = await on.apply(on.state, { ...EDITED, metadata: '{"team":"sales"}' });
    const live = on.target() ?? "";
    on.emulator.addFault({
      match: { operation: "exportDocuments", times: 0 },
      effect: { kind: "status", status: 401 },
    });
    const planned = { ...CONFIG, metadata: '{"team":"web"}' };
    const back = await on.apply(edited.state, planned, { privateState: edited.privateState ?? {} });
    expect(back.error).toBeDefined();
    expect(back.state).toMatchObject({
      collection_name: live,
      metadata: '{"team":"sales"}',
      default_sorting_field: "price",
      step: "copying",
    });
    expect(Object.keys(on.collections())).toHaveLength(2);
  });
});
