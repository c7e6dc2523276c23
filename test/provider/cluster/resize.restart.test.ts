import type { Plannable } from "../../../src/framework";
import { observedValues, pendingChangeValues } from "../../../src/provider/cluster/model";
import type { PrivateState } from "../../../src/provider/cluster/privateState";
import type { ClusterValues } from "../../../src/provider/cluster/types";
import { updates } from "../../../src/provider/cluster/update";
import { FakeService, refusal } from "../clusterChange/fakeService";
import { changeOf, clusterOf, SECONDS, SINGLE, THREE } from "../clusterChange/kit";
import { call, planning, service, values } from "../support";

/** The restart that server parameters wait for, in the lane of the size. */
const kept: PrivateState = { id: "c-1", host: "api.example", protected: false };
const due: PrivateState = { ...kept, restart_due: true };
const later = { perform_change_at: "2026-01-04T02:00:00Z", wait: null, window: null };
const over = { ...later, perform_change_at: "2025-12-31T23:00:00Z" };
const PAGES = { "max-per-page": "500" };
const one = values(observedValues(clusterOf(SINGLE)));
const set = { ...one, server_parameters: { "max-per-page": "100" } };
const pending = pendingChangeValues(changeOf());
type Name = keyof ClusterValues;

describe("it is due", () => {
  test.each<[string, ClusterValues, Partial<Plannable<ClusterValues>>, PrivateState, boolean]>([
    ["for parameters that are edited", one, { server_parameters: PAGES }, kept, true],
    ["for a restart that was not asked for", one, {}, due, true],
    ["not for parameters that stay", set, {}, kept, false],
    ["not for a restart that a change brings", set, {}, { ...kept, restart_by: "ch1" }, false],
  ])("%s", (_, prior, edit, before, expected) => {
    expect(updates.resize.due?.(prior, before, { ...prior, ...edit })).toBe(expected);
  });
});

describe("it leaves open until it is applied", () => {
  const open = updates.resize.makesUnknown as Exclude<
    typeof updates.resize.makesUnknown,
    readonly unknown[] | undefined
  >;
  test.each<[string, ClusterValues, Name[], Name[]]>([
    ["for a restart, the change only: what runs stays", one, [], ["pending_change"]],
    [
      "for a restart while a change waits, what that brings too",
      { ...one, pending_change: pending },
      [],
      ["pending_change", "live"],
    ],
    ["for a size besides, what runs too", one, ["memory"], ["pending_change", "live"]],
  ])("%s", (_, prior, changed, names) => {
    expect(open(prior, { ...prior, server_parameters: PAGES }, changed)).toEqual(names);
  });
});

describe("what a plan says", () => {
  const says = (
    prior: ClusterValues,
    edit: Partial<Plannable<ClusterValues>>,
    changed: Name[] = [],
    before = kept,
  ) => {
    const { client } = new FakeService(SINGLE);
    const config = { ...prior, ...edit };
    const fake = planning({ config, prior, kept: before, service: service([], { client }) });
    updates.resize.announce?.(fake, changed);
    return fake.said.map(({ severity, summary, detail }) => `${severity}: ${summary} | ${detail}`);
  };
  const is = 'warning: Cluster "products" (c-1) is restarted for its server_parameters';
  const begins = "If applied now, it begins Thursday 2026-01-01 00:00 UTC (2026-01-01T00:00:30Z).";
  const away = "It has a single node, so it is unavailable for 5 to 60 minutes.";
  const open =
    "If the service holds all of them already and has restarted the cluster since, nothing is written and nothing restarts.";

  test.each<[string, ClusterValues, Partial<Plannable<ClusterValues>>, PrivateState, string]>([
    [
      "of an edit",
      set,
      { server_parameters: PAGES },
      kept,
      `${is} | ${begins} ${away} They take effect with this restart.`,
    ],
    ["of the first ones", one, { server_parameters: PAGES }, kept, `${is} | ${begins} ${away} ${open}`],
    [
      "of an edit while a change waits",
      { ...set, pending_change: pending },
      { server_parameters: PAGES },
      kept,
      `${is} | ${begins} ${away} If the change that is already pending begins in time, no other one is requested.`,
    ],
    [
      "of an edit of several nodes",
      { ...values(observedValues(clusterOf(THREE))), server_parameters: {} },
      { server_parameters: PAGES },
      kept,
      `${is} | ${begins} Its nodes are changed one after the other, so it stays available. They take effect with this restart.`,
    ],
  ])("%s", (_, prior, edit, before, expected) => {
    expect(says(prior, edit, [], before)).toEqual([expected]);
  });

  test("of a size besides: the one change brings both", () => {
    expect(says(set, { memory: "16_gb", server_parameters: PAGES }, ["memory"])).toEqual([
      expect.stringMatching(
        /^warning: .* gets one configuration change: memory \| .* The same change restarts the cluster for its server_parameters\.$/,
      ),
    ]);
  });

  test.each<[string, ClusterValues, Partial<Plannable<ClusterValues>>, PrivateState, string]>([
    ["an edit is refused", set, { server_parameters: PAGES }, kept, "error"],
    ["a restart that was not asked for is refused", set, {}, due, "error"],
    [
      "the first ones are let through: the service may hold them already",
      one,
      { server_parameters: PAGES },
      kept,
      "warning",
    ],
  ])("when the only moment is over, %s", (_, prior, edit, before, severity) => {
    const scheduled = { ...prior, change_schedule: over };
    expect(says(scheduled, edit, [], before)).toEqual([
      expect.stringContaining(`${severity}: perform_change_at is in the past`),
    ]);
  });

  test("when the only moment is over and a change waits, nothing more: it brings the restart", () => {
    const scheduled = { ...set, pending_change: pending, change_schedule: over };
    expect(says(scheduled, { server_parameters: PAGES })).toEqual([]);
  });
});

