import { markOf } from "../../../../src/provider/shared/collection/versionMark";
import { CONFIG, EDITED, type LiveAccount, liveAccount, products } from "./updates";

let on: LiveAccount;
afterEach(() => on?.close());

const now = () => Math.floor(Date.now() / 1000) + 100;
const written = (id: string, more: object = {}) => ({ ...products(1)[0], id, updated_at: now(), ...more });
const recordOf = (name: string) => on.emulator.state().collections.find((one) => one.name === name);
const markIn = (name: string) => markOf(recordOf(name) as never);

describe("after the alias has moved", () => {
  test("a failure leaves the new version live, and the next apply carries over the last writes", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    on.emulator.addFault({ match: { operation: "upsertAlias" }, effect: { kind: "hold", when: "after" } });
    const applied = on.apply(on.state, EDITED);
    await on.emulator.held();
    const live = on.target() ?? "";
    // Written by a client that the alias still led to the former version.
    on.emulator.addDocumentsOutside("c-1", old, [written("late")]);
    on.emulator.addFault({
      match: { operation: "exportDocuments", times: 0 },
      effect: { kind: "status", status: 401 },
    });
    on.emulator.releaseHolds();
    const { state, error } = await applied;
    expect(error?.detail).toMatch(/leads to the new version .* Apply again to carry them over/s);
    expect(on.target()).toBe(live);
    expect(state).toMatchObject({
      collection_name: live,
      step: "settling",
      default_sorting_field: "price",
    });
    expect(markIn(live)).toMatchObject({ step: "settle", from: old });
    expect(await on.refresh(state)).toMatchObject({ collection_name: live, step: "settling" });
    on.emulator.clearFaults();
    const next = await on.apply(state, EDITED);
    expect(next.error).toBeUndefined();
    expect(next.state.step).toBe("ready");
    expect(on.collections()).toEqual({ [old]: 6, [live]: 6 });
    expect(markIn(live)).toMatchObject({ step: "done", retired: { [old]: expect.any(Number) } });
  });

  test("the last writes to the former version are carried over, and what is newer stays", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    on.emulator.addFault({ match: { operation: "upsertAlias" }, effect: { kind: "hold", when: "after" } });
    const applied = on.apply(on.state, EDITED);
    await on.emulator.held();
    const live = on.target() ?? "";
    on.emulator.addDocumentsOutside("c-1", old, [written("late"), written("p1", { title: "Older" })]);
    on.emulator.addDocumentsOutside("c-1", live, [written("p1", { title: "Newer", updated_at: now() + 5 })]);
    on.emulator.releaseHolds();
    const { error } = await applied;
    expect(error).toBeUndefined();
    expect(on.collections()).toEqual({ [old]: 6, [live]: 6 });
  });
});

describe("an alias that somebody has moved", () => {
  test("to a foreign collection is moved back", async () => {
    on = await liveAccount();
    const live = on.target() ?? "";
    on.emulator.createCollectionOutside("c-1", {
      name: "goods",
      fields: [{ name: "title", type: "string" }],
    });
    on.emulator.putAliasOutside("c-1", "catalog", "goods");
    const state = await on.refresh(on.state);
    expect(state).toMatchObject({ step: "detached", collection_name: live });
    const next = await on.apply(state, CONFIG);
    expect(next.error).toBeUndefined();
    expect(on.target()).toBe(live);
    expect(next.warned).toEqual([
      expect.stringMatching(/Documents written to "goods" were not carried over/),
    ]);
    expect(next.state.step).toBe("ready");
    expect(Object.keys(on.collections())).toContain("goods");
  });

  test("to a retained version is moved back, with what was written there", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const edited = await on.apply(on.state, EDITED);
    const live = on.target() ?? "";
    on.emulator.addDocumentsOutside("c-1", live, [written("here")]);
    on.emulator.putAliasOutside("c-1", "catalog", old);
    on.emulator.addDocumentsOutside("c-1", old, [written("there")]);
    const state = await on.refresh(edited.state);
    expect(state).toMatchObject({ step: "detached", collection_name: live });
    const next = await on.apply(state, EDITED, { privateState: edited.privateState ?? {} });
    expect(next.error).toBeUndefined();
    expect(on.target()).toBe(live);
    expect(on.collections()).toEqual({ [old]: 6, [live]: 7 });
    expect(next.state.step).toBe("ready");
    expect(await on.refresh(next.state)).toEqual(next.state);
  });

  test("and deleted is created again", async () => {
    on = await liveAccount();
    const live = on.target() ?? "";
    on.emulator.deleteAliasOutside("c-1", "catalog");
    const next = await on.apply(await on.refresh(on.state), CONFIG);
    expect(next.error).toBeUndefined();
    expect(on.target()).toBe(live);
  });
});

describe("a live version that is gone", () => {
  test("is replaced by a retained one that fits", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    const edited = await on.apply(on.state, EDITED);
    on.emulator.dropCollectionOutside("c-1", on.target() ?? "");
    const next = await on.apply(await on.refresh(edited.state), CONFIG);
    expect(next.error).toBeUndefined();
    expect(next.warned).toEqual([expect.stringMatching(/took its place/)]);
    expect(on.target()).toBe(old);
    expect(next.state).toMatchObject({ collection_name: old, step: "ready", default_sorting_field: "rank" });
    expect(await on.refresh(next.state)).toEqual(next.state);
  });

  test("is replaced by an empty one if none fits", async () => {
    on = await liveAccount();
    const old = on.target() ?? "";
    on.emulator.dropCollectionOutside("c-1", old);
    const next = await on.apply(await on.refresh(on.state), CONFIG);
    expect(next.error).toBeUndefined();
    expect(next.warned).toEqual([expect.stringMatching(/leads to a new, empty version/)]);
    expect(on.collections()).toEqual({ [on.target() ?? ""]: 0 });
    expect(next.state.step).toBe("ready");
    expect(await on.refresh(next.state)).toEqual(next.state);
  });
});

describe("lost answers", () => {
  const LOSSES = [
    { kind: "reset" },
    { kind: "reset", when: "after" },
    { kind: "damage", as: "truncated" },
  ] as const;
  const WRITES = [
    "createCollection",
    "importDocuments",
    "updateCollection",
    "upsertAlias",
    "deleteCollection",
  ] as const;
  // Lines that are not JSON end an import, which the next apply repeats.
  const isResent = (operation: string, { kind }: { readonly kind: string }) =>
    operation !== "importDocuments" || kind === "reset";
  const cases = WRITES.flatMap((operation) => LOSSES.map((effect) => [operation, effect] as const));
  test.each(cases.filter(([operation, effect]) => isResent(operation, effect)))(
    "each write is done once: %s %j",
    async (operation, effect) => {
      on = await liveAccount();
      on.emulator.addFault({ match: { operation }, effect });
      const { error, warned, state } = await on.apply(on.state, { ...EDITED, retain: 0 });
      expect(error).toBeUndefined();
      expect(warned).toEqual([]);
      expect(on.collections()).toEqual({ [on.target() ?? ""]: 5 });
      expect(state).toMatchObject({ collection_name: on.target(), step: "ready" });
    },
  );
});
