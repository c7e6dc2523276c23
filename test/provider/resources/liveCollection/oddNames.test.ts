import { CONFIG, liveAccount, products } from "./updates";

test.each(["shop/de?x=1#y & co (2) 100% ü 😀", "shop_1.5+*[a]$"])(
  "an alias named %j gets another version, and leaves collections that begin alike",
  async (name) => {
    const config = { ...CONFIG, id: `c-1/${name}`, name };
    const on = await liveAccount({ config });
    const fields = [{ name: "title", type: "string" }];
    const others = [`${name}_x`, `${name}_archived`, `${name}_00000000`];
    for (const other of others) {
      on.emulator.createCollectionOutside("c-1", { name: other, fields });
      on.emulator.addDocumentsOutside("c-1", other, products(2));
    }
    const before = on.state.collection_name ?? "";
    const { state, error } = await on.apply(on.state, {
      ...config,
      default_sorting_field: "price",
      retain: 0,
    });
    expect([error, state.step]).toEqual([undefined, "ready"]);
    const now = state.collection_name ?? "";
    expect(now).not.toBe(before);
    expect(now.startsWith(`${name}_`)).toBe(true);
    expect(on.collections()).toEqual({ ...Object.fromEntries(others.map((other) => [other, 2])), [now]: 5 });
    const [alias] = on.emulator.state().aliases.filter((one) => one.name === name);
    expect(alias?.collection_name).toBe(now);
    expect((await on.refresh(state)).step).toBe("ready");
    await on.close();
  },
);
