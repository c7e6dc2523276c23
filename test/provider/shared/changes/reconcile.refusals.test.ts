import type { DesiredState } from "../../../../src/provider/shared/changes/reconcile";
import { answering } from "../../kit";
import type { FakeService } from "./fakeService";
import { changeOf, NOW, SINGLE } from "./kit";
import { act, failed, later, NEWER, serviceOf } from "./reconcileKit";

/** Refuses the next request for a change, after another event. */
const refuses =
  (status: number, message: string, meanwhile: (it: FakeService) => void = () => {}) =>
  (it: FakeService) => {
    meanwhile(it);
    throw answering(status, message);
  };
const passes = (ms: number) => (it: FakeService) => it.passes(ms);
const requests = (change: Parameters<typeof changeOf>[0]) => (it: FakeService) => {
  it.changes = [changeOf({ id: "foreign", ...change })];
};
const version: Partial<DesiredState> = { planned: NEWER, edited: ["search_server_version"] };
const LACKS_SIZE = "At least one of new_memory, new_vcpu … is required";

describe("a refusal is observed, and another attempt follows", () => {
  test.each<[why: string, refused: (it: FakeService) => void, desired: Partial<DesiredState>, then: string]>([
    ...[400, 422].map((status): [string, (it: FakeService) => void, object, string] => [
      `of a second change (${status}): the first is superseded`,
      refuses(status, "A change is pending", requests({ new_gpu: "yes", perform_change_at: later })),
      {},
      "cancel foreign, observe, post +30 memory=16_gb gpu=yes",
    ]),
    [
      "of a change that has come and gone meanwhile",
      refuses(422, "A change is pending", requests({ status: "canceled" })),
      {},
      "post +30 memory=16_gb",
    ],
    [
      "of a moment that was over on arrival: it is chosen once more",
      refuses(400, "perform_change_at is in the past", passes(31_000)),
      {},
      "post +61 memory=16_gb",
    ],
    [
      "of a body without a size (400): the disk that runs is sent along, which nobody else changes",
      refuses(400, LACKS_SIZE),
      version,
      "post +30 high_performance_disk=no search_server_version=31.0",
    ],
    [
      "of a restart (400), also while the service may raise memory and vcpu",
      refuses(400, LACKS_SIZE),
      { planned: SINGLE, edited: [], restart: { due: true, by: undefined }, autoUpgrade: true },
      "post +30 high_performance_disk=no",
    ],
  ])("%s", async (_, refused, desired, then) => {
    const { log } = await act(serviceOf([], { onCreate: [refused] }), desired);
    expect(log).toMatch(/^observe, post \+30( \S+)?, explain, observe, /);
    expect(log).toContain(`, explain, observe, ${then}`);
  });
});

describe("a refusal ends the apply with its message", () => {
  test.each<[why: string, refused: FakeService["onCreate"], desired: Partial<DesiredState>, posts: number]>([
    ["that lasts, however slow everything is", Array(20).fill(refuses(422, "No", passes(60_000))), {}, 2],
    ["of two forms: the first message counts", [refuses(400, "No"), refuses(400, "Still not")], version, 2],
    [
      "of the last observation",
      [refuses(422, "Pending", requests({ status: "canceled" })), refuses(422, "No")],
      {},
      2,
    ],
    ["with 400 of a body that has a size", [refuses(400, "No")], {}, 1],
    ["with another status, of a body without one", [refuses(422, "No")], version, 1],
  ])("%s", async (_, onCreate, desired, posts) => {
    const service = serviceOf([], { onCreate });
    expect(await failed(service, desired)).toMatchObject({ summary: "No" });
    expect(service.bodies).toHaveLength(posts);
  });

  test("at once if no other attempt can help, such as for a missing payment", async () => {
    const { summary, log } = await failed(serviceOf([], { onCreate: [refuses(402, "Payment required")] }));
    expect([summary, log]).toEqual(["Payment required", "observe, post +30 memory=16_gb"]);
  });

  test("which names the configured time if that has passed meanwhile", async () => {
    const onCreate = [refuses(400, "perform_change_at is in the past", passes(120_000))];
    const service = serviceOf([], { onCreate });
    const run = failed(service, { schedule: { kind: "at", at: NOW + 60_000 } });
    expect(await run).toMatchObject({
      summary: "perform_change_at is in the past",
      path: ["change_schedule"],
    });
    expect(service.bodies).toHaveLength(1);
  });
});

describe("a refusal for good, after another change was cancelled for ours", () => {
  const cancelled = changeOf({
    id: "cancelled",
    new_search_server_version: "31.0",
    perform_change_at: later,
    notification_email_addresses: ["ops@example.com"],
  });
  const pair = refuses(422, "No such pair");

  test("that of another client is requested again, for its time, with a warning", async () => {
    const { summary, log, warnings } = await failed(serviceOf([cancelled], { onCreate: [pair] }));
    expect(summary).toBe("No such pair");
    expect(log).toMatch(
      /, post \+3600 search_server_version=31\.0 notification_email_addresses=ops@example\.com$/,
    );
    expect(warnings.at(-1)).toMatch(
      /^Cluster c-1: configuration change cancelled was cancelled and has been requested again\n.*It has been replaced by: Configuration change own-2 \(search_server_version 31\.0, due 2026-01-01T01:00:00Z, pending\)\.$/,
    );
  });

  const lost = () => {
    throw new Error("The connection was lost");
  };

  test.each<[why: string, refused: FakeService["onCreate"], desired: Partial<DesiredState>, posts: number]>([
    ["it was our own", [pair], { ownChange: "cancelled" }, 1],
    ["it is refused too", [pair, refuses(422, "No")], {}, 2],
    ["its moment is over", [refuses(402, "Payment required", passes(3_600_000))], {}, 1],
    [
      "another is in flight",
      [refuses(402, "Payment required", requests({ perform_change_at: later }))],
      {},
      1,
    ],
    ["nobody knows what became of ours", [lost], {}, 1],
  ])("where %s, a warning says that it has not been replaced", async (_, onCreate, desired, posts) => {
    const service = serviceOf([cancelled], { onCreate });
    const { warnings } = await failed(service, desired);
    expect(warnings.at(-1)).toMatch(
      /^Cluster c-1: configuration change cancelled was cancelled and has not been replaced\n.*search_server_version 31\.0/,
    );
    expect(service.bodies).toHaveLength(posts);
  });

  test("and none if it was reverted: nothing was to replace it", async () => {
    const onRead = [() => {}, refuses(402, "Payment required")];
    const run = await failed(serviceOf([cancelled], { onRead }), { planned: SINGLE, ownChange: "cancelled" });
    expect(run).toMatchObject({ summary: "Payment required", warnings: [] });
  });
});
