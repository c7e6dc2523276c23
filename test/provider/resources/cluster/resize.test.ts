import { CHANGE_SETTINGS } from "../../../../src/api/settings";
import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { pendingChangeValues } from "../../../../src/provider/resources/cluster/model";
import type { PrivateState } from "../../../../src/provider/resources/cluster/privateState";
import type { ClusterName, ClusterValues } from "../../../../src/provider/resources/cluster/schema";
import { updates } from "../../../../src/provider/resources/cluster/update";
import { answering, serviceOf } from "../../kit";
import { FakeService } from "../../shared/changes/fakeService";
import { changeOf, NOW, SECONDS, SINGLE, THREE } from "../../shared/changes/kit";
import { clusterCall, KNOWN, planCluster, stateOf } from "./kit";

type Edit = Partial<Plannable<ClusterValues>>;

const at = (perform_change_at: string) => ({ perform_change_at, wait: null, window: null });
const later = at("2026-01-04T02:00:00Z");
const over = at("2025-12-31T23:00:00Z");
const unknown = { ...later, perform_change_at: UNKNOWN } as never;
const sundays = {
  perform_change_at: null,
  wait: null,
  window: { days: ["sunday"], start: "02:00", duration: null, timezone: "Europe/Zurich" },
};
const DUE: PrivateState = { ...KNOWN, restart_due: true };
const pending = pendingChangeValues(changeOf({ new_memory: "16_gb" }));
const one = stateOf();
const three = stateOf(THREE);
const waiting = { ...one, pending_change: pending };
/** The refreshed state with a pending change: its settings override live. */
const larger = { ...waiting, memory: "16_gb" };
const PAGES = { server_parameters: { "max-per-page": "500" } };
const set = { ...one, server_parameters: { "max-per-page": "100" } };

const plan = (prior: ClusterValues, edit: Edit, privateState = KNOWN) =>
  planCluster({ prior, config: { ...prior, ...edit }, privateState, client: { serverNow: () => NOW } });

describe("values that a plan leaves unknown until the apply:", () => {
  const moved = { regions: ["ohio"], region_node_counts: null };
  const TOPOLOGY = ["hostnames", "live", "load_balancing", "pending_change"];

  test.each<[what: string, prior: ClusterValues, Edit, open: string[], before?: PrivateState]>([
    ["a size, waited for", one, { memory: "16_gb" }, ["live", "pending_change"]],
    ["a topology, waited for", one, moved, TOPOLOGY],
    ["one in a window, waited for", one, { ...moved, change_schedule: { ...sundays, wait: true } }, TOPOLOGY],
    ["a size at a given moment", one, { memory: "16_gb", change_schedule: later }, ["pending_change"]],
    ["a topology in a window", one, { ...moved, change_schedule: sundays }, ["pending_change"]],
    [
      "a size, nobody knows when",
      one,
      { memory: "16_gb", change_schedule: unknown },
      ["live", "pending_change"],
    ],
    ["nothing, for a schedule with no change in progress", one, { change_schedule: later }, []],
    ["a pending change that is moved", waiting, { change_schedule: later }, ["pending_change"]],
    ["nothing, when its schedule stays", { ...waiting, change_schedule: later }, {}, []],
    [
      "nothing, for the schedule of a change that has begun",
      { ...one, pending_change: { ...pending, status: "in_progress" } },
      { change_schedule: later },
      [],
    ],
    [
      "what a pending change brings, moved to a time that nobody knows",
      waiting,
      { change_schedule: unknown },
      ["live", "pending_change"],
    ],
    ["a restart: what runs stays", one, PAGES, ["pending_change"]],
    ["a restart that is due", one, {}, ["pending_change"], DUE],
    ["a restart while a change waits", waiting, PAGES, ["live", "pending_change"]],
    ["nothing, for a restart that a change brings", set, {}, [], { ...KNOWN, restart_by: "ch1" }],
  ])("%s", async (_, prior, edit, open, ...[before]) => {
    const { planned } = await plan(prior, edit, before);
    const found = Object.entries(planned).filter(([, value]) => value === UNKNOWN);
    expect(found.map(([name]) => name).sort()).toEqual(open);
  });
});

