import { flat, type Scene } from "../support";
import { billed, CLONE, cloneScene, clonesOf, copy, POST, SHOP, valuesOf } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await cloneScene();
});
afterEach(() => on.close());

const SHORT = copy('timeouts {\n create = "3s"\n}');

describe("a create that ends before the clone is there", () => {
  const interrupted = async () => {
    await on.write(copy());
    return on.interrupted(["apply", "-auto-approve"], { operation: "getCloningOperation" });
  };
  const late = () => on.applied(SHORT);

  test.each([
    ["because it is interrupted", interrupted, "Interrupted while"],
    ["because its time is up", late, "Timed out after"],
  ] as const)("%s is a warning; the next apply waits on, and creates no other", async (_, begun, words) => {
    on.emulator.setAssumptions({ clone_seconds: 36_000 });
    expect(flat((await begun()).output)).toContain(words);
    const { tainted, values } = await on.resource(CLONE);
    expect([tainted, values.id]).toEqual([undefined, clonesOf(on)[0]?.id]);

    await on.write(copy());
    const { output } = await on.workspace.plan();
    expect(flat(output)).toMatch(/Warning: Cloning operation \w+ of cluster shop1 is not finished yet/);
    const { actions, after_unknown: open } = await on.change();
    expect(actions).toEqual(["update"]);
    expect(open).toMatchObject({ status: true, target_cluster_id: true, completed_at: true });

    const running = await on.start(["apply", "-auto-approve"]);
    await running.until("Modifying...");
    on.emulator.advance(36_000);
    expect((await running.finished).code).toBe(0);
    expect(await valuesOf(on)).toMatchObject({ status: "succeeded", target_cluster_id: billed(on)[0] });
    expect(on.writes()).toEqual([POST]);
    expect(clonesOf(on)).toHaveLength(1);
    await on.workspace.emptyPlan();
  });

  test("before the clone is in service is resumed too", async () => {
    on.emulator.setAssumptions({ clone_target_service_seconds: 36_000 });
    await on.write(copy());
    await on.interrupted(["apply", "-auto-approve"], { operation: "getCluster", nth: 2 });
    expect(await valuesOf(on)).toMatchObject({ status: "succeeded", target_cluster_id: billed(on)[0] });
    expect((await on.change()).actions).toEqual(["update"]);
    expect(on.writes()).toEqual([POST]);
    // Its source, and with that its record, is not needed any more.
    on.emulator.forget(SHOP);
    on.emulator.advance(36_000);
    await on.workspace.apply();
    await on.workspace.emptyPlan();
    expect(on.writes()).toEqual([]);
  });
});

describe("a source that is terminated while it is cloned", () => {
  const during = async (assumptions: Readonly<Record<string, unknown>>, code: number) => {
    on.emulator.setAssumptions(assumptions);
    on.emulator.race({
      match: { operation: "getCloningOperation", nth: 3 },
      when: "before",
      do: "terminate",
    });
    await on.write(copy());
    return flat((await on.workspace.apply([], { expect: code })).output);
  };

  test("may fail the clone", async () => {
    expect(await during({ clone_of_terminated: "failed" }, 1)).toMatch(
      /Error: Cloning operation \w+ .* has failed/,
    );
    expect((await on.resource(CLONE)).tainted).toBe(true);
  });

  test("may remove the record of the clone: a warning names what may be billed", async () => {
    const words = await during({ clone_of_terminated: "goes_on", children_of_leaving: "404" }, 0);
    expect(words).toContain("404");
    expect((await on.resource(CLONE)).tainted).toBeUndefined();
    const { output } = await on.workspace.plan();
    expect(flat(output)).toMatch(/Cloning operation \w+ of cluster shop1 is gone.* is billed: look for it/);
  });
});

describe("a clone that makes nothing", () => {
  test("while it is waited for is an error, and the next apply requests it again", async () => {
    on.emulator.failNextClone(SHOP);
    await on.write(copy());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toMatch(/Error: Cloning operation \w+ of cluster shop1 has failed/);
    expect((await on.resource(CLONE)).tainted).toBe(true);
    on.writes();
    await on.workspace.apply();
    expect(on.writes()).toEqual([POST]);
    expect(await valuesOf(on)).toMatchObject({ status: "succeeded" });
    expect(billed(on)).toHaveLength(1);
  });

  test("while a later apply waits is an error that taints nothing", async () => {
    on.emulator.setAssumptions({ clone_seconds: 36_000 });
    await on.applied(SHORT);
    await on.write(copy());
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.finishClone(SHOP, String((await valuesOf(on)).id), "failed");
    const { output } = await on.workspace.apply(["plan.out"], { expect: 1 });
    expect(flat(output)).toMatch(/has failed .*change a value of `triggers`/);
    const { tainted, values } = await on.resource(CLONE);
    expect([tainted, values.status]).toEqual([undefined, "failed"]);
    await on.workspace.emptyPlan();
  });

  test("and was cancelled outside later stays, with a warning, once", async () => {
    await on.applied(copy("wait = false"));
    const id = String((await valuesOf(on)).id);
    on.writes();
    on.emulator.cancelCloneOutside(SHOP, id);
    const { output } = await on.workspace.emptyPlan();
    expect(flat(output)).toContain(`Warning: Cloning operation ${id} of cluster ${SHOP} was cancelled`);
    await on.workspace.apply();
    expect(flat((await on.workspace.emptyPlan()).output)).not.toContain("was cancelled");
    expect(on.writes()).toEqual([]);
  });
});
