import { SHOP } from "../support";
import { billed, CLONE, CLONES, clonesOf, copy, eachCloneScene } from "./kit";

const on = eachCloneScene();

const TERMINATE = "terminate_clone_on_destroy = true";
/** Requests a clone that stays pending until the test continues it. */
const waiting = async (body = "") => {
  on.emulator.setAssumptions({ clone_pending_seconds: 36_000 });
  await on.apply(copy(`wait = false\n${body}`));
  on.writes();
  return String((await on.values(CLONE)).id);
};

describe("the clone stays", () => {
  test("unless terminate_clone_on_destroy was applied, and plan and apply report it", async () => {
    await on.apply(copy());
    const [target] = billed(on);
    on.writes();
    const words = `Cluster ${target}, the clone of ${SHOP}, stays and is billed`;
    await on.write(copy(TERMINATE));
    expect(await on.destroy()).toContain(words);
    expect(on.writes()).toEqual([]);
    expect(billed(on)).toEqual([target]);
  });
});

describe("terminate_clone_on_destroy", () => {
  test("terminates the clone and nothing else, as the plan announced; also when its source is missing", async () => {
    await on.apply(copy(TERMINATE));
    const [target] = billed(on);
    on.writes();
    on.emulator.forget(SHOP);
    await on.empty();
    expect(await on.destroy()).toContain(`Cluster ${target}, the clone of ${SHOP}, will be terminated`);
    expect(on.writes()).toEqual([`POST /clusters/${target}/lifecycle`]);
    expect(billed(on)).toEqual([]);
  });
});

describe("what has not ended", () => {
  test("and waits is cancelled", async () => {
    const id = await waiting();
    expect(await on.destroy()).toContain(`Cloning operation ${id} of cluster ${SHOP} will be cancelled`);
    expect(on.writes()).toEqual([`PATCH ${CLONES}/${id}`]);
    expect(clonesOf(on)).toMatchObject([{ status: "canceled" }]);
  });

  test("and is answered with an error in a success stays in the state, until a destroy cancels it", async () => {
    const id = await waiting();
    on.emulator.addFault({
      match: { operation: "cancelCloningOperation", times: 0 },
      effect: { kind: "error_in_200", message: "Not now" },
    });
    expect(await on.destroy(1)).toMatch(new RegExp(`Error: .*${id}`));
    expect(await on.values(CLONE)).toMatchObject({ id, status: "pending" });
    on.emulator.clearFaults();
    await on.destroy();
    expect([await on.inState(), clonesOf(on)]).toMatchObject([[], [{ status: "canceled" }]]);
  });
});
