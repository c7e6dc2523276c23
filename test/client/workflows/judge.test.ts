import type { ApiError, ConfigurationChangeRecord } from "../../../src/client";
import { managementAttempt } from "../../../src/client/messages/management";
import { judgeCancel, judgeLostWorkflow, type LostWorkflow } from "../../../src/client/workflows/judge";
import { newestFirst } from "../../../src/client/workflows/kind";
import { failure } from "../../../src/http/attempt";
import { explain } from "../../../src/http/explain";
import { BASE_URL } from "../kit/client";
import { START } from "../kit/clock";
import { change, clone } from "../kit/records";

const HOUR = 3_600;
const NOW = START / 1000;

describe("a read after a cancellation", () => {
  const refusal = (kind: "refused" | "invalid" | "not_found", status: number): ApiError =>
    explain(
      managementAttempt({
        operation: "cancelConfigurationChange",
        pathParameters: {},
        path: "/",
        baseUrl: BASE_URL,
      }),
      failure(kind, { status }),
    );
  const REFUSED = refusal("refused", 422);

  test.each<[string, number | null, ApiError | null, string | null]>([
    ["canceled", NOW + HOUR, REFUSED, "canceled"],
    ["in_progress", NOW + HOUR, null, "begun"],
    ["paused", NOW + HOUR, REFUSED, "begun"],
    ["succeeded", NOW - HOUR, REFUSED, "ended"],
    ["pending", NOW - 1, null, null],
    ["pending", NOW + 61, REFUSED, null],
    ["pending", NOW + 60, REFUSED, "begun"],
    ["pending", NOW - 1, refusal("invalid", 400), "begun"],
    ["pending", null, REFUSED, "begun"],
    // An error in an answer that reads as success, and a 404, do not say that it has begun.
    ["pending", null, refusal("invalid", 200), null],
    ["pending", null, refusal("not_found", 404), null],
  ])("%s, due at %p, after %p: %s", (status, beginsAt, after, kind) => {
    const record = change({ status, perform_change_at: beginsAt });
    const judged = judgeCancel({ record, after, beginsAt, serverNow: START, margin: 60_000 });
    expect(judged).toEqual(kind === null ? null : { kind, record });
  });
});

describe("a read after a lost request", () => {
  const FITS = "16_gb";
  const ours = (given: Partial<ConfigurationChangeRecord> = {}) =>
    change({ id: "new", new_memory: FITS, ...given });
  const older = ours({ id: "old", created_at: NOW - 1 });
  const other = ours({ id: "x", new_memory: "32_gb" });
  const undated = ours({ id: "x", created_at: null });

  test.each<
    [string, readonly ConfigurationChangeRecord[], Partial<LostWorkflow<ConfigurationChangeRecord>>, object]
  >([
    ["a new one, an older one, and one that does not fit", [ours(), older, other], {}, { done: ours() }],
    ["an older one and somebody else's", [older, other], {}, { repeat: true }],
    ["a known one", [ours()], { isKnown: (id) => id === "new" }, { repeat: true }],
    ["two, one without a date", [ours(), undated], {}, { stop: "several", ids: ["new", "x"] }],
    ["one without a date", [undated], {}, { stop: "undated", ids: ["x"] }],
    ["no server time seen", [ours()], { serverTimeBefore: null }, { stop: "undated", ids: ["new"] }],
  ])("%s", (_, records, given, expected) => {
    const judged = judgeLostWorkflow({
      records,
      fits: ({ new_memory }) => new_memory === FITS,
      isKnown: () => false,
      serverTimeBefore: NOW,
      ...given,
    });
    expect(judged).toEqual(expected);
  });
});

test("newest first: records without a date come first, and those of one second keep their order", () => {
  const listed = [10, 20, null, 20].map((created_at, at) => clone({ id: String(at), created_at }));
  expect(newestFirst(listed).map(({ id }) => id)).toEqual(["2", "1", "3", "0"]);
});
