import { ASSUMPTIONS, type AssumptionName } from "../../../src/emulator";
import { CLONE_ROWS } from "../../../src/emulator/assumptions/clones";
import { flat, type Scene } from "../support";
import { billed, CLONE, CLONES, cloneScene, clonesOf, copy, POST, valuesOf } from "./kit";

/** Longer than a test wants to wait for. */
const TOO_LONG = 600;
/** What concerns clones without being about them alone. */
const OTHERS = ["list_order", "no_notification_addresses", "completed_at_of_canceled"] as const;
/** What this story does not come to, other tests do. */
const ELSEWHERE = ["clone_refused_status", "clone_of_terminated"];

/**
 * What the documents leave open must not matter (docs/design/laws.md#l10). The rows are independent of each other, so each
 * run takes another of their other answers.
 */
const ANSWERS = [...Object.keys(CLONE_ROWS), ...OTHERS]
  .filter((name) => !ELSEWHERE.includes(name))
  .map((name) => {
    const row = ASSUMPTIONS[name as AssumptionName];
    const answers = (row.alternatives as readonly (string | number)[]).filter(
      (answer) => answer !== row.default && (typeof answer === "string" || answer < TOO_LONG),
    );
    return [name, answers] as const;
  });
const RUNS = Array.from({ length: Math.max(...ANSWERS.map(([, answers]) => answers.length)) }, (_, run) =>
  Object.fromEntries(ANSWERS.flatMap(([name, answers]) => (run in answers ? [[name, answers[run]]] : []))),
);

let on: Scene;
afterEach(() => on.close());

test.each(RUNS)(
  "a clone is created, used, replaced, terminated and loses the race of a cancel: %j",
  async (run) => {
    on = await cloneScene(run);
    const used = `data "searchcloud_cluster" "copy" {\n id = ${CLONE}.target_cluster_id\n}`;
    const notified = 'notification_email_addresses = ["a@example.com"]\nsearch_server_version = "30"';
    const of = (day: string, region = 'target_region = "paris"') =>
      `${copy(`terminate_clone_on_destroy = true\ntriggers = { of = "${day}" }\n${notified}\n${region}`)}\n${used}`;
    await on.applied(of("monday"));
    expect(clonesOf(on)).toMatchObject([
      { target_region: "paris", notification_email_addresses: ["a@example.com"] },
    ]);
    await on.workspace.emptyPlan();
    const [first] = billed(on);
    expect((await on.resource("data.searchcloud_cluster.copy")).values).toMatchObject({
      status: "in_service",
      regions: ["paris"],
    });
    // Without the region it stays where it is.
    await on.write(of("monday", ""));
    await on.workspace.emptyPlan();

    await on.applied(of("tuesday"));
    await on.workspace.emptyPlan();
    expect(on.writes()).toEqual([POST, `POST /clusters/${first}/lifecycle`, POST]);
    const { target_cluster_id: second } = await valuesOf(on);
    expect(billed(on)).toEqual([second]);

    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${second}/lifecycle`]);
    expect(billed(on)).toEqual([]);

    on.emulator.setAssumptions({ clone_pending_seconds: 36_000, clone_seconds: 36_000 });
    await on.applied(copy("wait = false"));
    const { id } = await valuesOf(on);
    await on.workspace.emptyPlan();
    on.emulator.race({ match: { operation: "cancelCloningOperation" }, when: "before", do: "begin_clone" });
    const { output } = await on.workspace.destroy();
    expect(flat(output)).toMatch(new RegExp(`${id} of cluster shop1 continues and leaves a billed cluster`));
    expect(on.writes()).toEqual([POST, `PATCH ${CLONES}/${id}`]);
  },
);
