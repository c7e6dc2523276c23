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

  test("terminates the clone that another one takes the place of", async () => {
    await on.applied(copy(`${TERMINATE}\ntriggers = { of = "monday" }`));
    const [first] = billed(on);
    await on.write(copy(`${TERMINATE}\ntriggers = { of = "tuesday" }`));
    expect(flat((await on.workspace.plan()).output)).toContain(
      `Cluster ${first}, the clone of ${SHOP}, will be terminated`,
    );
    await on.workspace.apply();
    expect(billed(on)).toHaveLength(1);
    expect(billed(on)).not.toContain(first);
  });

  test("finds a clone that is gone already", async () => {
    await on.applied(copy(TERMINATE));
    on.emulator.forget(String(billed(on)[0]));
    const { output } = await on.workspace.destroy();
    expect(flat(output)).toContain("was not found");
    expect(await none()).toEqual([]);
  });

  test("waits for a clone that has begun", async () => {
    await waiting(TERMINATE);
    await begin();
    on.requests();
    await on.workspace.destroy();
    const [{ target_cluster_reference_id: target } = {}] = clonesOf(on);
    expect(on.writes()).toEqual([`POST /clusters/${target}/lifecycle`]);
    expect(billed(on)).toEqual([]);
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

  test("does nothing at an address that the state was not written against", async () => {
    await on.applied(copy(TERMINATE));
    on.environment.SEARCHCLOUD_BASE_URL = on.environment.SEARCHCLOUD_BASE_URL?.replace(
      "127.0.0.1",
      "localhost",
    );
    on.writes();
    const { output } = await on.workspace.destroy([], { expect: 1 });
    expect(flat(output)).toContain("Set base_url back");
    expect(on.writes()).toEqual([]);
    expect(billed(on)).toHaveLength(1);
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

  test.each(["422", "400", "409"])(
    "and begins in the same moment goes on, and is named (%s)",
    async (clone_cancel_too_late) => {
      on.emulator.setAssumptions({ clone_cancel_too_late });
      await waiting();
      on.emulator.race({ match: { operation: "cancelCloningOperation" }, when: "before", do: "begin_clone" });
      const { output } = await on.workspace.destroy();
      const words = `Cloning operation ${clonesOf(on)[0]?.id} of cluster ${SHOP} continues and leaves a billed cluster`;
      expect(flat(output)).toContain(words);
      expect(await none()).toEqual([]);
    },
  );

  test("and loses the answer of its cancel is cancelled once", async () => {
    await waiting();
    on.emulator.addFault({
      match: { operation: "cancelCloningOperation" },
      effect: { kind: "reset", when: "after" },
    });
    await on.workspace.destroy();
    expect(on.writes()).toHaveLength(1);
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

  test("beside a source that is going away is done", async () => {
    await waiting();
    on.emulator.addFault({
      match: { operation: "cancelCloningOperation" },
      effect: { kind: "status", status: 422, message: "The cluster is going away" },
    });
    on.emulator.race({ match: { operation: "cancelCloningOperation" }, when: "before", do: "terminate" });
    await on.workspace.destroy();
    expect(await none()).toEqual([]);
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

  test("with its clone is gone, and the plan asks for another one, which apply cannot make", async () => {
    await on.applied(copy());
    on.emulator.forget(String(billed(on)[0]));
    on.emulator.forget(SHOP);
    on.writes();
    expect(flat((await on.workspace.plan()).output)).toMatch(
      /Cloning operation \w+ of cluster shop1 is gone/,
    );
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`There is no cluster ${SHOP} to clone`);
    expect(on.writes()).toEqual([]);
  });
});