describe("an apply", () => {
  function apply(
    fake: FakeService,
    prior: ClusterValues,
    edit: Partial<ClusterValues>,
    before: PrivateState,
  ) {
    const it = call(service([], { client: fake.client }), { kept: before });
    const changed = (Object.keys(edit) as Name[]).filter(
      (name) => !["server_parameters", "change_schedule"].includes(name),
    );
    return { it, done: updates.resize.apply(it, { prior, planned: { ...prior, ...edit }, changed }) };
  }

  test("with nothing written asks nothing, and answers what was", async () => {
    const fake = new FakeService(SINGLE);
    const prior = { ...one, pending_change: pending };
    const { it, done } = apply(fake, prior, { server_parameters: PAGES }, kept);
    expect(await done).toEqual({ pending_change: pending, live: one.live });
    expect(fake.requests).toEqual([]);
    expect(it.keeps()).toEqual(kept);
  });

  test("with nothing written to a cluster that has just come into service leaves its answer to what has seen it", async () => {
    const prior = { ...one, hostnames: null, status: "provisioning", live: null };
    const { done } = apply(new FakeService(SINGLE), prior, { server_parameters: PAGES }, kept);
    expect(await done).toEqual({});
  });

  test("of what was written restarts the cluster and waits; then nothing is due", async () => {
    const fake = new FakeService(SINGLE);
    const { it, done } = apply(fake, one, { server_parameters: PAGES }, due);
    expect(await done).toMatchObject({ pending_change: null, status: "in_service" });
    expect(fake.requests).toEqual(["changes", "read", "post", "wait own-1", "wait for the cluster"]);
    expect(fake.bodies).toEqual([{ perform_change_at: SECONDS + 30 }]);
    expect(it.keeps()).toEqual(kept);
  });

  test("in a schedule keeps which change brings it", async () => {
    const fake = new FakeService(SINGLE);
    const { it, done } = apply(fake, one, { server_parameters: PAGES, change_schedule: later }, due);
    expect(await done).toMatchObject({ pending_change: { id: "own-1", status: "pending" } });
    expect(it.keeps()).toEqual({ ...kept, change: "own-1", restart_by: "own-1" });
  });

  test("that is refused leaves it due", async () => {
    const fake = new FakeService(SINGLE);
    fake.onCreate.push(() => {
      throw refusal(402, "Payment required");
    });
    const { it, done } = apply(fake, one, { server_parameters: PAGES }, due);
    await expect(done).rejects.toThrow("Payment required");
    expect(it.keeps()).toEqual(due);
  });

  test("that is stopped while it waits keeps which change brings it", async () => {
    const fake = new FakeService(SINGLE);
    fake.onWait.push(() => {
      throw new Error("stopped");
    });
    const { it, done } = apply(fake, one, { server_parameters: PAGES }, due);
    await expect(done).rejects.toThrow("stopped");
    expect(it.keeps()).toEqual({ ...kept, change: "own-1", restart_by: "own-1" });
  });
});
