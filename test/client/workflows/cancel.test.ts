import type { ApiError } from "../../../src/client";
import { MAX_WRITE_REQUESTS } from "../../../src/client/resolve/repetition";
import { judgeCancel } from "../../../src/client/workflows/cancel";
import { ChangesService, change } from "../kit/changes";
import { bench, never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { error, json, RESET, type Reply, text } from "../kit/transport";

const GET = "GET /clusters/c1/configuration-changes/ch1";
const PATCH = "PATCH /clusters/c1/configuration-changes/ch1";
const HOUR = 3_600;

describe("what a look says of a cancel", () => {
  const NOW = START / 1000;
  test.each<[string, number | null, boolean, string | null]>([
    ["canceled", NOW + HOUR, false, "canceled"],
    ["canceled", NOW + HOUR, true, "canceled"],
    ["in_progress", NOW - 1, true, "begun"],
    ["in_progress", NOW + HOUR, false, "begun"],
    ["paused", NOW + HOUR, true, "begun"],
    ["succeeded", NOW - HOUR, true, "ended"],
    ["failed", NOW - HOUR, true, "ended"],
    ["pending", NOW + HOUR, false, null],
    ["pending", NOW - 1, false, null],
    ["pending", NOW + HOUR, true, null],
    ["pending", NOW + 61, true, null],
    ["pending", NOW + 60, true, "begun"],
    ["pending", NOW - 1, true, "begun"],
    ["pending", null, true, "begun"],
  ])("%s, due at %d, refused: %s → %s", (status, perform_change_at, refused, kind) => {
    const seen = change({ status, perform_change_at });
    const judged = judgeCancel({
      record: seen,
      refused,
      beginsAt: perform_change_at,
      serverNow: START,
      margin: 60_000,
    });
    expect(judged).toEqual(kind === null ? null : { kind, record: seen });
  });

  test.each([true, false])("404, refused: %s → missing", (refused) => {
    expect(judgeCancel({ record: null, refused, beginsAt: null, serverNow: START, margin: 60_000 })).toEqual({
      kind: "missing",
    });
  });
});

const scheduled = (given: Parameters<typeof change>[0] = {}) => {
  const service = new ChangesService();
  service.changes.push(change({ perform_change_at: START / 1000 + HOUR, ...given }));
  return service;
};

const cancel = (service: ChangesService) => {
  const made = bench(service.handler);
  return { ...made, result: made.client.cancelChange("c1", "ch1", { signal: never() }) };
};

test("a cancel is one PATCH", async () => {
  const { result, transport } = cancel(scheduled());
  expect(await result).toMatchObject({ kind: "canceled", change: { id: "ch1", status: "canceled" } });
  expect(transport.lines).toEqual([PATCH]);
  expect(transport.requests[0]?.body).toBe('{"status":"canceled"}');
});

describe("refused", () => {
  test.each([
    ["in_progress", "begun"],
    ["succeeded", "ended"],
    ["failed", "ended"],
    ["canceled", "canceled"],
  ])("because it is %s: %s", async (status, kind) => {
    const { result, transport } = cancel(scheduled({ status }));
    expect(await result).toMatchObject({ kind, change: { status } });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test.each([400, 409, 422])("with %d because it is about to begin: begun", async (status) => {
    const service = scheduled({ perform_change_at: START / 1000 + 1 });
    service.next("PATCH", () => error(status, "Too late"));
    expect(await cancel(service).result).toMatchObject({ kind: "begun", change: { status: "pending" } });
  });

  test.each([400, 409, 422])("with %d while it waits as before: the refusal", async (status) => {
    const service = scheduled().next("PATCH", () => error(status, "Not today"));
    const { result, transport } = cancel(service);
    expect(await rejection(result)).toMatchObject({ status, serverMessage: "Not today" });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test("because nobody knows it: missing", async () => {
    const { result, transport } = cancel(new ChangesService());
    expect(await result).toEqual({ kind: "missing" });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test("because the key may not: the refusal, without a look", async () => {
    const { result, transport } = cancel(scheduled().next("PATCH", () => error(403, "Forbidden")));
    expect(await rejection(result)).toMatchObject({ kind: "auth", status: 403 });
    expect(transport.lines).toEqual([PATCH]);
  });
});

describe.each<[string, Reply]>([
  ["reset", RESET],
  ["500", error(500, "oops")],
  ["no answer in time", "hang"],
  ["HTML", text(200, "<html>")],
])("the answer is lost: %s", (_, reply) => {
  test("the work was done: the look shows it", async () => {
    const { result, transport } = cancel(scheduled().lose("PATCH", reply, { done: true }));
    expect(await result).toMatchObject({ kind: "canceled" });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test("the work was not done: sent again", async () => {
    const { result, transport } = cancel(scheduled().lose("PATCH", reply, { done: false }));
    expect(await result).toMatchObject({ kind: "canceled" });
    expect(transport.lines).toEqual([PATCH, GET, PATCH]);
  });

  test("and it has begun in the meantime", async () => {
    const service = scheduled().next("PATCH", () => {
      Object.assign(service.changes[0] ?? {}, { status: "in_progress" });
      return reply;
    });
    const { result, transport } = cancel(service);
    expect(await result).toMatchObject({ kind: "begun", change: { status: "in_progress" } });
    expect(transport.lines).toEqual([PATCH, GET]);
  });
});

test("lost, and the look fails", async () => {
  const service = scheduled().lose("PATCH", RESET, { done: true });
  service.next("GET", () => error(403, "no"));
  expect(await rejection(cancel(service).result)).toMatchObject({
    kind: "lost_write",
    detail: expect.stringContaining("answered 403"),
  });
});

test("never done: given up, with what was seen", async () => {
  const service = scheduled();
  for (let times = 0; times < MAX_WRITE_REQUESTS; times += 1) service.lose("PATCH", RESET, { done: false });
  expect(await rejection(cancel(service).result)).toMatchObject({
    kind: "lost_write",
    detail: expect.stringContaining("each time the configuration change showed no change"),
  });
});

describe("accepted with a record that is not canceled", () => {
  const accepted = json(200, { success: true, configuration_change: change() });

  test("canceled by the next look", async () => {
    const { result, transport } = cancel(scheduled().lose("PATCH", accepted, { done: true }));
    expect(await result).toMatchObject({ kind: "canceled" });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test("never canceled: an error that says so", async () => {
    const service = scheduled();
    for (let times = 0; times < MAX_WRITE_REQUESTS; times += 1)
      service.lose("PATCH", accepted, { done: false });
    const failed = await rejection(cancel(service).result);
    expect(failed).toMatchObject({ kind: "lost_write", operation: "cancelConfigurationChange" });
    expect((failed as ApiError).detail).toContain("a record that still reads pending");
  });
});
