import { restart } from "../../../src/provider/actions/restart";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { START } from "../../client/kit/clock";
import { FAULTS } from "../../support/faultMatrix";
import { type ActionAccount, actionAccount } from "./kit";

const CONFIG = { cluster_id: "c-1" };
const changes = ({ service }: ActionAccount) => service.state().changes;
const posts = ({ sent }: { readonly sent: readonly string[] }) =>
  sent.filter((operation) => operation === "createConfigurationChange").length;

test("it requests a change without new values, tells its progress, and ends when it is done", async () => {
  const on = actionAccount();
  const ran = await on.invoke(restart, CONFIG);
  const [change] = changes(on);
  expect(ran.text).toBe("");
  expect(change).toMatchObject({ status: "succeeded", new_memory: null, new_vcpu: null });
  const waits = ran.progress.filter((message) => /waiting for \d+ min$/.test(message));
  expect(waits.length).toBeGreaterThan(5);
  expect(ran.progress.filter((message) => !waits.includes(message))).toEqual([
    expect.stringMatching(
      `^Configuration change ${change?.id} \\(a restart, due 2026-01-01T00:00:.*, pending\\) was requested$`,
    ),
    expect.stringContaining("in_progress"),
    expect.stringMatching("succeeded\\): cluster c-1 was restarted$"),
  ]);
  expect(posts(ran)).toBe(1);
});

test("in a window it is requested for the next opening, and not waited for unless told", async () => {
  const on = actionAccount();
  const window = { days: ["sunday"], start: "02:00", duration: null, timezone: null };
  const ran = await on.invoke(restart, { ...CONFIG, window });
  expect(ran.text).toBe("");
  expect(changes(on)).toMatchObject([
    { status: "pending", perform_change_at: Date.UTC(2026, 0, 4, 2) / 1000 },
  ]);
  const waited = await on.invoke(restart, { ...CONFIG, window, wait: true, timeout: "240h" });
  expect(waited.progress[0]).toContain("was requested before, and counts as this restart");
  expect([waited.text, posts(waited), changes(on).map(({ status }) => status)]).toEqual([
    "",
    0,
    ["succeeded"],
  ]);
});

test("a restart that has begun does not count: it may have restarted nodes before what this one is for", async () => {
  const on = actionAccount();
  const outside = { perform_change_at: START / 1000 + 60, new_memory: "16_gb", new_vcpu: "4_vcpus" };
  on.service.beginChange("c-1", on.service.changeOutside("c-1", outside));
  const ran = await on.invoke(restart, CONFIG);
  expect([ran.text, posts(ran), changes(on).length]).toEqual(["", 1, 2]);
});

test("a change that is scheduled for later than the timeout is named, and stays", async () => {
  const on = actionAccount();
  const id = on.service.changeOutside("c-1", {
    perform_change_at: START / 1000 + 86_400,
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
  const ran = await on.invoke(restart, { ...CONFIG, timeout: "1h" });
  expect(ran.text).toContain(id);
  expect(changes(on).map((one) => one.status)).toEqual(["pending"]);
});

test("a restart that fails or is cancelled is an error", async () => {
  const on = actionAccount();
  on.service.failNextChange("c-1");
  const failed = await on.invoke(restart, CONFIG);
  expect(failed.failed).toBe(true);
  expect(failed.text).toContain("has failed");
  const cancelled = await on.invoke(
    restart,
    { ...CONFIG, wait: true, perform_change_at: "2026-01-02T00:00:00Z", timeout: "48h" },
    {
      onProgress: (message) =>
        message.endsWith("was requested") && on.service.cancelOutside("c-1", changes(on).at(-1)?.id ?? ""),
    },
  );
  expect(cancelled.text).toContain("was cancelled outside of Terraform");
});

test.each([
  ["when it was requested", "pending", "To prevent that, invoke searchcloud_cancel_change"],
  ["when it has begun", "in_progress", "it cannot be stopped"],
])("interrupted %s, the error says what became of it, and nothing else is sent", async (_, status, says) => {
  const on = actionAccount();
  const stop = new AbortController();
  const onProgress = (message: string) => message.includes(status) && stop.abort();
  const ran = await on.invoke(restart, CONFIG, { signal: stop.signal, onProgress });
  expect(ran.failed).toBe(true);
  expect(ran.text).toContain(changes(on)[0]?.id);
  expect(ran.text).toContain(says);
  expect([posts(ran), changes(on).length]).toEqual([1, 1]);
});

test("interrupted before its request, nothing was requested", async () => {
  const on = actionAccount();
  const ran = await on.invoke(restart, CONFIG, { signal: AbortSignal.abort() });
  expect(ran.text).toContain("Nothing was requested");
  expect(changes(on)).toEqual([]);
});

test("after its timeout, the restart continues, and the error names it", async () => {
  const on = actionAccount();
  const ran = await on.invoke(restart, { ...CONFIG, timeout: "2m" });
  expect(ran.text).toMatch(/^Timed out after .*: Configuration change .* it cannot be stopped/);
  expect(ran.text).not.toContain("run the same command again");
});

test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
  "%s: one restart at most, and never an unnamed one",
  async (_, fault) => {
    const on = actionAccount();
    on.service.holdFor(fault.letsGoAfter ?? null);
    on.service.addFault({ match: { operation: "createConfigurationChange" }, effect: fault.effect });
    const ran = await on.invoke(restart, CONFIG);
    const made = changes(on);
    expect(made.length).toBeLessThanOrEqual(1);
    if (ran.failed) expect([fault.tells, made.length]).toEqual(["refused", 0]);
    else expect(made.map(({ status }) => status)).toEqual(["succeeded"]);
  },
);

test("the plan names cluster, moment and interruption, and sends nothing that changes anything; unknown values are fine", async () => {
  const on = actionAccount();
  const known = await on.plan(restart, CONFIG);
  expect(known.said.map(({ summary }) => summary)).toEqual(["Cluster c-1 is restarted"]);
  expect(known.text).toContain("If applied now, it begins");
  expect(known.sent).toEqual(["getAccount"]);
  const unknown = await on.plan(restart, { cluster_id: UNKNOWN, perform_change_at: UNKNOWN });
  expect(unknown.text).toContain(
    "A cluster that is not known yet is restarted: When it begins is known after apply.",
  );
});

test("a moment in the past and two schedules are refused", async () => {
  const on = actionAccount();
  const past = await on.invoke(restart, { ...CONFIG, perform_change_at: "2025-01-01T00:00:00Z" });
  expect([past.text, posts(past)]).toEqual([expect.stringContaining("perform_change_at is in the past"), 0]);
  const both = await on.plan(restart, {
    ...CONFIG,
    perform_change_at: "2026-02-01T00:00:00Z",
    window: { days: ["monday"], start: "02:00", duration: null, timezone: null },
  });
  expect(both.text).toContain("Two schedules");
});
