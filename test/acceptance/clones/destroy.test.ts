import { flat, type Scene } from "../support";
import { billed, CLONE, CLONES, cloneScene, clonesOf, copy, SHOP, valuesOf } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await cloneScene();
});
afterEach(() => on.close());

const TERMINATE = "terminate_clone_on_destroy = true";
const begin = async () => on.emulator.beginClone(SHOP, String((await valuesOf(on)).id));
const none = async () => (await on.workspace.state()).values?.root_module.resources ?? [];
/** A clone that waits as long as the test wants. */
const waiting = async (body = "") => {
  on.emulator.setAssumptions({ clone_pending_seconds: 36_000 });
  await on.applied(copy(`wait = false\n${body}`));
  on.writes();
};

describe("the clone stays", () => {
  test("unless the state says otherwise, and plan and apply say so", async () => {
    await on.applied(copy());
    const [target] = billed(on);
    on.writes();
    const words = `Cluster ${target}, the clone of ${SHOP}, stays and is billed`;
    expect(flat((await on.workspace.plan(["-destroy"])).output)).toContain(words);
    expect(flat((await on.workspace.destroy()).output)).toContain(words);
    expect(on.writes()).toEqual([]);
    expect(billed(on)).toEqual([target]);
  });

  test("also where terminate_clone_on_destroy was never applied", async () => {
    await on.applied(copy());
    await on.write(copy(TERMINATE));
    await on.workspace.destroy();
    expect(billed(on)).toHaveLength(1);
  });
});

describe("terminate_clone_on_destroy", () => {
  test("terminates the clone, which the plan says, and nothing else", async () => {
    await on.applied(copy(TERMINATE));
    const [target] = billed(on);
    on.writes();
    expect(flat((await on.workspace.plan(["-destroy"])).output)).toContain(
      `Cluster ${target}, the clone of ${SHOP}, will be terminated`,
    );
    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${target}/lifecycle`]);
    expect(billed(on)).toEqual([]);
    expect(on.emulator.state().clusters.find(({ id }) => id === SHOP)?.status).toBe("in_service");
  });

  test("whose wait takes too long fails, and loses nothing", async () => {
    on.emulator.setAssumptions({ clone_seconds: 36_000 });
    await waiting(`${TERMINATE}\ntimeouts {\n delete = "3s"\n}`);
    await begin();
    const { output } = await on.workspace.destroy([], { expect: 1 });
    expect(flat(output)).toMatch(/Timed out after \d+ s waiting for cloning operation/i);
    expect((await on.resource(CLONE)).values.status).toBe("in_progress");
    on.emulator.advance(36_000);
    await on.workspace.destroy();
    expect(billed(on)).toEqual([]);
  });
});

describe("what has not ended", () => {
  test("and waits is cancelled", async () => {
    await waiting();
    const { id } = await valuesOf(on);
    const { output } = await on.workspace.destroy();
    expect(flat(output)).toContain(`Cloning operation ${id} of cluster ${SHOP} will be cancelled`);
    expect(on.writes()).toEqual([`PATCH ${CLONES}/${id}`]);
    expect(clonesOf(on)).toMatchObject([{ status: "canceled" }]);
  });

  test("and is answered with an error in a success stays in the state, until a destroy cancels it", async () => {
    await waiting();
    const { id } = await valuesOf(on);
    on.emulator.addFault({
      match: { operation: "cancelCloningOperation", times: 0 },
      effect: { kind: "error_in_200", message: "Not now" },
    });
    const { output } = await on.workspace.destroy([], { expect: 1 });
    expect(flat(output)).toMatch(new RegExp(`Error: .*${id}`));
    expect(await valuesOf(on)).toMatchObject({ id, status: "pending" });
    on.emulator.clearFaults();
    await on.workspace.destroy();
    expect([await none(), clonesOf(on)]).toMatchObject([[], [{ status: "canceled" }]]);
  });
});

describe("a source that is gone", () => {
  test("leaves its clone, which the state goes on to know and can end", async () => {
    await on.applied(copy(TERMINATE));
    on.emulator.forget(SHOP);
    await on.workspace.emptyPlan();
    await on.workspace.destroy();
    expect(billed(on)).toEqual([]);
  });
});
