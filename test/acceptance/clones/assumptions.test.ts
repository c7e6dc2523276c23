import { ASSUMPTIONS, type AssumptionName } from "../../../src/emulator";
import { CLONE_ASSUMPTIONS } from "../../../src/emulator/domain/assumptions/definitions";
import { billed, CLONE, CLONES, clonesOf, copy, eachCloneScene, POST, USED } from "./kit";

/** A duration in seconds that no test waits for. */
const TOO_LONG = 600;
/** General assumptions that affect clones as well. */
const OTHERS = ["list_order", "no_notification_addresses", "completed_at_of_canceled"] as const;
/** Assumptions that this story does not reach; other tests cover them. */
const ELSEWHERE = ["clone_refused_status", "clone_of_terminated"];

/**
 * The answers that the documents leave open (docs/design/laws.md#l10). The rows are independent of each other, so each run
 * takes a different answer of every row.
 */
const ANSWERS = [...Object.keys(CLONE_ASSUMPTIONS), ...OTHERS]
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

const on = eachCloneScene();

test.each(RUNS)(
  "a clone is created, used, replaced, terminated and loses the race of a cancel: %j",
  async (run) => {
    on.emulator.setAssumptions(run);
    const notified = 'notification_email_addresses = ["a@example.com"]\nsearch_server_version = "30"';
    const of = (day: string, region = 'target_region = "paris"') =>
      `${copy(`terminate_clone_on_destroy = true\ntriggers = { of = "${day}" }\n${notified}\n${region}`)}\n${USED}`;
    await on.apply(of("monday"));
    expect(clonesOf(on)).toMatchObject([
      { target_region: "paris", notification_email_addresses: ["a@example.com"] },
    ]);
    const [first] = billed(on);
    expect(await on.values("data.searchcloud_cluster.copy")).toMatchObject({
      status: "in_service",
      regions: ["paris"],
    });
    // Without a region, the clone is in the region of its source.
    await on.empty(of("monday", ""));

    await on.apply(of("tuesday"));
    await on.empty();
    expect(on.writes()).toEqual([POST, `POST /clusters/${first}/lifecycle`, POST]);
    const { target_cluster_id: second } = await on.values(CLONE);
    expect(billed(on)).toEqual([second]);

    await on.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${second}/lifecycle`]);
    expect(billed(on)).toEqual([]);

    on.emulator.setAssumptions({ clone_pending_seconds: 36_000, clone_seconds: 36_000 });
    await on.apply(copy("wait = false"));
    const { id } = await on.values(CLONE);
    await on.empty();
    on.emulator.race({ match: { operation: "cancelCloningOperation" }, when: "before", do: "begin_clone" });
    expect(await on.destroy()).toMatch(
      new RegExp(`${id} of cluster shop1 continues and leaves a billed cluster`),
    );
    expect(on.writes()).toEqual([POST, `PATCH ${CLONES}/${id}`]);
  },
);
