import type { Nodes } from "../../../../src/dataPlane";
import { EDITED, type LiveAccount, liveAccount, products } from "./updates";

/** Servers, and proxies before them, whose answers are not true: no false success, and the next apply goes on. */
let on: LiveAccount;
afterEach(() => on?.close());

const NODES = { high_availability: "yes", high_availability_node_count: "3" };
const hostnames = () =>
  (on.emulator.state().clusters[0] as unknown as { hostnames: { nodes: string[] } }).hostnames.nodes;

type Send = (id: string, input: Input, options: object) => Promise<unknown>;
interface Input {
  readonly path?: { readonly name?: string };
  readonly query?: object;
  readonly body?: object;
}

/** Returns nodes of which some calls are answered by the test; undefined: by the server. */
function lying(answer: (id: string, input: Input, send: Send) => Promise<unknown> | undefined) {
  return (nodes: Nodes): Nodes => {
    const send = nodes.call as unknown as Send;
    const call: Send = (id, input, options) =>
      answer(id, input, (...given) => send(...given)) ?? send(id, input, options);
    return { ...nodes, call } as unknown as Nodes;
  };
}

test("a PUT of the alias that is answered 200 and does nothing: no success, and the next apply moves it", async () => {
  let isLying = false;
  on = await liveAccount({
    through: lying((id, { path, body }) =>
      isLying && id === "upsertAlias" ? Promise.resolve({ ...path, ...body }) : undefined,
    ),
  });
  const old = on.target() ?? "";
  isLying = true;
  const failed = await on.apply(on.state, EDITED);
  expect(failed.error?.summary).toMatch(/did not move/);
  expect(failed.error?.detail).toMatch(/Apply again/);
  expect(on.target()).toBe(old);
  const seen = await on.refresh(failed.state);
  expect(seen).toMatchObject({ collection_name: old, default_sorting_field: "rank", step: "copying" });
  on.emulator.addDocumentsOutside("c-1", old, [
    { ...products(1)[0], id: "later", updated_at: 1_900_000_000 },
  ]);
  isLying = false;
  const next = await on.apply(seen, EDITED);
  expect(next.error).toBeUndefined();
  expect(next.state.step).toBe("ready");
  expect(on.target()).not.toBe(old);
  expect(on.collections()).toEqual({ [old]: 6, [on.target() ?? ""]: 6 });
});

test("a node that shows the old target for ever: what was written is carried over, and it is no success", async () => {
  let lagging = "";
  let old = "";
  on = await liveAccount({
    cluster: NODES,
    through: (nodes) => ({
      ...nodes,
      everywhere: (async (id: "getAlias", input: never, options: never) => {
        const { seen, unseen } = await nodes.everywhere(id, input, options);
        if (id !== "getAlias" || lagging === "") return { seen, unseen };
        const stale = { name: "catalog", collection_name: old };
        return {
          seen: seen.map((one) => (one.url.includes(lagging) ? { ...one, value: stale } : one)),
          unseen,
        };
      }) as Nodes["everywhere"],
    }),
  });
  old = on.target() ?? "";
  lagging = hostnames()[1] ?? "";
  const failed = await on.apply(on.state, { ...EDITED, retain: 0 });
  expect(failed.error?.summary).toMatch(/does not show the new target/);
  expect(Object.keys(on.collections())).toContain(old);
  expect(failed.state).toMatchObject({ step: "settling", default_sorting_field: "price" });
  on.emulator.addDocumentsOutside("c-1", old, [
    { ...products(1)[0], id: "later", updated_at: 1_900_000_000 },
  ]);
  lagging = "";
  const next = await on.apply(await on.refresh(failed.state), { ...EDITED, retain: 0 });
  expect(next.error).toBeUndefined();
  expect(next.state.step).toBe("ready");
  expect(on.collections()).toMatchObject({ [on.target() ?? ""]: 6 });
});
