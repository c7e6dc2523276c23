import { APPLY, flat, SHOP } from "../support";
import { billed, CLONE, clonesOf, copy, eachCloneScene, POST } from "./kit";

const on = eachCloneScene();

const SHORT = copy('timeouts {\n create = "3s"\n}');

describe("a create that ends before the clone exists", () => {
  const interrupted = async () => {
    await on.write(copy());
    return flat((await on.interrupted({ operation: "getCloningOperation" })).output);
  };

  test.each([
    ["because it is interrupted", interrupted, "Interrupted while"],
    ["because its time is up", () => on.apply(SHORT), "Timed out after"],
  ])("%s is a warning; the next apply resumes the wait, and creates no other", async (_, begun, words) => {
    on.emulator.setAssumptions({ clone_seconds: 36_000 });
    expect(await begun()).toContain(words);
    const { tainted, values } = await on.resource(CLONE);
    expect([tainted, values.id]).toEqual([undefined, clonesOf(on)[0]?.id]);

    const { actions, after_unknown } = await on.change(copy());
    expect(actions).toEqual(["update"]);
    expect(after_unknown).toMatchObject({ status: true, target_cluster_id: true, completed_at: true });
    const running = await on.start(APPLY);
    await running.until("Modifying...");
    on.emulator.advance(36_000);
    const { code, output } = await running.finished;
    expect(code).toBe(0);
    expect(flat(output)).toMatch(/Warning: Cloning operation \w+ of cluster shop1 is not finished yet/);
    expect(await on.values(CLONE)).toMatchObject({ status: "succeeded", target_cluster_id: billed(on)[0] });
    expect(on.writes()).toEqual([POST]);
    expect(clonesOf(on)).toHaveLength(1);
    await on.empty();
  });

  test("before the clone is in service is resumed too", async () => {
    on.emulator.setAssumptions({ clone_target_service_seconds: 36_000 });
    await on.write(copy());
    await on.interrupted({ operation: "getCluster", nth: 2 });
    expect(await on.values(CLONE)).toMatchObject({ status: "succeeded", target_cluster_id: billed(on)[0] });
    expect((await on.change()).actions).toEqual(["update"]);
    expect(on.writes()).toEqual([POST]);
    // The source and its record are no longer needed.
    on.emulator.forget(SHOP);
    on.emulator.advance(36_000);
    await on.apply();
    await on.empty();
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
    return on.apply(copy(), code);
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
    expect(await on.plan()).toMatch(
      /Cloning operation \w+ of cluster shop1 is gone.* is billed: look for it/,
    );
  });
});

describe("a clone without a result", () => {
  test("during the wait is an error, and the next apply requests it again", async () => {
    on.emulator.failNextClone(SHOP);
    expect(await on.apply(copy(), 1)).toMatch(/Error: Cloning operation \w+ of cluster shop1 has failed/);
    expect((await on.resource(CLONE)).tainted).toBe(true);
    on.writes();
    await on.apply();
    expect(on.writes()).toEqual([POST]);
    expect(await on.values(CLONE)).toMatchObject({ status: "succeeded" });
    expect(billed(on)).toHaveLength(1);
  });

  test("while a later apply waits is an error that taints nothing", async () => {
    on.emulator.setAssumptions({ clone_seconds: 36_000 });
    await on.apply(SHORT);
    const { id } = await on.values(CLONE);
    const fail = () => on.emulator.finishClone(SHOP, String(id), "failed");
    expect(await on.applyAfter(fail, copy(), 1)).toMatch(/has failed .*change a value of `triggers`/);
    const { tainted, values } = await on.resource(CLONE);
    expect([tainted, values.status]).toEqual([undefined, "failed"]);
    await on.empty();
  });

  test("and was cancelled outside later stays, with a warning, once", async () => {
    await on.apply(copy("wait = false"));
    const id = String((await on.values(CLONE)).id);
    on.writes();
    on.emulator.cancelCloneOutside(SHOP, id);
    expect(await on.apply()).toContain(`Warning: Cloning operation ${id} of cluster ${SHOP} was cancelled`);
    expect(await on.empty()).not.toContain("was cancelled");
    expect(on.writes()).toEqual([]);
  });
});