describe("the warnings of a plan for", () => {
  const now = "If applied now, it begins Thursday 2026-01-01 00:00 UTC (2026-01-01T00:00:30Z).";
  const sunday = "If applied now, it begins Sunday 2026-01-04 02:00 UTC (2026-01-04T02:00:00Z).";
  const takes = "It usually takes from 30 minutes to several hours.";
  const away = "It has a single node, so it is unavailable for 5 to 60 minutes.";
  const rolls = "Its nodes are changed one after the other, so it stays available.";
  const gets = 'warning: Cluster "products" (c-1) gets one configuration change';
  const restarts = 'warning: Cluster "products" (c-1) is restarted for its server_parameters';
  const mayRestart =
    'warning: Cluster "products" (c-1) is restarted only if its server_parameters are not in effect yet | If the service already has all of them and has restarted the cluster since, apply writes nothing, restarts nothing, and only stores them in the state.';
  const sets = expect.stringContaining("apply sets max-per-page in its server_parameters");
  const past = (severity: string) =>
    expect.stringMatching(
      new RegExp(
        `^${severity}: perform_change_at is in the past .*2025-12-31T23:00:00Z.*2026-01-01T00:00:00Z`,
      ),
    );

  test.each<[what: string, prior: ClusterValues, Edit, texts: string[], before?: PrivateState]>([
    ["one node", one, { memory: "16_gb" }, [`${gets}: memory | ${now} ${takes} ${away}`]],
    ["three nodes", three, { memory: "16_gb" }, [`${gets}: memory | ${now} ${takes} ${rolls}`]],
    [
      "the network",
      one,
      {
        search_delivery_network: "3_regions",
        regions: ["ohio", "oregon", "tokyo"],
        region_node_counts: null,
        high_availability: null,
      },
      [
        `${gets}: search_delivery_network, high_availability, regions, region_node_counts | ${now} ${takes} ${away} After that it is highly available.`,
        'warning: Cluster "products" (c-1): high availability cannot be turned off again | It stays on, whether it is turned on directly or by a search delivery network.',
      ],
    ],
    [
      "another size, while a change waits",
      larger,
      { vcpu: "4_vcpus" },
      [
        `${gets}: vcpu | ${now} ${takes} ${away} The pending change ch1 is cancelled: this one carries all edits.`,
      ],
    ],
    [
      "the size that runs, while a change waits",
      larger,
      { memory: "8_gb" },
      [
        'warning: Cluster "products" (c-1): the pending change is cancelled | The configuration matches what already runs: configuration change ch1 is cancelled, and no other one is requested.',
      ],
    ],
    [
      "another size, while a change has begun",
      { ...larger, pending_change: { ...pending, status: "in_progress" } },
      { memory: "8_gb" },
      [`${gets}: memory | ${now} ${takes} ${away}`],
    ],
    [
      "the size that runs, and edited parameters, while a change waits",
      { ...larger, server_parameters: { "max-per-page": "100" } },
      { memory: "8_gb", ...PAGES },
      [
        sets,
        `${gets}: memory | ${now} ${takes} ${away} The same change restarts the cluster for its server_parameters. The pending change ch1 is cancelled: this one carries all edits.`,
      ],
    ],
    [
      "a moment",
      three,
      { memory: "16_gb", change_schedule: later },
      [`${gets}: memory | ${sunday} ${takes} ${rolls}`],
    ],
    [
      "a window, in its own timezone",
      three,
      { memory: "16_gb", change_schedule: sundays },
      [
        `${gets}: memory | If applied now, it begins Sunday 2026-01-04 02:00 Europe/Zurich (2026-01-04T01:00:00Z). ${takes} ${rolls}`,
      ],
    ],
    ["a moment that is over", one, { memory: "16_gb", change_schedule: over }, [past("error")]],
    ["a schedule that nobody knows", one, { memory: "16_gb", change_schedule: unknown }, []],
    [
      "only the schedule of a pending change",
      waiting,
      { change_schedule: later },
      [`warning: Cluster "products" (c-1): the pending change is rescheduled | ${sunday}`],
    ],
    [
      "edited parameters",
      set,
      PAGES,
      [sets, `${restarts} | ${now} ${away} They take effect with this restart.`],
    ],
    [
      "parameters of several nodes",
      { ...three, server_parameters: {} },
      PAGES,
      [sets, `${restarts} | ${now} ${rolls} They take effect with this restart.`],
    ],
    [
      "the first parameters",
      one,
      PAGES,
      [sets, `${mayRestart} Otherwise the cluster is restarted for them. ${now} ${away}`],
    ],
    [
      "parameters while a change waits",
      { ...set, pending_change: pending },
      PAGES,
      [
        sets,
        `${restarts} | ${now} ${away} If the change that is already pending begins in time, no other one is requested.`,
      ],
    ],
    [
      "parameters and a size: the one change brings both",
      set,
      { memory: "16_gb", ...PAGES },
      [
        sets,
        `${gets}: memory | ${now} ${takes} ${away} The same change restarts the cluster for its server_parameters.`,
      ],
    ],
    [
      "edited parameters when the only moment is over",
      set,
      { ...PAGES, change_schedule: over },
      [sets, past("error")],
    ],
    ["a restart that is due when it is over", { ...set, change_schedule: over }, {}, [past("error")], DUE],
    [
      "the first parameters when it is over: the service may hold them already",
      { ...one, change_schedule: over },
      PAGES,
      [sets, past("warning")],
    ],
    [
      "parameters when it is over and a pending change brings the restart",
      { ...set, pending_change: pending, change_schedule: over },
      PAGES,
      [sets],
    ],
  ])("%s", async (_, prior, edit, texts, ...[before]) => {
    expect((await plan(prior, edit, before)).texts).toEqual(texts);
  });
});

