import { CONFIG, EDITED, type LiveAccount, liveAccount } from "./updates";

let on: LiveAccount;
afterEach(() => on?.close());

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
    expect(state.versions?.map(({ name, documents, live }) => [name, documents, live])).toEqual([
      [live, 5, true],
      [old, 5, false],
    ]);
    // A refresh finds nothing to change.
    expect(await on.refresh(state)).toEqual(state);
    expect(CONFIG.default_sorting_field).toBe("rank");
  });
});
