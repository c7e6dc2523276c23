import { ASSUMPTIONS } from "../../../src/emulator";
import { CLONE_ROWS } from "../../../src/emulator/assumptions/clones";
import type { Scene } from "../support";
import { billed, CLONE, CLONES, cloneScene, clonesOf, copy, POST, SHOP, valuesOf } from "./kit";

/** Longer than a test wants to wait for. */
const TOO_LONG = 600;
/** What concerns clones without being about them alone. */
const OTHERS = ["list_order", "no_notification_addresses", "completed_at_of_canceled"] as const;
/** What this story does not come to, other tests do. */
const ELSEWHERE = ["clone_refused_status", "clone_cancel_too_late", "clone_of_terminated"];

/** What the documents leave open must not matter: the same story under each other answer (docs/design/laws.md#l10). */
const ANSWERS = [
  ...Object.entries(CLONE_ROWS),
  ...OTHERS.map((name) => [name, ASSUMPTIONS[name]] as const),
].flatMap(([name, row]) =>
  row.alternatives
    .filter((answer: string | number) => answer !== row.default && !ELSEWHERE.includes(name))
    .filter((answer: string | number) => typeof answer === "string" || answer < TOO_LONG)
    .map((answer: string | number) => [name, answer] as const),
);

let on: Scene;
afterEach(() => on.close());

test.each(ANSWERS)(
  "with %s: %s, a clone is made, used, made anew, ended and cancelled",
  async (row, answer) => {
    on = await cloneScene({ [row]: answer });
    const used = `data "searchcloud_cluster" "copy" {\n id = ${CLONE}.target_cluster_id\n}`;
    const of = (day: string) =>
      `${copy(`terminate_clone_on_destroy = true\ntriggers = { of = "${day}" }`)}\n${used}`;
    await on.applied(of("monday"));
    await on.workspace.emptyPlan();
    const [first] = billed(on);
    expect((await on.resource("data.searchcloud_cluster.copy")).values.status).toBe("in_service");

    await on.applied(of("tuesday"));
    await on.workspace.emptyPlan();
    expect(on.writes()).toEqual([POST, `POST /clusters/${first}/lifecycle`, POST]);
    const { target_cluster_id: second } = await valuesOf(on);
    expect(billed(on)).toEqual([second]);

    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${second}/lifecycle`]);
    expect(billed(on)).toEqual([]);

    on.emulator.setAssumptions({ clone_pending_seconds: 36_000 });
    await on.applied(copy("wait = false"));
    const { id } = await valuesOf(on);
    await on.workspace.emptyPlan();
    await on.workspace.destroy();
    expect(on.writes()).toEqual([POST, `PATCH ${CLONES}/${id}`]);
    expect(clonesOf(on).map(({ status }) => status)).toContain("canceled");
    expect(on.emulator.state().clusters.find((one) => one.id === SHOP)?.status).toBe("in_service");
  },
);