describe("the first plan with parameters reads those of the service:", () => {
  const record = { id: "p-1", parameter_name: "max-per-page", parameter_value: "500", updated_at: SECONDS };
  const past = changeOf({ id: "ch-0", status: "succeeded", perform_change_at: SECONDS });
  const waits = changeOf({ status: "pending", new_memory: "16_gb" });
  const first = async (prior: ClusterValues, value: string, changes: readonly object[]) => {
    const client = {
      serverNow: () => NOW,
      clock: { now: () => NOW, sleep: () => new Promise<void>(() => {}) },
      parameters: async () => [{ ...record, parameter_value: value }],
      changes: async () => changes,
    };
    const { texts } = await planCluster({
      prior,
      config: { ...prior, ...PAGES },
      privateState: KNOWN,
      client: client as never,
    });
    return texts.map((text) => text.split(" | ")[0]?.replace('warning: Cluster "products" (c-1)', ""));
  };
  const STORES = ": apply stores max-per-page, which the service already has, in its server_parameters";
  const SETS = ": apply sets max-per-page in its server_parameters";
  const RESTARTS = " is restarted for its server_parameters";

  test.each<[what: string, prior: ClusterValues, value: string, changes: readonly object[], texts: string[]]>(
    [
      ["in effect: nothing restarts", one, "500", [past], [STORES]],
      ["in effect while a change waits: nothing restarts", larger, "500", [past, waits], [STORES]],
      ["written before a change that waits: it restarts for them", larger, "500", [waits], [STORES]],
      ["written, and no change since", one, "500", [], [STORES, RESTARTS]],
      ["another value", one, "400", [past], [SETS, RESTARTS]],
      ["another value while a change waits", larger, "400", [past, waits], [SETS, RESTARTS]],
    ],
  )("%s", async (_, prior, value, changes, texts) => {
    expect(await first(prior, value, changes)).toEqual(texts);
  });
});

