import { CONFIG, EDITED, type LiveAccount, liveAccount } from "./updates";

let on: LiveAccount;
afterEach(() => on?.close());

const NODES = { high_availability: "yes", high_availability_node_count: "3" };
const hostnames = () =>
  (on.emulator.state().clusters[0] as unknown as { hostnames: { nodes: string[] } }).hostnames.nodes;

describe.each<[string, object]>([
  ["three nodes", NODES],
  ["server 29", { search_server_version: "29.0" }],
  ["server 27", { search_server_version: "27.1" }],
])("on %s", (_, cluster) => {
  test("an edit, its way back, and versions that go", async () => {
    on = await liveAccount({ cluster: cluster as never });
    const old = on.target() ?? "";
    const edited = await on.apply(on.state, EDITED);
    expect(edited.error).toBeUndefined();
    expect(edited.warned).toEqual([]);
    const live = on.target() ?? "";
    expect(on.collections()).toEqual({ [old]: 5, [live]: 5 });
    const back = await on.apply(edited.state, CONFIG, { privateState: edited.privateState ?? {} });
    expect(back.error).toBeUndefined();
    expect(on.target()).toBe(old);
    const none = await on.apply(
      back.state,
      { ...CONFIG, retain: 0 },
      { privateState: back.privateState ?? {} },
    );
    expect(none.warned).toEqual([]);
    expect(on.collections()).toEqual({ [old]: 5 });
    expect(await on.refresh(none.state)).toEqual(none.state);
  });
});

test("a node that is down: the version to drop waits, and the next apply deletes it", async () => {
  on = await liveAccount({ cluster: NODES });
  const old = on.target() ?? "";
  const down = hostnames()[2] ?? "";
  on.emulator.takeNodeDown(down);
  const edited = await on.apply(on.state, { ...EDITED, retain: 0 });
  expect(edited.error).toBeUndefined();
  expect(edited.warned).toEqual([expect.stringMatching(/was not deleted/)]);
  expect(Object.keys(on.collections())).toContain(old);
  on.emulator.bringNodeUp(down);
  const next = await on.apply(
    edited.state,
    { ...EDITED, retain: 0 },
    { privateState: edited.privateState ?? {} },
  );
  expect(next.warned).toEqual([]);
  expect(Object.keys(on.collections())).toEqual([on.target()]);
});

test("a node that lags behind does not stop an update", async () => {
  on = await liveAccount({ cluster: NODES });
  const old = on.target() ?? "";
  on.emulator.lagNode(hostnames()[2] ?? "", { requests: 15 });
  const edited = await on.apply(on.state, EDITED);
  expect(edited.error).toBeUndefined();
  expect(on.collections()).toEqual({ [old]: 5, [on.target() ?? ""]: 5 });
});

describe("on a server that keeps no metadata", () => {
  test("the state alone knows the versions: an edit and its way back", async () => {
    on = await liveAccount({ keepsMetadata: false });
    const old = on.target() ?? "";
    const edited = await on.apply(on.state, EDITED);
    expect(edited.error).toBeUndefined();
    const live = on.target() ?? "";
    expect(edited.state).toMatchObject({ collection_name: live, step: "ready" });
    expect(edited.state.versions).toHaveLength(2);
    expect(await on.refresh(edited.state)).toEqual(edited.state);
    const back = await on.apply(edited.state, CONFIG, { privateState: edited.privateState ?? {} });
    expect(back.error).toBeUndefined();
    expect(on.target()).toBe(old);
    expect(back.state).toMatchObject({ collection_name: old, step: "ready" });
  });

  test("an update that fails before the alias moves goes on with its version", async () => {
    on = await liveAccount({ keepsMetadata: false });
    const old = on.target() ?? "";
    const fault = {
      match: { operation: "importDocuments", times: 0 },
      effect: { kind: "status", status: 401 },
    } as const;
    on.emulator.addFault(fault);
    const failed = await on.apply(on.state, EDITED);
    expect(failed.error?.detail).toMatch(/Apply again to resume/);
    expect(on.target()).toBe(old);
    on.emulator.clearFaults();
    const next = await on.apply(await on.refresh(failed.state), EDITED);
    expect(next.error).toBeUndefined();
    expect(on.collections()).toEqual({ [old]: 5, [on.target() ?? ""]: 5 });
  });

  test("one that fails after it says that the next apply cannot go on", async () => {
    on = await liveAccount({ keepsMetadata: false });
    on.emulator.addFault({ match: { operation: "upsertAlias" }, effect: { kind: "hold", when: "after" } });
    const applied = on.apply(on.state, EDITED);
    await on.emulator.held();
    on.emulator.addFault({
      match: { operation: "exportDocuments", times: 0 },
      effect: { kind: "status", status: 401 },
    });
    on.emulator.releaseHolds();
    expect((await applied).error?.detail).toMatch(
      /keeps no metadata of collections, so the next apply cannot find them/,
    );
  });
});
