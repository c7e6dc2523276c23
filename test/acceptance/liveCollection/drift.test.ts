import { ALIAS } from "./catalog";
import { CONFIG, type LiveScene, story } from "./scene";

/** Somebody changes the alias or the versions outside of Terraform, while applications search and write (docs/design/live-collections.md). */
const EDITED = { ...CONFIG, default_sorting_field: "price" };

/** Returns the names of the versions that are not live. */
const retained = (on: LiveScene) => Object.keys(on.collections()).filter((name) => name !== on.target());

test("the way back, and on again: no copy of all documents, whatever was written meanwhile", async () => {
  await story({}, async (on) => {
    const first = on.target();
    await on.applied(EDITED);
    const second = on.target();
    await on.traffic.turns(60);
    const { requests } = await on.applied(CONFIG);
    expect(on.target()).toBe(first);
    expect(requests).not.toContain("POST /collections");
    await on.traffic.turns(60);
    await on.applied(EDITED);
    expect(on.target()).toBe(second);
    expect(Object.keys(on.collections()).sort()).toEqual([first, second].sort());
    expect((await on.run()).end).toBe("empty");
  });
});

test.each([0, 2])("retain %i: so many versions stay behind the live one", async (retain) => {
  await story({ documents: 60 }, async (on) => {
    for (const separator of ["-", "+", "."])
      await on.applied({ ...CONFIG, retain, token_separators: [separator] });
    expect(retained(on)).toHaveLength(retain);
    expect((await on.run()).end).toBe("empty");
    if (retain > 0) await on.applied({ ...CONFIG, retain: 0, token_separators: ["."] });
    expect(retained(on)).toEqual([]);
  });
});

test("somebody moves the alias to the retained version: the plan says so, and an apply moves it back with what was written there", async () => {
  await story({}, async (on) => {
    // Beyond the tolerance for clocks, times tell which documents were deleted since a version stopped being live.
    await on.traffic.pause();
    on.emulator.advance(300);
    await on.applied(EDITED);
    on.traffic.resume();
    await on.traffic.turns(30);
    const live = on.target();
    const [former = ""] = retained(on);
    // Applications stop while somebody points them to older documents, and read nothing until the alias is back.
    await on.traffic.pause();
    on.emulator.putAliasOutside("shop1", ALIAS, former);
    const { state } = await on.applied();
    expect([on.target(), state?.step, state?.collection_name]).toEqual([live, "ready", live]);
    on.traffic.resume();
    expect((await on.run()).end).toBe("empty");
  });
});

test("somebody drops a retained version: it is shown, and nothing is changed", async () => {
  await story({}, async (on) => {
    await on.applied(EDITED);
    const [former = ""] = retained(on);
    on.emulator.dropCollectionOutside("shop1", former);
    expect((await on.run()).end).toBe("empty");
    await on.applied(CONFIG);
    expect(on.target()).not.toBe(former);
  });
});

test("somebody fills the retained version: the way back takes another one", async () => {
  await story({}, async (on) => {
    await on.applied(EDITED);
    const [former = ""] = retained(on);
    const theirs = { id: "theirs", title: "theirs", kind: "loose", price: 1, rank: 1, updated_at: 1 };
    on.emulator.addDocumentsOutside("shop1", former, [theirs]);
    expect((await on.run()).end).toBe("empty");
    await on.run(CONFIG);
    expect(on.target()).not.toBe(former);
  });
});