describe("an apply", () => {
  function apply(fake: FakeService, prior: ClusterValues, edit: Partial<ClusterValues>, before = KNOWN) {
    const call = clusterCall(serviceOf(fake.client), before);
    const changed = (Object.keys(edit) as ClusterName[]).filter(
      (name) => name !== "change_schedule" && name !== "server_parameters",
    );
    return { call, done: updates.resize.apply(call, { prior, planned: { ...prior, ...edit }, changed }) };
  }
  const BEGINS = 'Cluster "products" (c-1): its change begins';
  const OWN = { ...KNOWN, change: "own-1" };

  test.each<[string, Partial<ClusterValues>, PrivateState, body: object]>([
    ["a size", { memory: "16_gb" }, KNOWN, { new_memory: "16_gb" }],
    ["a restart", PAGES, DUE, {}],
  ])(
    "of %s without a schedule waits, and returns live; no change is left to follow",
    async (_, edit, before, body) => {
      const fake = new FakeService(SINGLE);
      const { call, done } = apply(fake, one, edit, before);
      const answer = await done;
      expect(fake.requests).toEqual(["changes", "read", "post", "wait own-1", "wait for the cluster"]);
      expect(fake.bodies).toEqual([{ perform_change_at: SECONDS + 30, ...body }]);
      expect(answer).toMatchObject({
        live: { memory: edit.memory ?? "8_gb" },
        pending_change: null,
        status: "in_service",
      });
      // The planned values are returned unchanged.
      for (const name of CHANGE_SETTINGS) expect(answer).not.toHaveProperty(name);
      expect(call.privateState).toEqual(KNOWN);
      expect(call.warnings).toMatchObject([{ summary: `${BEGINS} 2026-01-01T00:00:30Z` }]);
    },
  );

  test.each<[string, Partial<ClusterValues>, PrivateState, PrivateState]>([
    ["a size", { memory: "16_gb" }, KNOWN, OWN],
    ["a restart", PAGES, DUE, { ...OWN, restart_by: "own-1" }],
  ])(
    "of %s with a schedule does not wait: the change is followed, and its time reported",
    async (_, edit, before, after) => {
      const fake = new FakeService(SINGLE);
      const { call, done } = apply(fake, one, { ...edit, change_schedule: later }, before);
      expect(await done).toEqual({
        pending_change: expect.objectContaining({
          id: "own-1",
          status: "pending",
          perform_change_at: "2026-01-04T02:00:00Z",
        }),
      });
      expect(fake.requests).toEqual(["changes", "read", "post"]);
      expect(call.privateState).toEqual(after);
      expect(call.warnings).toMatchObject([{ summary: `${BEGINS} 2026-01-04T02:00:00Z` }]);
    },
  );

  test("that is interrupted during the wait leaves the planned values, and the change to follow", async () => {
    const fake = new FakeService(SINGLE);
    fake.onWait.push(() => {
      throw new Error("stopped");
    });
    const { call, done } = apply(fake, one, { memory: "16_gb", ...PAGES }, DUE);
    await expect(done).rejects.toThrow("stopped");
    expect(call.privateState).toEqual({ ...OWN, restart_by: "own-1" });
    expect(call.known).toMatchObject({ memory: "16_gb", pending_change: { id: "own-1" } });
    expect(call.known).not.toHaveProperty("live");
  });

  test("that is refused leaves nothing new in the state, and the restart due", async () => {
    const fake = new FakeService(SINGLE);
    fake.onCreate.push(() => {
      throw answering(402, "Payment required");
    });
    const { call, done } = apply(fake, one, { memory: "16_gb", ...PAGES }, DUE);
    await expect(done).rejects.toThrow("Payment required");
    expect([call.known, call.privateState]).toEqual([{}, DUE]);
  });

  test("of the schedule alone moves the pending change", async () => {
    const own = changeOf({ id: "own", new_memory: "16_gb" });
    const fake = new FakeService(SINGLE, own);
    const prior = { ...one, memory: "16_gb", pending_change: pendingChangeValues(own) };
    const { call, done } = apply(fake, prior, { change_schedule: later }, { ...KNOWN, change: "own" });
    await done;
    expect(fake.requests).toEqual(["changes", "read", "cancel own", "changes", "read", "post"]);
    expect(fake.bodies).toEqual([{ perform_change_at: Date.UTC(2026, 0, 4, 2) / 1000, new_memory: "16_gb" }]);
    expect(call.privateState?.change).toBe("own-1");
  });

  test("of the memory wins as a pair over the requests of others in the meantime", async () => {
    const foreign = changeOf({ id: "foreign", new_memory: "32_gb", new_vcpu: "8_vcpus", new_gpu: "yes" });
    const fake = new FakeService(SINGLE, foreign);
    await apply(fake, one, { memory: "16_gb" }).done;
    expect(fake.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb", new_gpu: "yes" }]);
  });

  test("of the regions moves the cluster although ignore_changes holds on to its node counts", async () => {
    const fake = new FakeService(THREE);
    await apply(fake, three, { regions: ["ohio"] }).done;
    expect(fake.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_region_node_counts: { ohio: 3 } }]);
  });

  test("with nothing written needs no request, and returns the prior values", async () => {
    const fake = new FakeService(SINGLE);
    expect(await apply(fake, waiting, PAGES).done).toEqual({ pending_change: pending, live: one.live });
    // The wait for a starting cluster has returned its values.
    const starting = { ...one, hostnames: null, status: "provisioning", live: null };
    expect(await apply(fake, starting, PAGES).done).toEqual({});
    expect(fake.requests).toEqual([]);
  });
});
